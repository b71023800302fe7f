"""The part of a scrollbar that is dragged."""

from __future__ import annotations

from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.canvas import Op
from omnigym.devices.sim.paint.subject import Subject, centred, ground_of
from omnigym.devices.sim.ui.flags import HOVER, PRESSED
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.ui.sizes import content_size
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


def _draw(s: Subject) -> list[Op]:
    """The part of a scrollbar that is dragged: a thin rounded bar, thicker under the pointer."""
    colour = ground_of(s) or s.theme.palette.thumb
    side = min(s.w, s.h)
    thick = max(2, side // 2) if s.flags & (HOVER | PRESSED) else max(2, side // 4 + 1)
    if s.h >= s.w:
        return [("box", centred(s.w, thick), 2, thick, max(s.h - 4, 2), colour, None, thick // 2)]
    return [("box", 2, centred(s.h, thick), max(s.w - 4, 2), thick, colour, None, thick // 2)]


WIDGET = Widget(
    "thumb",
    kind=Kind(size=content_size),
    appearance=Appearance(draw=_draw, exact=True),
)
