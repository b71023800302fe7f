"""The radio button: one of several choices."""

from __future__ import annotations

from functools import partial

from omnigym.a11y import State
from omnigym.devices.sim.input.behaviour import Behaviour
from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.canvas import Op
from omnigym.devices.sim.paint.controls import label
from omnigym.devices.sim.paint.subject import Subject, centred
from omnigym.devices.sim.ui.flags import CHECKED, HOVER, SELECTED
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.ui.sizes import content_size
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


def _draw(s: Subject) -> list[Op]:
    """A radio button with its label at the right."""
    palette, size = s.theme.palette, s.look.icon
    y, on = centred(s.h, size), s.has(CHECKED) or s.has(SELECTED)
    fill = palette.accent if on else palette.control_hover if s.has(HOVER) else palette.control
    ops: list[Op] = [("box", 0, y, size, size, fill, palette.accent if on else palette.field_base, size // 2)]
    if on:
        dot = size // 2
        ops.append(("icon", centred(size, dot), y + centred(size, dot), dot, "dot", palette.on_accent, fill))
    return ops + label(s, size)


WIDGET = Widget(
    "radio",
    kind=Kind(size=partial(content_size, mark=1), states=int(State.CLICKABLE | State.CHECKABLE)),
    appearance=Appearance(draw=_draw),
    behaviour=Behaviour(presses=True),
)
