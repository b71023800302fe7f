"""The pieces of a grid: a row of cells, the frame of the selection, the heads, the scrollbars."""

from __future__ import annotations

from functools import lru_cache

from omnigym.a11y import Role
from omnigym.sim.documents.layout import Op
from omnigym.sim.style.fonts import text_width
from omnigym.sim.style.looks import Ink
from omnigym.sim.ui.grid_data import CellData, GridBarData, GridCell, GridData, GridInfo
from omnigym.sim.ui.items import Box, Item, Laid, Part, around, clip_box
from omnigym.sim.ui.layout import Layout
from omnigym.sim.ui.nodes import SELECTED, Msg, Node
from omnigym.sim.ui.scrolling import BAR, INK

_BUTTON = 16
#: The handle of the selection, in logical pixels; a hand takes it that comes so near.
_HANDLE, _NEAR = 6, 2
_THUMB = 30


@lru_cache(maxsize=1024)
def column_letters(column: int) -> str:
    """Return the letters of a column: 0 is A, 26 is AA."""
    return (column_letters(column // 26 - 1) if column >= 26 else "") + chr(65 + column % 26)


@lru_cache(maxsize=8192)
def _cell_node(key: str, row: int, column: int, text: str) -> Node:
    name = f"{column_letters(column)}{row + 1}"
    return Node("cell", key=f"{key}.{name}", name=name, value=text, role=Role.CELL)


@lru_cache(maxsize=8192)
def _blank_node(key: str, row: int, column: int, opens: bool) -> Node:
    """A blank cell that is read apart from the grid, which would say of it that it opens on a double click."""
    return _cell_node(key, row, column, "")._replace(on=(("double", ()),) if opens else ())


@lru_cache(maxsize=1024)
def _button_node(key: str, row: int, column: int, name: str, msg: Msg) -> Node:
    place = f"{column_letters(column)}{row + 1}"
    events = (("click", (*msg, row, column)),)
    return Node(
        "button", "grid", f"{key}.{place}.button", "", "chevron-down", name, "", Role.BUTTON, on=events, reacts=True
    )


@lru_cache(maxsize=2048)
def _head_node(key: str, name: str, role: Role) -> Node:
    return Node("grid_head", key=f"{key}.{'row' if role is Role.ROW_HEADER else 'column'}.{name}", name=name, role=role)


def row_piece(layout: Layout, node: Node, info: GridInfo, row: int, cells: tuple[GridCell, ...], named: int) -> Laid:
    """Lay out one row; its x is 0 where the row heads end.

    Args:
        layout: Gives the styles.
        node: The grid.
        info: Where the columns are.
        row: Number of the row.
        cells: Its cells.
        named: Blank cells before this column are in the tree too.
    """
    height, edge, width = info.row_h - 1, info.room_w, info.room_w - info.head_w
    lines = tuple([x + w - 1 - info.head_w for _, x, w in info.columns if x + w <= edge]) if node.data.lines else None
    parts: list[Part] = [Item("cells", "row", 0, 0, width, info.row_h, "", "", 0, lines, INK)]
    button = node.message("button")
    for column, x, w in info.columns:
        cell = cells[column] if column < len(cells) else None
        if column >= named and _is_blank(cell):
            if cell is None:
                break
            continue
        at, own = x - info.head_w, min(w, edge - x) - 1
        if cell is None:
            shown = _cell_node(node.key, row, column, "")
            parts.append(Item("cell", "", at, 0, own, height, "", "", 0, None, shown))
            continue
        shown = _cell_node(node.key, row, column, cell.text)
        look = CellData(cell.align, cell.bold, cell.italic, cell.underline, cell.ink, cell.ground, cell.numeric, own)
        room = own
        if cell.text and cell.align == "left" and not cell.numeric and cell.ground < 0:
            room = _room(layout, info, cells, cell, column, x, own)
        if room > own:  # the node keeps the cell's own rectangle, a second item without a node has the wide text
            parts.append(Item("cell", "", at, 0, own, height, "", "", 0, look, shown))
            parts.append(Item("cell", "", at, 0, room, height, cell.text, "", 0, look, INK))
        else:
            parts.append(Item("cell", "", at, 0, own, height, cell.text, "", 0, look, shown))
        if cell.button and button is not None:
            side = min(layout.px(_BUTTON), height - 1)
            inner = _button_node(node.key, row, column, cell.button, button)
            at_x, at_y = at + own - side - 1, (height - side) // 2
            parts.append(Item("button", "grid", at_x, at_y, side, side, "", inner.icon, 0, None, inner))
    return Laid(width, info.row_h, tuple(parts), None, cells)


def blank_piece(
    node: Node,
    info: GridInfo,
    row: int,
    cells: tuple[GridCell, ...],
    named: int,
    height: int,
    under: tuple[tuple[int, int], ...],
) -> Laid:
    """Lay out the blank cells of one row that `row_piece` leaves out; they are read separately.

    Args:
        node: The grid.
        info: Where the columns are.
        row: Number of the row.
        cells: Its cells.
        named: Blank cells before this column are in the row's own piece.
        height: How much of the row can be seen, in pixels.
        under: What is covered by the cell editor or a float, each from x to x, in pixels of the row.
    """
    parts: list[Part] = []
    opens = node.message("open") is not None
    for column, x, w in info.columns:
        cell = cells[column] if column < len(cells) else None
        at, own = x - info.head_w, min(w, info.room_w - x) - 1
        if column < named or not _is_blank(cell) or any(at < last and at + own > first for first, last in under):
            continue
        parts.append(Item("cell", "", at, 0, own, height, "", "", 0, None, _blank_node(node.key, row, column, opens)))
    return Laid(info.room_w - info.head_w, info.row_h, tuple(parts), None, cells)


def _is_blank(cell: GridCell | None) -> bool:
    return cell is None or not (cell.text or cell.ground >= 0 or cell.button)


def _room(
    layout: Layout, info: GridInfo, cells: tuple[GridCell, ...], cell: GridCell, column: int, x: int, own: int
) -> int:
    """The width that a cell's text may take: its ``own`` pixels and the blank cells at its right, as far as needed."""
    style = layout.theme.style("cell", "")
    wanted = text_width(cell.text, style.font._replace(bold=cell.bold)) + style.pad[0] + style.pad[2]
    room = own
    for other, left, width in info.columns:
        if other <= column:
            continue
        if room >= wanted or (other < len(cells) and (cells[other].text or cells[other].ground >= 0)):
            break
        room = min(left + width, info.room_w) - x - 1
    return room


def marks_piece(layout: Layout, info: GridInfo, data: GridData) -> Laid:
    """Lay out the tint of the selection, its frame with the handle, and the dashed frame of the copied area."""
    ops: list[Op] = []
    look = layout.theme.look("grid", "")  # not its style: what is laid out stays when only the palette changes
    if data.copied is not None:
        found = _box(info, data.copied)
        if found is not None:
            ops += _dashes(*found, layout.px(4), (info.room_w, info.room_h), look.ink)
    if data.filling is not None:
        found = _box(info, data.filling)
        if found is not None:
            ops += _dashes(*found, layout.px(2), (info.room_w, info.room_h), look.ink)
    found = _box(info, data.selection.area)
    if found is not None:
        ops += _tints(found[:4], info.box_of(data.selection.active), look.checked)
        ops += _frame(found, data, info, max(2, layout.px(2)), layout.px(_HANDLE), look.ink)
    w, h = info.room_w, info.room_h
    return Laid(w, h, (Item("picture", "", 0, 0, w, h, "", "", 0, tuple(ops), INK),))


def _tints(area: Box, active: tuple[int, int, int, int] | None, tint: Ink | None) -> list[Op]:
    """What lies over the selected cells, the active one (x, y, width and height) left out."""
    boxes = [area]
    if active is not None:
        x, y, w, h = active
        boxes = around(clip_box((x, y, x + w, y + h), area), area)
    return [("tint", x0, y0, x1 - x0, y1 - y0, tint, "layer") for x0, y0, x1, y1 in boxes]


def _frame(
    found: tuple[int, int, int, int, bool, bool], data: GridData, info: GridInfo, thick: int, side: int, ink: Ink
) -> list[Op]:
    x0, y0, x1, y1, right, bottom = found
    area = data.selection.area
    ops: list[Op] = []
    if area[1] >= info.left:
        ops.append(("rect", x0 - 1, y0 - 1, thick, y1 - y0 + 1, ink))
    if not info.rows or area[0] >= info.rows[0]:
        ops.append(("rect", x0 - 1, y0 - 1, x1 - x0 + 1, thick, ink))
    if right:
        ops.append(("rect", x1 - thick, y0 - 1, thick, y1 - y0 + 1, ink))
    if bottom:
        ops.append(("rect", x0 - 1, y1 - thick, x1 - x0 + 1, thick, ink))
    if right and bottom and data.editor is None:
        ops.append(("rect", x1 - side + 1, y1 - side + 1, side + 1, side + 1, "layer"))
        ops.append(("rect", x1 - side + 2, y1 - side + 2, side, side, ink))
    return ops


def _box(info: GridInfo, area: tuple[int, int, int, int]) -> tuple[int, int, int, int, bool, bool] | None:
    """The visible part of an area in pixels, and whether its right and its lower edge are visible."""
    columns = [c for c in info.columns if area[1] <= c[0] <= area[3]]
    lines = [i for i, r in enumerate(info.rows) if area[0] <= r <= area[2]]
    if not columns or not lines:
        return None
    x1 = columns[-1][1] + columns[-1][2]
    y1 = info.head_h + (lines[-1] + 1) * info.row_h
    right = columns[-1][0] == area[3] and x1 <= info.room_w
    bottom = y1 <= info.room_h
    return columns[0][1], info.head_h + lines[0] * info.row_h, min(x1, info.room_w), min(y1, info.room_h), right, bottom


def on_handle(layout: Layout, info: GridInfo, data: GridData, x: int, y: int) -> bool:
    """Return whether a pixel of the grid is on the handle at the lower right corner of the selection."""
    found = _box(info, data.selection.area) if data.editor is None else None
    if found is None:
        return False
    _, _, x1, y1, right, bottom = found
    side, near = layout.px(_HANDLE), layout.px(_NEAR)
    return right and bottom and x1 - side <= x <= x1 + near and y1 - side <= y <= y1 + near


def _dashes(
    x0: int, y0: int, x1: int, y1: int, right: bool, bottom: bool, step: int, room: tuple[int, int], ink: Ink
) -> list[Op]:
    """A dashed frame."""
    across = [(x, y) for y in (y0 - 1, y1 - 2) for x in range(x0, x1, 2 * step) if y < room[1]]
    down = [(x, y) for x in (x0 - 1, x1 - 2) for y in range(y0, y1, 2 * step) if x < room[0]]
    flat = [("rect", x, y, min(step, x1 - x), 2, ink) for x, y in across]
    return flat + [("rect", x, y, 2, min(step, y1 - y), ink) for x, y in down]


def column_heads_piece(key: str, info: GridInfo, area: tuple[int, int, int, int], old: Laid | None) -> Laid:
    """Lay out the column heads and the corner; those of the selection are marked.

    ``old`` itself if they are marked so there.

    The caller passes ``old`` only if the columns did not move.
    """
    chosen = tuple([c for c, _, _ in info.columns if area[1] <= c <= area[3]])
    if old is not None and old.info == chosen:
        return old
    parts = [Item("grid_head", "corner", 0, 0, info.head_w, info.head_h, "", "", 0, None, INK)]
    for column, x, w in info.columns:
        node, flags = _head_node(key, column_letters(column), Role.COLUMN_HEADER), SELECTED if column in chosen else 0
        width = min(w, info.room_w - x)
        parts.append(Item("grid_head", "", x, 0, width, info.head_h, node.name, "", flags, "column", node))
    return Laid(info.room_w, info.head_h, tuple(parts), None, chosen)


def row_heads_piece(key: str, info: GridInfo, area: tuple[int, int, int, int], old: Laid | None) -> Laid:
    """Lay out the row heads; those of the selection are marked. ``old`` is as for `column_heads_piece`."""
    chosen = tuple([r for r in info.rows if area[0] <= r <= area[2]])
    if old is not None and old.info == chosen:
        return old
    parts = []
    for line, row in enumerate(info.rows):
        y = info.head_h + line * info.row_h
        node, flags = _head_node(key, str(row + 1), Role.ROW_HEADER), SELECTED if row in chosen else 0
        height = min(info.row_h, info.room_h - y)
        parts.append(Item("grid_head", "", 0, y, info.head_w, height, node.name, "", flags, "row", node))
    return Laid(info.head_w, info.room_h, tuple(parts), None, chosen)


def bars_piece(layout: Layout, key: str, info: GridInfo) -> Laid:
    """Lay out both scrollbars, and the corner between them."""
    bar = layout.px(BAR)
    w, h = info.room_w, info.room_h
    parts: list[Part] = [Item("scrollbar", "", w, h, bar, bar, "", "", 0, None, INK)]
    for axis, length, name in ((0, h, "Vertical"), (1, w, "Horizontal")):
        whole, at, reach = ((info.whole, info.top, info.reach[0]), (len(info.columns), info.left, info.reach[1]))[axis]
        thumb = max(layout.px(_THUMB), length * whole // max(1, reach))
        thumb = min(thumb, length)
        start = (length - thumb) * at // max(1, reach - whole) if reach > whole else 0
        track, knob = _bar_nodes(key, "xy"[1 - axis], name)
        if axis == 0:
            parts.append(Item("scrollbar", "", w, 0, bar, h, "", "", 0, "v", track))
            parts.append(Item("thumb", "", w, start, bar, thumb, "", "", 0, "v", knob))
        else:
            parts.append(Item("scrollbar", "", 0, h, w, bar, "", "", 0, "h", track))
            parts.append(Item("thumb", "", start, h, thumb, bar, "", "", 0, "h", knob))
    return Laid(w + bar, h + bar, tuple(parts))


@lru_cache(maxsize=64)
def _bar_nodes(key: str, axis: str, name: str) -> tuple[Node, Node]:
    track = Node(
        "grid_bar", key=f"{key}.bar_{axis}", name=name, role=Role.SCROLLBAR, reacts=True, data=GridBarData(key, axis)
    )
    return track, Node("grid_thumb", key=f"{key}.thumb_{axis}", reacts=True, data=GridBarData(key, axis))
