"""The head of a column of a table."""

from __future__ import annotations

from omnigym.a11y import State
from omnigym.devices.sim.input.behaviour import Behaviour
from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.canvas import Op
from omnigym.devices.sim.paint.subject import Subject, centred, ground_of, ink_of, text_op
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.ui.sizes import content_size
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


def _draw(s: Subject) -> list[Op]:
    """The head of a column, with an arrow for the sort order and a line at its right."""
    look, fill = s.look, ground_of(s)
    left, _, right, _ = look.pad
    ops: list[Op] = [("rect", 0, 0, s.w, s.h, fill)] if fill is not None else []
    if s.data in ("asc", "desc"):
        name = "chevron-up" if s.data == "asc" else "chevron-down"
        ops.append(("icon", centred(s.w, look.icon), 0, look.icon, name, look.ink, fill))
    ops.append(text_op(s.text, look.font, ink_of(s), left, s.w - left - right, s.h, ground=fill))
    ops.append(("rect", s.w - 1, s.theme.px(5), 1, s.h - s.theme.px(10), s.theme.palette.stroke))
    return ops


WIDGET = Widget(
    "header",
    kind=Kind(size=content_size, states=int(State.CLICKABLE)),
    appearance=Appearance(draw=_draw),
    behaviour=Behaviour(presses=True),
)
