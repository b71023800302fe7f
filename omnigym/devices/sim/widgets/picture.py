"""The picture: a drawing whose payload is the draw ops themselves."""

from __future__ import annotations

from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.ui.sizes import content_size
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


WIDGET = Widget(
    "picture",
    kind=Kind(size=content_size),
    appearance=Appearance(brings_ops=True),
)
