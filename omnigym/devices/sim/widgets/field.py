"""The field: an editor of one line. The app owns the text; the window keeps caret, selection and history."""

from __future__ import annotations

from dataclasses import replace

from omnigym.a11y import State
from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.documents.edit import Edit, Position
from omnigym.devices.sim.input.behaviour import Editing
from omnigym.devices.sim.input.messages import send
from omnigym.devices.sim.input.text import press_text_key, text_behaviour
from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.controls import editor
from omnigym.devices.sim.state import Window
from omnigym.devices.sim.ui.fields import field_edit, field_inside, field_room
from omnigym.devices.sim.ui.items import Box
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


def _edit(window: Window, node: Node) -> Edit:
    return field_edit(node, window.ui.get(node.key))


def _keep(desk: Desktop, window: Window, node: Node, old: Edit, new: Edit) -> None:
    """Keep a changed edit in the window, and send the text to the app if it changed."""
    desk.put_ui(window.id, node.key, new)
    change = node.message("change")
    if new.document is not old.document and change is not None:
        send(desk, window.id, (*change, new.document.text))


def _position(desk: Desktop, window: Window, node: Node, rect: Box, x: int, y: int) -> Position:
    edit = _edit(window, node)
    places, first, left, _ = field_room(desk.layout, node, rect[2] - rect[0], edit)
    at = x - rect[0] - left + places[first]
    best = min(range(len(places)), key=lambda i: abs(places[i] - at))
    return 0, min(best, len(edit.document.text))


def _secret(node: Node) -> bool:
    data: FieldData = node.data
    return data.password


def _whole(node: Node) -> bool:
    data: FieldData = node.data
    return data.whole


def _key(desk: Desktop, window: Window, node: Node, combo: str) -> bool:
    if combo not in ("enter", "escape"):
        return press_text_key(desk, window, node, combo)
    msg = node.message("submit" if combo == "enter" else "cancel")
    if msg is None:
        return False
    send(desk, window.id, (*msg, node.text) if combo == "enter" else msg)
    return True


def _left(desk: Desktop, window: Window, node: Node) -> None:
    blur = node.message("blur")
    if blur is not None:
        send(desk, window.id, (*blur, node.text))


_LINE = text_behaviour(Editing(_edit, _keep, _position, lines=False, secret=_secret, whole=_whole))


WIDGET = Widget(
    "field",
    kind=Kind(
        size=line_size, inside=remembered(field_inside), states=int(State.EDITABLE | State.CLICKABLE), states_of=_states
    ),
    appearance=Appearance(draw=editor, exact=True, is_ground=True, is_plain=True),
    behaviour=replace(_LINE, key=_key, tab_ui=(0, -1), left=_left),
)
