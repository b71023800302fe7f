"""The grid of a spreadsheet: a virtual table of cells with heads, a selection, and an editor over one cell.

Only the visible cells are laid out, row by row, and unchanged rows are reused. The window keeps how far the grid is
scrolled, as the (row, column) of the first visible cell.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from omnigym.a11y import Role
from omnigym.sim.style.fonts import text_width
from omnigym.sim.ui.grid_data import GridCell, GridData, GridInfo
from omnigym.sim.ui.grid_parts import (
    bars_piece,
    blank_piece,
    column_heads_piece,
    marks_piece,
    row_heads_piece,
    row_piece,
)
from omnigym.sim.ui.items import Laid, Part, Slot, Sub
from omnigym.sim.ui.layout import Layout
from omnigym.sim.ui.nodes import FILL, Msg, Node, widget
from omnigym.sim.ui.scrolling import BAR, body

#: The `Sub.selected` of a row in which no cell is selected.
_UNSELECTED = (0, 0)
_HEAD_W, _HEAD_H = 38, 22
#: Rows and columns beyond the used ones that the scrollbars can reach.
_BEYOND = (20, 8)


def grid(
    key: str,
    data: GridData,
    *,
    name: str,
    select: Msg,
    type: Msg | None = None,  # noqa: A002 - the event's name
    open: Msg | None = None,  # noqa: A002
    context: Msg | None = None,
    button: Msg | None = None,
    step: Msg | None = None,
    filling: Msg | None = None,
    fill: Msg | None = None,
) -> Node:
    """Return a grid of cells that fills the available space.

    Put it into the root view, not into a `panel`: it changes at every key.

    Args:
        key: Its stable name; cells are ``f"{key}.B3"``, buttons in them ``f"{key}.B3.button"``.
        data: What it shows.
        name: Accessible name.
        select: Sent with the active cell and the opposite corner of what is selected appended.
        type: Sent with the text appended that is typed while it has the focus.
        open: Sent on a double click.
        context: Sent on a right click, with "cells", "rows" or "columns" appended, after the selection.
        button: Sent with row and column appended when the button in a cell is pressed.
        step: Sent with "down", "up", "right" or "left" appended on Enter and Tab, without and with Shift.
        filling: Sent with the area appended that the handle of the selection is dragged to.
        fill: Sent when the handle is let go, with whether Ctrl is held appended; with None on a double click on it.
    """
    return widget(
        "grid",
        key,
        Role.TABLE,
        name=name,
        w=FILL,
        h=FILL,
        data=data,
        select=select,
        type=type,
        open=open,
        context=context,
        button=button,
        step=step,
        filling=filling,
        fill=fill,
    )


def visible_rows(data: GridData, top: int, count: int) -> tuple[int, ...]:
    """The numbers of up to ``count`` visible rows.

    Args:
        data: The grid's contents.
        top: Index of the first one, counted without the hidden rows.
        count: How many there are at most.
    """
    if not data.hidden:
        return tuple(range(top, min(top + count, data.size[0])))
    shown = [r for r in range(data.size[0]) if r not in data.hidden]
    return tuple(shown[top : top + count])


def _info(layout: Layout, data: GridData, w: int, h: int, ui: tuple[int, int] | None) -> GridInfo:
    px, bar = layout.px, layout.px(BAR)
    head_w, head_h, row_h = px(_HEAD_W), px(_HEAD_H), px(data.row_h)
    room_w, room_h = max(head_w + 1, w - bar), max(head_h + 1, h - bar)
    whole = max(1, (room_h - head_h) // row_h)
    shown = data.size[0] - len(data.hidden)
    top, left = ui or (0, 0)
    top, left = min(max(0, top), max(0, shown - whole)), min(max(0, left), data.size[1] - 1)
    columns, x = [], head_w
    for column in range(left, data.size[1]):
        if x >= room_w:
            break
        width = px(data.widths[column])
        columns.append((column, x, width))
        x += width
    rows = visible_rows(data, top, -(-(room_h - head_h) // row_h))
    used = max([len(row) for row in data.rows], default=0)
    reach = (
        min(shown, max(len(data.rows), top + whole) + _BEYOND[0]),
        min(data.size[1], max(used, left + len(columns)) + _BEYOND[1]),
    )
    return GridInfo(top, left, rows, tuple(columns), head_w, head_h, row_h, room_w, room_h, whole, reach)


class _Kept(NamedTuple):
    """The pieces of a grid, kept to be reused when it is laid out again.

    Attributes:
        shape: What all rows depend on besides their cells; with another shape no row is reused.
        rows: By row number: (cells, whether its blank cells are in the tree, piece).
        around: The frame of the selection, the heads and the scrollbars.
    """

    shape: tuple[object, ...]
    rows: dict[int, tuple[Any, ...]]
    around: tuple[Sub, ...]


def grid_inside(layout: Layout, node: Node, w: int, h: int, ui: tuple[int, int] | None, before: Laid | None) -> Laid:
    """Return the inside of a grid; ``ui`` is its scroll offset, ``before`` as in `slots.resolve`."""
    data: GridData = node.data
    info = _info(layout, data, w, h, ui)
    area = data.selection.area
    named = len(data.rows) + 1, max([len(row) for row in data.rows], default=0) + 1
    shape = (node.key, info.columns, info.room_w, info.row_h, data.lines, named[1], node.message("button"))
    last: _Kept | None = before.caches.get("grid") if before is not None else None
    known = last.rows if last is not None and last.shape == shape else {}
    rows: dict[int, tuple[object, ...]] = {}
    chosen = [(x - info.head_w, x - info.head_w + w) for c, x, w in info.columns if area[1] <= c <= area[3]]
    span = (chosen[0][0], chosen[-1][1]) if chosen else _UNSELECTED
    parts: list[Part] = [body(node, w, h)]
    for line, row in enumerate(info.rows):
        cells = data.rows[row] if row < len(data.rows) else ()
        inside = row < named[0]
        old = known.get(row)
        # By identity: an app keeps the tuple of a row that it does not change.
        if old is None or old[0] is not cells or old[1] != inside:
            old = (cells, inside, _row(layout, node, info, shape, row, cells, named[1] if inside else 0))
        rows[row] = old
        selected = span if area[0] <= row <= area[2] else _UNSELECTED
        parts.append(Sub(old[2], info.head_w, info.head_h + line * info.row_h, 0, False, selected))
    floats = _floats(layout, data, info)
    if floats:
        parts.append(_over_cells(info, floats))
    same = last is not None and before is not None and before.info == info
    around = _around(layout, node, info, last.around if last is not None and same else ())
    parts += around
    if data.editor is not None:
        box = info.box_of(data.selection.active)
        if box is not None:
            parts.append(_editor_slot(layout, data.editor, info, box))
    blanks = _blanks(layout, node, info, shape, rows, parts, floats)
    if before is not None and before.apart is not None and before.apart.parts == blanks.parts:
        blanks = before.apart
    laid = Laid(w, h, tuple(parts), (w, h), info, blanks)
    laid.caches["grid"] = _Kept(shape, rows, around)
    return laid


def _blanks(
    layout: Layout,
    node: Node,
    info: GridInfo,
    shape: tuple[Any, ...],
    rows: Mapping[int, tuple[Any, ...]],
    parts: Sequence[Part],
    floats: Sequence[Sub],
) -> Laid:
    """The blank cells that are in no row's piece, each row of them where that is.

    They are hundreds, so they are read after all else on the screen. What is read later lies over what was read before,
    so cells, or parts of them, that are under the editor, a float or a scrollbar must be left out.

    Args:
        layout: Keeps the pieces.
        node: The grid.
        info: Where its cells are.
        shape: As for `_Kept`.
        rows: As for `_Kept`.
        parts: The parts of the grid, the editor's slot among them: first its body, then the rows.
        floats: The nodes that lie over cells.
    """
    over = [(f.x, f.y, f.laid.w, f.laid.h) for f in floats]
    if type(parts[-1]) is Slot:
        over.append((parts[-1].x, parts[-1].y, parts[-1].w, parts[-1].h))
    found: list[Part] = []
    for (row, (cells, inside, _)), sub in zip(rows.items(), parts[1:], strict=False):
        assert type(sub) is Sub
        height = min(info.row_h - 1, info.room_h - sub.y)
        under = tuple([(x - sub.x, x - sub.x + w) for x, y, w, h in over if y < sub.y + height and sub.y < y + h])
        named = shape[5] if inside else 0
        key = ("blank row", shape, row, named, height, under, id(cells))
        piece = layout.memo.get(key)
        if piece is None or piece.info is not cells:
            piece = layout.memo.put(key, blank_piece(node, info, row, cells, named, height, under))
        if piece.parts:
            found.append(sub._replace(laid=piece, parent=-1))
    return Laid(info.room_w, info.room_h, tuple(found))


def _row(
    layout: Layout,
    node: Node,
    info: GridInfo,
    shape: tuple[object, ...],
    row: int,
    cells: tuple[GridCell, ...],
    named: int,
) -> Laid:
    """The piece of a row, from the memo if the same row was laid out before (scrolling back and forth)."""
    key = ("grid row", shape, row, named, id(cells))
    found = layout.memo.get(key)
    # An id may be given to another object later; the piece holds the cells that it was made of, to tell.
    if found is None or found.info is not cells:
        found = layout.memo.put(key, row_piece(layout, node, info, row, cells, named))
    return found


def _around(layout: Layout, node: Node, info: GridInfo, last: tuple[Sub, ...]) -> tuple[Sub, ...]:
    """The frame of the selection, the heads and the scrollbars, reusing unchanged ones of ``last``."""
    data: GridData = node.data
    marks = marks_piece(layout, info, data)
    columns = column_heads_piece(node.key, info, data.selection.area, last[1].laid if last else None)
    rows = row_heads_piece(node.key, info, data.selection.area, last[2].laid if last else None)
    bars = last[3].laid if last else bars_piece(layout, node.key, info)
    return Sub(marks, 0, 0, 0), Sub(columns, 0, 0, 0), Sub(rows, 0, 0, 0), Sub(bars, 0, 0, 0)


def _floats(layout: Layout, data: GridData, info: GridInfo) -> list[Sub]:
    """The nodes that lie over cells, as far as they can be seen; the heads and the scrollbars are in front of them."""
    found = []
    for (top, left, bottom, right), node in data.floats:
        first = info.columns[0][0] if info.columns else 0
        x = info.head_w + _across(layout, data, first, left)
        w = _across(layout, data, left, right + 1)
        y = info.head_h + (_down(data, top) - info.top) * info.row_h
        h = (_down(data, bottom + 1) - _down(data, top)) * info.row_h
        if w > 0 and h > 0 and info.head_w < x + w and x < info.room_w and info.head_h < y + h and y < info.room_h:
            key = ("float", node, w, h)
            piece = layout.memo.get(key) or layout.memo.put(key, layout.lay(node, w, h))
            found.append(Sub(piece, x, y, 0))
    return found


def _over_cells(info: GridInfo, floats: Sequence[Sub]) -> Sub:
    """The nodes that lie over cells, in panels that end where the cells do."""
    x, y = info.head_w, info.head_h
    moved = tuple([f._replace(x=f.x - x, y=f.y - y, parent=-1, own=True) for f in floats])
    return Sub(Laid(info.room_w - x, info.room_h - y, moved), x, y, 0, own=True)


def _across(layout: Layout, data: GridData, first: int, last: int) -> int:
    """The pixels from the left edge of a column to that of another."""
    pixels = sum([layout.px(width) for width in data.widths[min(first, last) : max(first, last)]])
    return pixels if first <= last else -pixels


def _down(data: GridData, row: int) -> int:
    """The number of visible rows above a row."""
    return row - sum([h < row for h in data.hidden])


def _editor_slot(layout: Layout, editor: Node, info: GridInfo, box: tuple[int, int, int, int]) -> Slot:
    """The slot of the cell editor: over its cell, and wider where the text needs more room."""
    x, y, w, h = box
    style = layout.theme.style("field", editor.style)
    wanted = text_width(editor.text, style.font) + style.pad[0] + style.pad[2] + layout.px(12)
    return Slot(editor, x - 1, y - 1, min(max(w + 1, wanted), max(w + 1, info.room_w - x)), h + 1, 0)
