"""The check box."""

from __future__ import annotations

from functools import partial

from omnigym.a11y import State
from omnigym.devices.sim.input.behaviour import Behaviour
from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.canvas import Op
from omnigym.devices.sim.paint.controls import label
from omnigym.devices.sim.paint.subject import Subject, centred
from omnigym.devices.sim.ui.flags import CHECKED, HOVER
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.ui.sizes import content_size
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


def _draw(s: Subject) -> list[Op]:
    """A check box with its label at the right."""
    palette, size = s.theme.palette, s.look.icon
    y, on = centred(s.h, size), s.has(CHECKED)
    fill = palette.accent if on else palette.control_hover if s.has(HOVER) else palette.control
    edge = palette.accent if on else palette.field_base
    ops: list[Op] = [("box", 0, y, size, size, fill, edge, s.theme.px(4))]
    if on:
        ops.append(("icon", s.theme.px(3), y + s.theme.px(3), s.theme.px(12), "checkmark", palette.on_accent, fill))
    return ops + label(s, size)


WIDGET = Widget(
    "checkbox",
    kind=Kind(size=partial(content_size, mark=1), states=int(State.CLICKABLE | State.CHECKABLE)),
    appearance=Appearance(draw=_draw),
    behaviour=Behaviour(presses=True),
)
