"""Sending messages to apps, doing the effects that they return, and the keyboard focus."""

from __future__ import annotations

from omnigym.sim.app import Effect, OpenDialog, updated
from omnigym.sim.desktop import Desktop
from omnigym.sim.input.behaviour import BEHAVIOURS
from omnigym.sim.state import with_ui
from omnigym.sim.ui.nodes import Msg
from omnigym.sim.vfs import VfsError


def send(desk: Desktop, wid: str, msg: Msg) -> None:
    """Send a message to the app of a window and do the effects that it returns.

    Nothing happens if the window is closed. The state is stored before the effects, which may see it. An app that does
    not say itself that the disk is full has done nothing, and where the platform has a message box, that says it.
    """
    window = desk.regs.windows.get(wid)
    if window is None:
        return
    app = desk.apps[window.app]
    try:
        state, effects = updated(app, window.state, msg, desk.context(window))
    except VfsError as e:
        if e.kind != "full":
            raise
        state, effects = window.state, (OpenDialog("message_box", str(e)),) if "message_box" in desk.apps else ()
    if state is not window.state:
        title = app.title_of(state)
        if title == window.title:
            title = window.title  # the same object: the scene compares by identity
        desk.put(window._replace(state=state, title=title))
    carry_out(desk, wid, effects)


def carry_out(desk: Desktop, wid: str, effects: tuple[Effect, ...]) -> None:
    """Do effects that the app of a window returned, in order."""
    for effect in effects:
        desk.effects[type(effect)](desk, wid, effect)


def leave_focus(desk: Desktop) -> None:
    """Notify the focused widget of the active window that it loses the focus, so that it can send ``blur``."""
    window = desk.regs.windows.get(desk.regs.active)
    if window is None or not window.focus:
        return
    node = desk.shape().slot_node(window.id, window.focus)
    left = BEHAVIOURS[node.kind].left if node is not None else None
    if node is not None and left is not None:
        left(desk, window, node)


def focus(desk: Desktop, wid: str, key: str, ui: object = None) -> None:
    """Give a node of a window the keyboard; ``ui`` is its new state, or None to keep the old one."""
    window = desk.regs.windows.get(wid)
    if window is None:
        return
    if window.focus != key:
        if wid == desk.regs.active:
            leave_focus(desk)  # this sends a message, which may change or close the window
            window = desk.regs.windows.get(wid)
            if window is None:
                return
        window = window._replace(focus=key)
        desk.put(window)
    if ui is not None:
        desk.put(with_ui(window, key, ui))
