"""The track of a scrollbar."""

from __future__ import annotations

from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.subject import solid
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.ui.sizes import content_size
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


WIDGET = Widget(
    "scrollbar",
    kind=Kind(size=content_size),
    appearance=Appearance(draw=solid, exact=True, is_ground=True, is_plain=True),
)
