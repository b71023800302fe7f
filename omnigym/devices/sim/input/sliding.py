"""Sliders: what the pointer and the keyboard do to them."""

from __future__ import annotations

from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.input.messages import focus, send
from omnigym.devices.sim.state import Drag, Window
from omnigym.devices.sim.ui.controls import KNOB, Span
from omnigym.devices.sim.ui.items import Box
from omnigym.devices.sim.ui.nodes import Node

__all__ = ["grab_slider", "press_slider_key", "slide"]

#: Steps that a key moves a slider; far ones end at its ends.
_FAR = 1 << 20
_KEYS = {
    "left": -1,
    "down": -1,
    "right": 1,
    "up": 1,
    "pagedown": -10,
    "pageup": 10,
    "home": -_FAR,
    "end": _FAR,
}


def grab_slider(desk: Desktop, window: Window, node: Node, rect: Box, x: int, y: int) -> None:
    """The left button goes down on a slider: the knob jumps there, and follows the pointer while it is held."""
    focus(desk, window.id, node.key)
    desk.regs.drag = Drag("slider", window.id, node.key, x, y, rect, False, "left")
    slide(desk, window, desk.regs.drag, x)


def slide(desk: Desktop, window: Window, drag: Drag, x: int) -> None:
    """The held knob is at a pixel column."""
    found = desk.shape().find(window.id, drag.key)
    if found is None:
        return
    left, _, right, _ = drag.data
    knob = desk.layout.px(KNOB)
    node, span = found[1], found[1].data
    _put(desk, window, node, span, span.at((x - left - knob / 2) / max(1, right - left - knob)))


def press_slider_key(desk: Desktop, window: Window, node: Node, combo: str) -> bool:
    """A key on the focused slider; whether it was one of its own."""
    steps = _KEYS.get(combo)
    if steps is None:
        return False
    _put(desk, window, node, node.data, node.data.moved(steps))
    return True


def _put(desk: Desktop, window: Window, node: Node, span: Span, value: int) -> None:
    change = node.message("change")
    if change is not None and value != span.value:
        send(desk, window.id, (*change, value))
