"""Opening context menus by the pointer or by the keyboard."""

from __future__ import annotations

from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.input.behaviour import BEHAVIOURS
from omnigym.devices.sim.input.effects import show_menu
from omnigym.devices.sim.input.messages import send
from omnigym.devices.sim.state import Window
from omnigym.devices.sim.ui.nodes import Node

__all__ = ["context_at", "context_of"]


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
