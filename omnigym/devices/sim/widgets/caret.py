"""The caret: the line that marks where typed text is inserted."""

from __future__ import annotations

from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.subject import solid
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


WIDGET = Widget(
    "caret",
    appearance=Appearance(draw=solid, exact=True),
)
