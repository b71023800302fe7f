"""The separator: a thin line."""

from __future__ import annotations

from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.canvas import Op
from omnigym.devices.sim.paint.subject import Subject, centred
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.ui.sizes import content_size
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


def _draw(s: Subject) -> list[Op]:
    """A line through the middle, along the longer side."""
    if s.look.fill is None:
        return []
    left, top, right, bottom = s.look.pad
    if s.w >= s.h:
        return [("rect", left, centred(s.h, 1), s.w - left - right, 1, s.look.fill)]
    return [("rect", centred(s.w, 1), top, 1, s.h - top - bottom, s.look.fill)]


WIDGET = Widget(
    "separator",
    kind=Kind(size=content_size),
    appearance=Appearance(draw=_draw, exact=True),
)
