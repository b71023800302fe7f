"""The grid of a spreadsheet."""

from __future__ import annotations

from typing import Any

from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.subject import solid
from omnigym.devices.sim.ui.grid import grid_inside
from omnigym.devices.sim.ui.items import Laid
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.ui.layout import Layout
from omnigym.devices.sim.ui.nodes import Node
from omnigym.devices.sim.ui.sizes import content_size
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


def _inside(layout: Layout, node: Node, w: int, h: int, ui: Any, focused: bool, before: Laid | None) -> Laid:
    return grid_inside(layout, node, w, h, ui, before)


WIDGET = Widget(
    "grid",
    kind=Kind(size=content_size, inside=_inside),
    appearance=Appearance(draw=solid, exact=True, is_ground=True, is_plain=True),
)
