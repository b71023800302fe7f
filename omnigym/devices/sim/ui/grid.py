"""The grid of a spreadsheet: a virtual table of cells with heads, a selection, and an editor over one cell.

Only the cells that can be seen are laid out, row by row; a row that is as it was is taken from a moment ago. The window
keeps how far it is scrolled, as (row, column): the first of each that is shown.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Any, NamedTuple, TypeAlias

from omnigym.a11y import Role
from omnigym.devices.sim.paint.fonts import text_width
from omnigym.devices.sim.ui.grid_parts import bars_piece, column_heads_piece, marks_piece, row_heads_piece, row_piece
from omnigym.devices.sim.ui.items import Laid, Part, Slot, Sub
from omnigym.devices.sim.ui.layout import Layout
from omnigym.devices.sim.ui.nodes import FILL, Msg, Node, widget
from omnigym.devices.sim.ui.scrolling import BAR, body

__all__ = ["GridCell", "GridData", "GridInfo", "GridSelection", "grid", "grid_inside"]

#: (row, column), from 0.
Place: TypeAlias = tuple[int, int]

#: Of a row, no cell is selected.
_UNSELECTED = (0, 0)
_HEAD_W, _HEAD_H = 38, 22
#: How far beyond what is in use the scrollbars reach.
_BEYOND = (20, 8)


class GridCell(NamedTuple):
    """What a cell shows.

    Attributes:
        text: What is in it.
        align: "left", "center" or "right".
        bold, italic, underline: Of the text.
        ink, ground: Colours as 0xRRGGBB, or -1 for the theme's.
        numeric: Whether signs take the place of a text that has no room; other texts go on over blank cells.
        button: Name of a button at its right, or "".
    """

    text: str = ""
    align: str = "left"
    bold: bool = False
    italic: bool = False
    underline: bool = False
    ink: int = -1
    ground: int = -1
    numeric: bool = False
    button: str = ""


class GridSelection(NamedTuple):
    """The selected area: from the active cell to the opposite corner."""

    active: Place = (0, 0)
    end: Place = (0, 0)

    @property
    def area(self) -> tuple[int, int, int, int]:
        """First row, first column, last row, last column."""
        (a, b), (c, d) = self
        return min(a, c), min(b, d), max(a, c), max(b, d)


class GridData(NamedTuple):
    """What a grid shows.

    Attributes:
        rows: The cells as far as there is something in them.
        size: How many rows and columns there are.
        widths: Of each column, in logical pixels.
        row_h: Height of a row in logical pixels.
        hidden: Rows that are left out.
        selection: What is selected.
        editor: The field over the active cell while it is edited, or None.
        lines: Whether lines part the cells.
        copied: The area with a dashed frame, or None.
    """

    rows: tuple[tuple[GridCell, ...], ...]
    size: Place
    widths: tuple[int, ...]
    row_h: int = 20
    hidden: frozenset[int] = frozenset()
    selection: GridSelection = GridSelection()
    editor: Node | None = None
    lines: bool = True
    copied: tuple[int, int, int, int] | None = None


class GridInfo(NamedTuple):
    """Where cells are, in pixels of the widget.

    Attributes:
        top, left: First row (counted without hidden ones) and column that are shown.
        rows: The rows that can be seen, the last maybe in part.
        columns: (column, x, width) of those that can be seen.
        head_w, head_h: Of the heads.
        row_h: Height of a row.
        room_w, room_h: Where the cells end.
        whole: How many rows fit wholly.
        reach: How many rows and columns the scrollbars go over.
    """

    top: int
    left: int
    rows: tuple[int, ...]
    columns: tuple[tuple[int, int, int], ...]
    head_w: int
    head_h: int
    row_h: int
    room_w: int
    room_h: int
    whole: int
    reach: Place

    def place_at(self, x: int, y: int) -> Place:
        """The cell that is nearest to a pixel."""
        line = min(max(0, (y - self.head_h) // self.row_h), len(self.rows) - 1)
        at = bisect_right(self.columns, x, key=lambda c: c[1]) - 1
        return self.rows[line], self.columns[max(0, at)][0]

    def box_of(self, place: Place) -> tuple[int, int, int, int] | None:
        """x, y, width and height of a cell, or None where it is not to be seen."""
        found = next((c for c in self.columns if c[0] == place[1]), None)
        if found is None or place[0] not in self.rows:
            return None
        return found[1], self.head_h + self.rows.index(place[0]) * self.row_h, found[2], self.row_h


def grid(
    key: str, data: GridData, *, name: str, select: Msg, type: Msg | None = None,  # noqa: A002 - the event's name
    open: Msg | None = None, context: Msg | None = None, button: Msg | None = None, step: Msg | None = None,  # noqa: A002
) -> Node:  # fmt: skip
    """A grid of cells, as large as there is room.

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
    """
    return widget(
        "grid", key, Role.TABLE, name=name, w=FILL, h=FILL, data=data, select=select, type=type, open=open,
        context=context, button=button, step=step,
    )  # fmt: skip


def visible_rows(data: GridData, top: int, count: int) -> tuple[int, ...]:
    """Up to ``count`` rows from the ``top``-th on that is not hidden."""
    if not data.hidden:
        return tuple(range(top, min(top + count, data.size[0])))
    shown = [r for r in range(data.size[0]) if r not in data.hidden]
    return tuple(shown[top : top + count])


def _info(layout: Layout, data: GridData, w: int, h: int, ui: Any) -> GridInfo:
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
    """What is kept of a grid for the next time.

    Attributes:
        shape: What rows depend on besides their cells.
        rows: By row, (cells, whether blank cells are named, piece).
        around: The frame of the selection, the heads and the scrollbars.
    """

    shape: tuple[Any, ...]
    rows: dict[int, tuple[Any, ...]]
    around: tuple[Sub, ...]


def grid_inside(layout: Layout, node: Node, w: int, h: int, ui: Any, before: Laid | None) -> Laid:
    """The inside of a grid; ``ui`` is how far it is scrolled, ``before`` as for `slots.resolve`."""
    data: GridData = node.data
    info = _info(layout, data, w, h, ui)
    area = data.selection.area
    named = len(data.rows) + 1, max([len(row) for row in data.rows], default=0) + 1
    shape = (node.key, info.columns, info.room_w, info.row_h, data.lines, named[1], node.message("button"))
    last: _Kept | None = before.caches.get("grid") if before is not None else None
    known = last.rows if last is not None and last.shape == shape else {}
    rows: dict[int, tuple[Any, ...]] = {}
    chosen = [(x - info.head_w, x - info.head_w + w) for c, x, w in info.columns if area[1] <= c <= area[3]]
    span = (chosen[0][0], chosen[-1][1]) if chosen else _UNSELECTED
    parts: list[Part] = [body(node, w, h)]
    for line, row in enumerate(info.rows):
        cells = data.rows[row] if row < len(data.rows) else ()
        inside = row < named[0]
        old = known.get(row)
        if old is None or old[0] is not cells or old[1] != inside:
            old = (cells, inside, _row(layout, node, info, shape, row, cells, named[1] if inside else 0))
        rows[row] = old
        selected = span if area[0] <= row <= area[2] else _UNSELECTED
        parts.append(Sub(old[2], info.head_w, info.head_h + line * info.row_h, 0, False, selected))
    same = last is not None and before is not None and before.info == info
    around = _around(layout, node, info, last.around if last is not None and same else ())
    parts += around
    if data.editor is not None:
        box = info.box_of(data.selection.active)
        if box is not None:
            parts.append(_editor_slot(layout, data.editor, info, box))
    laid = Laid(w, h, tuple(parts), (w, h), info)
    laid.caches["grid"] = _Kept(shape, rows, around)
    return laid


def _row(
    layout: Layout,
    node: Node,
    info: GridInfo,
    shape: tuple[Any, ...],
    row: int,
    cells: tuple[GridCell, ...],
    named: int,
) -> Laid:
    """A row, laid out once: the pointer goes to and fro."""
    key = ("grid row", shape, row, named, id(cells))
    found = layout.memo.get(key)
    if found is None or found.info is not cells:
        found = layout.memo.put(key, row_piece(layout, node, info, row, cells, named))
    return found


def _around(layout: Layout, node: Node, info: GridInfo, last: tuple[Sub, ...]) -> tuple[Sub, ...]:
    """The frame of the selection, the heads and the scrollbars; those of ``last`` that are as before are kept."""
    data: GridData = node.data
    marks = marks_piece(layout, info, data)
    columns = column_heads_piece(node.key, info, data.selection.area, last[1].laid if last else None)
    rows = row_heads_piece(node.key, info, data.selection.area, last[2].laid if last else None)
    bars = last[3].laid if last else bars_piece(layout, node.key, info)
    return Sub(marks, 0, 0, 0), Sub(columns, 0, 0, 0), Sub(rows, 0, 0, 0), Sub(bars, 0, 0, 0)


def _editor_slot(layout: Layout, editor: Node, info: GridInfo, box: tuple[int, int, int, int]) -> Slot:
    """The editor's place: over its cell, and as far to the right as its text needs."""
    x, y, w, h = box
    style = layout.theme.style("field", editor.style)
    wanted = text_width(editor.text, style.font) + style.pad[0] + style.pad[2] + layout.px(12)
    return Slot(editor, x - 1, y - 1, min(max(w + 1, wanted), max(w + 1, info.room_w - x)), h + 1, 0)
