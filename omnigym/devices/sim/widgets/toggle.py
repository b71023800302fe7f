"""The toggle button: it stays down while it is checked."""

from __future__ import annotations

from omnigym.a11y import State
from omnigym.devices.sim.input.behaviour import Behaviour
from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.ui.sizes import content_size
from omnigym.devices.sim.widgets.button import draw_button
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


WIDGET = Widget(
    "toggle",
    kind=Kind(size=content_size, states=int(State.CLICKABLE | State.CHECKABLE)),
    appearance=Appearance(draw=draw_button),
    behaviour=Behaviour(presses=True),
)
