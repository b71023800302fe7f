"""The switch: turns something on or off by sliding its knob."""

from __future__ import annotations

from functools import partial

from omnigym.a11y import State
from omnigym.devices.sim.input.behaviour import Behaviour
from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.canvas import Op
from omnigym.devices.sim.paint.controls import label
from omnigym.devices.sim.paint.subject import Subject, centred
from omnigym.devices.sim.ui.flags import CHECKED
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.ui.sizes import content_size
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


def _draw(s: Subject) -> list[Op]:
    """A switch with its label at the right."""
    palette, size = s.theme.palette, s.look.icon
    y, on, knob = centred(s.h, size), s.has(CHECKED), size - s.theme.px(8)
    width, inset = 2 * size, s.theme.px(4)
    fill = palette.accent if on else palette.control
    ops: list[Op] = [("box", 0, y, width, size, fill, palette.accent if on else palette.field_base, size // 2)]
    colour = palette.on_accent if on else palette.muted
    ops.append(("icon", width - knob - inset if on else inset, y + inset, knob, "dot", colour, fill))
    return ops + label(s, width)


WIDGET = Widget(
    "switch",
    kind=Kind(size=partial(content_size, mark=2), states=int(State.CLICKABLE | State.CHECKABLE)),
    appearance=Appearance(draw=_draw),
    behaviour=Behaviour(presses=True),
)
