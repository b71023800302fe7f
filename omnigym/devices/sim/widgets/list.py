"""A virtual list, table or grid of icons."""

from __future__ import annotations

from typing import Any

from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.subject import solid
from omnigym.devices.sim.ui.items import Laid
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.ui.layout import Layout
from omnigym.devices.sim.ui.measuring import Measuring
from omnigym.devices.sim.ui.nodes import Node
from omnigym.devices.sim.ui.payloads import ListData
from omnigym.devices.sim.ui.scrolling import list_inside
from omnigym.devices.sim.ui.sizes import FIELD_WIDTH
from omnigym.devices.sim.ui.slots import remembered
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


#: To look up a list of more entries than these takes longer than to lay out those that can be seen.
_LONG = 200

_kept = remembered(list_inside)


def _size(layout: Measuring, node: Node, room: int) -> tuple[int, int]:
    data: ListData = node.data
    return layout.px(FIELD_WIDTH), len(data.entries) * layout.px(data.row_h)


def _inside(layout: Layout, node: Node, w: int, h: int, ui: Any, focused: bool, before: Laid | None) -> Laid:
    data: ListData = node.data
    if len(data.entries) > _LONG:
        return list_inside(layout, node, w, h, ui)
    return _kept(layout, node, w, h, ui, focused, before)


WIDGET = Widget(
    "list",
    kind=Kind(size=_size, inside=_inside, scrolls=True, opens=True),
    appearance=Appearance(draw=solid, exact=True, is_ground=True, is_plain=True),
)
