"""Editors of text: the field, the text area, the document, and their caret."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from omnigym.a11y import State
from omnigym.sim.desktop import Desktop
from omnigym.sim.documents.edit import Edit, Position
from omnigym.sim.input.behaviour import Editing
from omnigym.sim.input.messages import send
from omnigym.sim.input.text import LINES, press_text_key, text_behaviour
from omnigym.sim.paint.subject import Appearance, editor, solid
from omnigym.sim.state import Window
from omnigym.sim.ui.items import Box
from omnigym.sim.ui.kinds import Kind, Measuring, line_size, lines_size
from omnigym.sim.ui.layout import remembered
from omnigym.sim.ui.nodes import Node
from omnigym.sim.ui.payloads import AreaData, FieldData
from omnigym.sim.ui.texts import area_room, area_size, field_edit, field_inside, field_room, page_room, text_inside
from omnigym.sim.widgets.record import Widget

# -- the text area: an editor of plain text in many lines -------------------------------------------------------------

#: Keys that change neither text nor caret where there is nothing in their direction.
_LEADING_OUT = frozenset({"up", "down", "backspace", "delete", "ctrl+z", "ctrl+y"})


def _key_area(desk: Desktop, window: Window, node: Node, combo: str) -> bool:
    used, beyond = press_text_key(desk, window, node, combo), node.message("beyond")
    if beyond is not None and combo in _LEADING_OUT:
        data: AreaData = node.data
        after = desk.shape().slot_node(window.id, node.key)
        if after is not None and after.data.edit is data.edit:
            send(desk, window.id, (*beyond, combo))
    return used


def _size(layout: Measuring, node: Node, room: int) -> tuple[int, int]:
    data: AreaData = node.data
    return area_size(layout, node, room) if data.grows else lines_size(layout, node, room)


_AREA = Widget(
    "area",
    kind=Kind(
        size=_size,
        inside=partial(text_inside, area_room),
        edits=True,
        states=int(State.EDITABLE | State.CLICKABLE | State.MULTILINE),
        scrolls=True,
    ),
    appearance=Appearance(draw=editor, exact=True, is_ground=True, is_plain=True),
    behaviour=replace(LINES, key=_key_area),
)

# -- the line that marks where typed text is inserted -----------------------------------------------------------------

_CARET = Widget(
    "caret",
    appearance=Appearance(draw=solid, exact=True),
)

# -- the document: an editor of rich text on a page -------------------------------------------------------------------

_DOCUMENT = Widget(
    "document",
    kind=Kind(
        size=lines_size,
        inside=partial(text_inside, page_room),
        edits=True,
        states=int(State.EDITABLE | State.CLICKABLE | State.MULTILINE),
        scrolls=True,
    ),
    appearance=Appearance(draw=solid, exact=True, is_ground=True, is_plain=True),
    behaviour=LINES,
)

# -- field ------------------------------------------------------------------------------------------------------------

# The field: an editor of one line. The app owns the text; the window keeps caret, selection and history.


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


def _key_field(desk: Desktop, window: Window, node: Node, combo: str) -> bool:
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


_FIELD = Widget(
    "field",
    kind=Kind(
        size=line_size, inside=remembered(field_inside), states=int(State.EDITABLE | State.CLICKABLE), states_of=_states
    ),
    appearance=Appearance(draw=editor, exact=True, is_ground=True, is_plain=True),
    behaviour=replace(_LINE, key=_key_field, tab_ui=(0, -1), left=_left),
)

WIDGETS = (_AREA, _CARET, _DOCUMENT, _FIELD)
