"""Nodes that follow the pointer while the button is held: the frame of a crop, a picture that is moved.

The app of a node with the event ``track`` receives ``(*track, phase, x, y)``. The phase is "press", "drag" or
"release"; x and y are logical pixels relative to the corner that the node had when it was pressed, since it may move.
"""

from __future__ import annotations

from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.input.messages import send
from omnigym.devices.sim.state import Drag, Window
from omnigym.devices.sim.ui.items import Box
from omnigym.devices.sim.ui.nodes import Msg, Node

__all__ = ["begin_track", "follow_track"]


def begin_track(desk: Desktop, window: Window, node: Node, rect: Box, x: int, y: int) -> bool:
    """Begin to track the pointer for a pressed node; returns False if the node has no event ``track``."""
    msg = node.message("track")
    if msg is None:
        return False
    desk.regs.drag = Drag("track", window.id, node.key, x, y, (msg, rect[0], rect[1]), False, "left")
    _tell(desk, desk.regs.drag, "press", x, y)
    return True


def follow_track(desk: Desktop, drag: Drag, x: int, y: int, *, released: bool = False) -> None:
    """Send the node's app the position of the pointer, or the position at which the button was released."""
    _tell(desk, drag, "release" if released else "drag", x, y)


def _tell(desk: Desktop, drag: Drag, phase: str, x: int, y: int) -> None:
    msg: Msg
    msg, left, top = drag.data
    scale = desk.layout.scale
    send(desk, drag.window, (*msg, phase, round((x - left) / scale), round((y - top) / scale)))
