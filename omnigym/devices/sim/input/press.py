"""Pressing a widget, by pointer or keyboard."""

from __future__ import annotations

from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.input.behaviour import BEHAVIOURS
from omnigym.devices.sim.input.effects import show_menu
from omnigym.devices.sim.input.messages import send
from omnigym.devices.sim.input.windows import minimise, request_close, set_mode
from omnigym.devices.sim.state import Window
from omnigym.devices.sim.ui.flags import DISABLED
from omnigym.devices.sim.ui.nodes import Node

__all__ = ["press", "toggle_maximised"]


def toggle_maximised(desk: Desktop, wid: str) -> None:
    """Maximise a window, or restore it."""
    window = desk.regs.windows.get(wid)
    if window is not None:
        set_mode(desk, wid, "normal" if window.mode == "maximised" else "maximised")


def press(desk: Desktop, window: Window, node: Node) -> None:
    """Press a widget: a caption button, the kind's own handler, its menu, or its message ``click``, in this order."""
    if node.flags & DISABLED:
        return
    wid = window.id
    if node.key.startswith("window."):
        _FRAME.get(node.key, _nothing)(desk, wid)
    elif (own := BEHAVIOURS[node.kind].press) is not None:
        own(desk, window, node)
    elif node.menu:
        show_menu(desk, wid, node.menu, node.key)
    else:
        msg = node.message("click")
        if msg is not None:
            send(desk, wid, msg)


def _nothing(desk: Desktop, wid: str) -> None:
    """Ignore a press on the title bar itself."""


_FRAME = {
    "window.close": request_close,
    "window.minimise": minimise,
    "window.maximise": toggle_maximised,
}
