"""The grid of a spreadsheet and its parts: heads, cells, scrollbars."""

from __future__ import annotations

from bisect import bisect_right

from omnigym.a11y import State
from omnigym.sim.input.behaviour import Behaviour
from omnigym.sim.input.grids import (
    drag_grid,
    drag_thumb,
    part_of_grid,
    press_bar,
    press_grid,
    press_grid_key,
    press_thumb,
    release_grid,
    reveal_cell,
    scroll_grid,
    type_in_grid,
)
from omnigym.sim.paint.canvas import Op
from omnigym.sim.paint.subject import Appearance, Subject, centred, ink_of, solid, text_op
from omnigym.sim.style.fonts import line_height, positions, text_width
from omnigym.sim.style.looks import Look
from omnigym.sim.ui.grid import grid_inside
from omnigym.sim.ui.grid_data import CellData
from omnigym.sim.ui.items import Laid
from omnigym.sim.ui.kinds import Kind, content_size
from omnigym.sim.ui.layout import Layout
from omnigym.sim.ui.nodes import SELECTED, Node
from omnigym.sim.widgets.record import Widget

# -- the cells of a spreadsheet with heads and scrollbars -------------------------------------------------------------


def _inside(
    layout: Layout, node: Node, w: int, h: int, ui: tuple[int, int] | None, focused: bool, before: Laid | None
) -> Laid:
    return grid_inside(layout, node, w, h, ui, before)


#: Its ink frames what is selected, on the ground of what is checked.
_PLAIN = Look(fill="layer", ink="accent", checked="row_selected")

_GRID = Widget(
    "grid",
    kind=Kind(size=content_size, inside=_inside),
    appearance=Appearance(draw=solid, exact=True, is_ground=True, is_plain=True),
    behaviour=Behaviour(
        down=press_grid,
        dragged=drag_grid,
        released=release_grid,
        wheel=lambda desk, window, node, dy: scroll_grid(desk, window, node.key, round(3 * dy), 0),
        wheel_aside=lambda desk, window, node, dx: scroll_grid(desk, window, node.key, 0, round(dx)),
        part_at=part_of_grid,
        part_at_cursor=lambda node: ("cells",),
        key=press_grid_key,
        typed=type_in_grid,
        show_caret=lambda desk, window, node: reveal_cell(desk, window.id, node.key),
    ),
    looks={"": _PLAIN},
)

# -- grid bar ---------------------------------------------------------------------------------------------------------

# The track of a grid's scrollbar. Only its input is here; it is painted by an item of the kind "scrollbar".

_GRID_BAR = Widget(
    "grid_bar",
    kind=Kind(size=content_size),
    behaviour=Behaviour(down=press_bar),
)

# -- the head of a row or of a column of a grid -----------------------------------------------------------------------


def _draw_head(s: Subject) -> list[Op]:
    """The head of a row or column; of the selection, in the grid's own colour."""
    chosen, grid = s.has(SELECTED), s.theme.style("grid", "")
    ground = grid.checked if chosen else s.look.fill
    ops: list[Op] = [("rect", 0, 0, s.w, s.h, ground)]
    if s.style == "corner":
        ops += [("rect", 0, s.h - 1, s.w, 1, s.look.edge), ("rect", s.w - 1, 0, 1, s.h, s.look.edge)]
        side = s.theme.px(9)
        at_x, at_y = s.w - side - s.theme.px(3), s.h - side - s.theme.px(3)
        ops += [("rect", at_x + side - i, at_y + i, i, 1, s.theme.palette.disabled) for i in range(side)]
        return ops
    ink = grid.ink if chosen else s.look.ink
    font = s.look.font._replace(family="ui-semibold") if chosen else s.look.font
    x = centred(s.w, text_width(s.text, font))
    ops.append(text_op(s.text, font, ink, max(0, x), s.w, s.h, ground=ground))
    ops += [("rect", 0, s.h - 1, s.w, 1, s.look.edge), ("rect", s.w - 1, 0, 1, s.h, s.look.edge)]
    if chosen:
        thick = s.theme.px(2)
        ops.append(
            ("rect", 0, s.h - thick, s.w, thick, ink)
            if s.data == "column"
            else ("rect", s.w - thick, 0, thick, s.h, ink)
        )
    return ops


_GRID_HEAD = Widget(
    "grid_head",
    kind=Kind(states=int(State.CLICKABLE | State.SELECTABLE)),
    appearance=Appearance(draw=_draw_head, exact=True),
)

# -- grid thumb -------------------------------------------------------------------------------------------------------

# The thumb of a grid's scrollbar. Only its input is here; it is painted by an item of the kind "thumb".

_GRID_THUMB = Widget(
    "grid_thumb",
    kind=Kind(size=content_size),
    behaviour=Behaviour(down=press_thumb, dragged=drag_thumb, released=release_grid),
)

# -- the contents of a cell of a grid ---------------------------------------------------------------------------------


def _draw(s: Subject) -> list[Op]:
    """The background and the text of a cell; nothing if it has no data."""
    if s.data is None:
        return []
    data: CellData = s.data
    left, _, right, _ = s.look.pad
    font = s.look.font._replace(bold=data.bold, italic=data.italic)
    ops: list[Op] = [("rect", 0, 0, s.w, s.h, data.ground)] if data.ground >= 0 else []
    if not s.text:
        return ops
    width, room = text_width(s.text, font), s.w - left - right
    text = s.text
    if data.numeric and width > room:
        text = "#" * max(1, room // max(1, text_width("#", font)))
        width = text_width(text, font)
    x = left + {"left": 0, "center": (room - width) // 2, "right": room - width}[data.align]
    x = max(left, x)
    if s.w > data.own and data.ground < 0:  # the text continues over blank cells, whose grid lines are hidden
        ops.append(("rect", data.own - 1, 0, min(x + width + 1, s.w) - data.own + 1, s.h, s.theme.palette.layer))
    colour = data.ink if data.ink >= 0 else ink_of(s)
    text = text[: bisect_right(positions(text, font), s.w - x) - 1]  # cut off without an ellipsis, as in spreadsheets
    op = text_op(text, font, colour, x, s.w - x, s.h, ground=data.ground if data.ground >= 0 else None)
    ops.append(op)
    if data.underline:
        ops.append(("rect", x, op[2] + line_height(font) - 3, min(width, room), 1, colour))
    return ops


_CELL = Widget(
    "cell",
    kind=Kind(states=int(State.CLICKABLE | State.SELECTABLE | State.DOUBLE_CLICKABLE)),
    appearance=Appearance(draw=_draw, exact=True),
)

# -- the background of a row of cells of a grid -----------------------------------------------------------------------


def _draw_row(s: Subject) -> list[Op]:
    """The background of a row, with grid lines at the x positions in ``data``; None draws no lines."""
    ops: list[Op] = [("rect", 0, 0, s.w, s.h, s.look.fill)]
    if s.data is not None:
        ops.append(("rect", 0, s.h - 1, s.w, 1, s.look.edge))
        ops += [("rect", x, 0, 1, s.h, s.look.edge) for x in s.data]
    return ops


_CELLS = Widget(
    "cells",
    appearance=Appearance(draw=_draw_row, exact=True, is_ground=True),
)

WIDGETS = (_CELL, _CELLS, _GRID, _GRID_BAR, _GRID_HEAD, _GRID_THUMB)
