"""Pressing a widget, by pointer or keyboard, and opening context menus."""

from __future__ import annotations

from omnigym.sim.desktop import Desktop
from omnigym.sim.input.behaviour import BEHAVIOURS
from omnigym.sim.input.effects import show_menu
from omnigym.sim.input.messages import send
from omnigym.sim.input.windows import minimise, request_close, set_mode
from omnigym.sim.state import Window
from omnigym.sim.ui.nodes import DISABLED, Node

# -- pressing a widget, by pointer or keyboard ------------------------------------------------------------------------


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

# -- opening context menus by the pointer or by the keyboard ----------------------------------------------------------


def context_at(desk: Desktop, window: Window, x: int, y: int) -> None:
    """Open the context menu of the innermost node at a pixel that has one, or ask its app for it."""
    hit = desk.hit(x, y)
    if hit is None or hit.surface != window.id:
        return
    for node in hit.enclosing:
        msg, behaviour = node.message("context"), BEHAVIOURS[node.kind]
        if msg is not None:
            part = behaviour.part_at
            send(desk, window.id, msg if part is None else (*msg, *part(desk, window, node, hit.rect, x, y)))
            return
        if behaviour.menu:
            show_menu(desk, window.id, behaviour.menu, "")
            return


def context_of(desk: Desktop, window: Window, node: Node) -> bool:
    """Open the context menu of the focused node, or ask its app for it; returns whether it has one."""
    msg, behaviour = node.message("context"), BEHAVIOURS[node.kind]
    if msg is not None:
        found = desk.shape().find(window.id, node.key)
        if found is not None:
            x0, y0, x1, y1 = found[2]
            desk.regs.pointer = ((x0 + x1) // 2, (y0 + y1) // 2)
        part = behaviour.part_at_cursor
        send(desk, window.id, msg if part is None else (*msg, *part(node)))
        return True
    if behaviour.menu:
        show_menu(desk, window.id, behaviour.menu, "")
        return True
    return False
