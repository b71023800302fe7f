"""The text area: an editor of plain text in many lines."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from omnigym.a11y import State
from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.input.messages import send
from omnigym.devices.sim.input.text import LINES, press_text_key
from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.controls import editor
from omnigym.devices.sim.state import Window
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.ui.measuring import Measuring
from omnigym.devices.sim.ui.nodes import Node
from omnigym.devices.sim.ui.payloads import AreaData
from omnigym.devices.sim.ui.sizes import lines_size
from omnigym.devices.sim.ui.texts import area_room, area_size, text_inside
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]

#: Keys that change neither text nor caret where there is nothing in their direction.
_LEADING_OUT = frozenset({"up", "down", "backspace", "delete", "ctrl+z", "ctrl+y"})


def _key(desk: Desktop, window: Window, node: Node, combo: str) -> bool:
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


WIDGET = Widget(
    "area",
    kind=Kind(
        size=_size,
        inside=partial(text_inside, area_room),
        edits=True,
        states=int(State.EDITABLE | State.CLICKABLE | State.MULTILINE),
        scrolls=True,
    ),
    appearance=Appearance(draw=editor, exact=True, is_ground=True, is_plain=True),
    behaviour=replace(LINES, key=_key),
)
