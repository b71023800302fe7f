"""A widget that follows the pointer while the button is held: a slider, the frame of a crop, a picture that is moved.

A node with the event ``track`` gets ``(*track, phase, x, y)``, phase being "press", "drag" or "release", and x and y
logical pixels from the corner that it had when it was pressed.
"""

from __future__ import annotations

from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.input.messages import send
from omnigym.devices.sim.state import Drag, Window
from omnigym.devices.sim.ui.items import Box
from omnigym.devices.sim.ui.nodes import Msg, Node

__all__ = ["begin_track", "follow_track"]


def begin_track(desk: Desktop, window: Window, node: Node, rect: Box, x: int, y: int) -> bool:
    """Follow the pointer for the pressed node, where it wants that."""
    msg = node.message("track")
    if msg is None:
        return False
    desk.regs.drag = Drag("track", window.id, node.key, x, y, (msg, rect[0], rect[1]), False, "left")
    _tell(desk, desk.regs.drag, "press", x, y)
    return True


def follow_track(desk: Desktop, drag: Drag, x: int, y: int, *, released: bool = False) -> None:
    """Tell the node where the pointer is now, or where the button came up."""
    _tell(desk, drag, "release" if released else "drag", x, y)


def _tell(desk: Desktop, drag: Drag, phase: str, x: int, y: int) -> None:
    msg: Msg
    msg, left, top = drag.data
    scale = desk.layout.scale
    send(desk, drag.window, (*msg, phase, round((x - left) / scale), round((y - top) / scale)))
