"""The veil: a rectangle that darkens what is behind it."""

from __future__ import annotations

from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.canvas import Op
from omnigym.devices.sim.paint.subject import Subject
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.ui.sizes import content_size
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


def _draw(s: Subject) -> list[Op]:
    """The op that darkens the whole rectangle."""
    return [("veil", 0, 0, s.w, s.h)]


WIDGET = Widget(
    "veil",
    kind=Kind(size=content_size),
    appearance=Appearance(draw=_draw, exact=True),
)
