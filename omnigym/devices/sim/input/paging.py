"""Scrolling by keys that neither the focused widget nor the app uses."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.input.behaviour import BEHAVIOURS
from omnigym.devices.sim.input.scrolling import scroll_by
from omnigym.devices.sim.state import Window

__all__ = ["page_by_key"]

#: Logical pixels that an arrow key scrolls, and by which a screenful overlaps the next one.
_LINE, _KEPT = 40, 40

#: By key, a function from visible height, content height and scale to the pixels that the key scrolls.
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
    """Scroll the largest pane of a window whose content is higher than itself.

    Returns:
        False if there is no such pane, or if the key does not scroll.
    """
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
