"""The progress bar."""

from __future__ import annotations

from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.canvas import Op
from omnigym.devices.sim.paint.subject import Subject, centred
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.ui.sizes import content_size
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


def _draw(s: Subject) -> list[Op]:
    """A bar filled from the left; its payload is the filled part, 0..1."""
    share: float = s.data or 0.0
    thick = s.theme.px(4)
    y, done = centred(s.h, thick), round(s.w * min(max(share, 0.0), 1.0))
    ops: list[Op] = [("box", 0, y, s.w, thick, s.look.fill, None, s.look.radius)]
    if done >= thick:
        ops.append(("box", 0, y, done, thick, s.look.ink, None, s.look.radius))
    return ops


WIDGET = Widget(
    "progress",
    kind=Kind(size=content_size),
    appearance=Appearance(draw=_draw),
)
