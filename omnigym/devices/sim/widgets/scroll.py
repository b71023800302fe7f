"""The scroll pane: a viewport on content that may be higher than itself."""

from __future__ import annotations

from omnigym.devices.sim.input.behaviour import Behaviour
from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.subject import solid
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.ui.measuring import Measuring
from omnigym.devices.sim.ui.nodes import Node
from omnigym.devices.sim.ui.scrolling import scroll_inside
from omnigym.devices.sim.ui.slots import remembered
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


def _size(layout: Measuring, node: Node, room: int) -> tuple[int, int]:
    return layout.natural(node.data, room)


WIDGET = Widget(
    "scroll",
    kind=Kind(size=_size, inside=remembered(scroll_inside), scrolls=True),
    appearance=Appearance(draw=solid, exact=True, is_ground=True, is_plain=True),
    behaviour=Behaviour(pages=True),
)
