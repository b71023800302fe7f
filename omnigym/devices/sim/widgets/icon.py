"""A named icon."""

from __future__ import annotations

from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.canvas import Op
from omnigym.devices.sim.paint.subject import Subject, centred, ink_of
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.ui.sizes import content_size
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


def _draw(s: Subject) -> list[Op]:
    """An icon in the middle of its rectangle."""
    size = min(s.w, s.h)
    return [("icon", centred(s.w, size), centred(s.h, size), size, s.icon, ink_of(s), None)]


WIDGET = Widget(
    "icon",
    kind=Kind(size=content_size),
    appearance=Appearance(draw=_draw),
)
