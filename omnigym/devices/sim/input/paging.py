"""Scrolling by the keyboard, where nothing that has the focus wants the key."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.input.behaviour import BEHAVIOURS
from omnigym.devices.sim.input.scrolling import scroll_by
from omnigym.devices.sim.state import Window

__all__ = ["page_by_key"]

#: Logical pixels that an arrow key scrolls, and what of a page is still seen on the next one.
_LINE, _KEPT = 40, 40

#: By how many pixels a key scrolls, from the height of what is seen, of all that there is, and of a logical pixel.
_KEYS: Mapping[str, Callable[[int, int, float], float]] = {
    "pagedown": lambda h, _, scale: h - _KEPT * scale,
    "space": lambda h, _, scale: h - _KEPT * scale,
    "pageup": lambda h, _, scale: _KEPT * scale - h,
    "shift+space": lambda h, _, scale: _KEPT * scale - h,
    "down": lambda _h, _, scale: _LINE * scale,
    "up": lambda _h, _, scale: -_LINE * scale,
    "home": lambda _h, content, _: -content,
    "end": lambda _h, content, _: content,
}


def page_by_key(desk: Desktop, window: Window, combo: str) -> bool:
    """Scroll the largest pane of a window that has more than is seen; False where there is none, or for another key."""
    distance = _KEYS.get(combo)
    if distance is None:
        return False
    panels = [p for p in desk.shape().panels_of(window.id) if p.slot is not None and BEHAVIOURS[p.slot.kind].pages]
    panes = [p for p in panels if p.laid.content[1] > p.laid.h]
    if not panes:
        return False
    pane = max(panes, key=lambda p: p.laid.w * p.laid.h)
    assert pane.slot is not None
    pixels = distance(pane.laid.h, pane.laid.content[1], desk.layout.scale)
    scroll_by(desk, window.id, pane.slot.key, round(pixels))
    return True
