"""The box: a container that lays out its children, with an optional background."""

from __future__ import annotations

from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.canvas import Op
from omnigym.devices.sim.paint.subject import Subject, ground_of
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


def _draw(s: Subject) -> list[Op]:
    """The background of a container; that of the desktop is the wallpaper in ``data``, a name or a picture's bytes."""
    look = s.look
    if s.style == "desktop":
        return [("wallpaper", 0, 0, s.w, s.h, s.data or "bloom")]
    ops: list[Op] = []
    fill = ground_of(s)
    if s.style in ("start_footer", "dialog_buttons"):
        return [("foot", 0, 0, s.w, s.h, fill, look.radius)]
    if look.shadow:
        ops.append(("shadow", 0, 0, s.w, s.h, look.radius, look.shadow))
    if fill is not None or look.edge is not None:
        ops.append(("box", 0, 0, s.w, s.h, fill, look.edge, look.radius))
    if s.style == "taskbar":
        ops.append(("rect", 0, 0, s.w, 1, s.theme.palette.taskbar_edge))
    return ops


WIDGET = Widget(
    "box",
    kind=Kind(container=True),
    appearance=Appearance(draw=_draw, exact=True, is_ground=True, is_plain=True),
)
