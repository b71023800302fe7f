"""Messages to apps, what they ask for in return, and the keyboard focus."""

from __future__ import annotations

from omnigym.devices.sim.app import Effect, updated
from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.input.behaviour import BEHAVIOURS
from omnigym.devices.sim.state import with_ui
from omnigym.devices.sim.ui.nodes import Msg

__all__ = ["carry_out", "focus", "leave_focus", "send"]


def send(desk: Desktop, wid: str, msg: Msg) -> None:
    """Give a window's app a message, and carry out what it asks for. A window that is gone gets nothing."""
    window = desk.regs.windows.get(wid)
    if window is None:
        return
    app = desk.apps[window.app]
    state, effects = updated(app, window.state, msg, desk.context(window))
    if state is not window.state:
        title = app.title_of(state)
        if title == window.title:
            title = window.title  # the same object: the scene compares by identity
        desk.put(window._replace(state=state, title=title))
    carry_out(desk, wid, effects)


def carry_out(desk: Desktop, wid: str, effects: tuple[Effect, ...]) -> None:
    """Do what the app of a window asks for, in order."""
    for effect in effects:
        desk.effects[type(effect)](desk, wid, effect)


def leave_focus(desk: Desktop) -> None:
    """Tell a widget that it loses the keyboard."""
    window = desk.regs.windows.get(desk.regs.active)
    if window is None or not window.focus:
        return
    node = desk.shape().slot_node(window.id, window.focus)
    left = BEHAVIOURS[node.kind].left if node is not None else None
    if node is not None and left is not None:
        left(desk, window, node)


def focus(desk: Desktop, wid: str, key: str, ui: object = None) -> None:
    """Give a node of a window the keyboard; ``ui`` is what to keep for it, or None to leave that as it is."""
    window = desk.regs.windows.get(wid)
    if window is None:
        return
    if window.focus != key:
        if wid == desk.regs.active:
            leave_focus(desk)
            window = desk.regs.windows.get(wid)
            if window is None:
                return
        window = window._replace(focus=key)
        desk.put(window)
    if ui is not None:
        desk.put(with_ui(window, key, ui))
