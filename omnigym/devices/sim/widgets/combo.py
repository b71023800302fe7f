"""A choice box: its value, and a list of what else there is."""

from __future__ import annotations

from omnigym.a11y import State
from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.canvas import Op
from omnigym.devices.sim.paint.controls import frame
from omnigym.devices.sim.paint.subject import Subject, centred, ground_of, ink_of, text_op
from omnigym.devices.sim.ui.flags import FOCUS
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.ui.sizes import content_size
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


def _draw(s: Subject) -> list[Op]:
    """A choice box: its value, and an arrow at the right."""
    look, fill = s.look, ground_of(s)
    left, _, right, _ = look.pad
    x = s.w - right + centred(right, look.icon) - s.theme.px(2)
    ops = frame(s, fill)
    if s.has(FOCUS):
        ops.append(("box", 0, 0, s.w, s.h, None, s.theme.palette.accent, look.radius))
    ops.append(text_op(s.text, look.font, ink_of(s), left, s.w - left - right, s.h, ground=fill))
    ops.append(("icon", x, centred(s.h, look.icon), look.icon, "chevron-down", s.theme.palette.muted, fill))
    return ops


WIDGET = Widget(
    "combo",
    kind=Kind(size=content_size, states=int(State.CLICKABLE | State.EXPANDABLE)),
    appearance=Appearance(draw=_draw),
)
