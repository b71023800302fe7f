"""A line of text to be edited. The app has the text, the window the caret."""

from __future__ import annotations

from omnigym.a11y import State
from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.controls import editor
from omnigym.devices.sim.ui.fields import field_inside
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.ui.nodes import Node
from omnigym.devices.sim.ui.payloads import FieldData
from omnigym.devices.sim.ui.sizes import line_size
from omnigym.devices.sim.ui.slots import remembered
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


def _states(node: Node) -> int:
    data: FieldData = node.data
    return int(State.PASSWORD) if data.password else 0


WIDGET = Widget(
    "field",
    kind=Kind(
        size=line_size, inside=remembered(field_inside), states=int(State.EDITABLE | State.CLICKABLE), states_of=_states
    ),
    appearance=Appearance(draw=editor, exact=True, is_ground=True, is_plain=True),
)
