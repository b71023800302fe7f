"""The text area: an editor of plain text in many lines."""

from __future__ import annotations

from functools import partial

from omnigym.a11y import State
from omnigym.devices.sim.input.text import LINES
from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.controls import editor
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.ui.sizes import lines_size
from omnigym.devices.sim.ui.texts import area_room, text_inside
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


WIDGET = Widget(
    "area",
    kind=Kind(
        size=lines_size,
        inside=partial(text_inside, area_room),
        edits=True,
        states=int(State.EDITABLE | State.CLICKABLE | State.MULTILINE),
        scrolls=True,
    ),
    appearance=Appearance(draw=editor, exact=True, is_ground=True, is_plain=True),
    behaviour=LINES,
)
