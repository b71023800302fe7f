"""Fingers: a drag scrolls if there is something to scroll, otherwise it is a swipe.

A node with the event ``swipe_left``, ``swipe_right``, ``swipe_up`` or ``swipe_down`` receives it when a finger moves in
that direction on it. Sliders and other widgets that follow a finger are dragged as by a mouse.
"""

from __future__ import annotations

from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.input.behaviour import BEHAVIOURS
from omnigym.devices.sim.input.messages import send
from omnigym.devices.sim.input.pointer import move
from omnigym.devices.sim.input.scrolling import scroll_by
from omnigym.devices.sim.scene.hits import Hit

__all__ = ["swipe"]

#: Logical pixels that a finger has to move; a shorter drag does nothing.
_LEAST = 12


def swipe(desk: Desktop, x0: int, y0: int, x1: int, y1: int) -> bool:
    """Move a finger from one pixel to another: scroll or swipe.

    Returns:
        False if the widget under it follows the finger, so that the caller has to drag it as by a mouse.
    """
    move(desk, x0, y0)
    hit = desk.hit(x0, y0)
    if hit is None or hit.surface == "menu":
        return hit is None
    if hit.node is not None and (BEHAVIOURS[hit.node.kind].follows_finger or hit.node.message("track") is not None):
        return False
    if max(abs(x1 - x0), abs(y1 - y0)) < desk.layout.px(_LEAST):
        return True
    desk.touch_flags()
    upright = abs(y1 - y0) >= abs(x1 - x0)
    if not (upright and _scrolled(desk, hit, x0, y0, y0 - y1)):
        _swiped(desk, hit, ("up" if y1 < y0 else "down") if upright else ("left" if x1 < x0 else "right"))
    return True


def _scrolled(desk: Desktop, hit: Hit, x: int, y: int, pixels: int) -> bool:
    """Scroll the innermost widget under the finger; returns False if there is none, or if it is at its end already."""
    found = desk.scene.scrollable(hit.surface, x, y)
    if found is None:
        return False
    node, laid = found
    offset = min(max(0, desk.regs.windows[hit.surface].ui.get(node.key) or 0), laid.content[1] - laid.h)
    if (pixels > 0 and offset >= laid.content[1] - laid.h) or (pixels < 0 and offset <= 0):
        return False
    scroll_by(desk, hit.surface, node.key, pixels)
    return True


def _swiped(desk: Desktop, hit: Hit, way: str) -> None:
    for node in hit.enclosing:
        msg = node.message(f"swipe_{way}")
        if msg is not None:
            send(desk, hit.surface, msg)
            return
