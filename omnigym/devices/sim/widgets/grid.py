"""The grid: the cells of a spreadsheet with heads and scrollbars."""

from __future__ import annotations

from omnigym.devices.sim.input.behaviour import Behaviour
from omnigym.devices.sim.input.grids import (
    drag_grid,
    part_of_grid,
    press_grid,
    press_grid_key,
    release_grid,
    reveal_cell,
    scroll_grid,
    type_in_grid,
)
from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.subject import solid
from omnigym.devices.sim.style.looks import Look
from omnigym.devices.sim.ui.grid import grid_inside
from omnigym.devices.sim.ui.items import Laid
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.ui.layout import Layout
from omnigym.devices.sim.ui.nodes import Node
from omnigym.devices.sim.ui.sizes import content_size
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


def _inside(
    layout: Layout, node: Node, w: int, h: int, ui: tuple[int, int] | None, focused: bool, before: Laid | None
) -> Laid:
    return grid_inside(layout, node, w, h, ui, before)


#: Its ink frames what is selected, on the ground of what is checked.
_PLAIN = Look(fill="layer", ink="accent", checked="row_selected")

WIDGET = Widget(
    "grid",
    kind=Kind(size=content_size, inside=_inside),
    appearance=Appearance(draw=solid, exact=True, is_ground=True, is_plain=True),
    behaviour=Behaviour(
        down=press_grid,
        dragged=drag_grid,
        released=release_grid,
        wheel=lambda desk, window, node, dy: scroll_grid(desk, window, node.key, round(3 * dy), 0),
        part_at=part_of_grid,
        part_at_cursor=lambda node: ("cells",),
        key=press_grid_key,
        typed=type_in_grid,
        show_caret=lambda desk, window, node: reveal_cell(desk, window.id, node.key),
    ),
    looks={"": _PLAIN},
)
