"""Hit tests: the nodes at a pixel of a surface, and the place of the node with a key."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from omnigym.sim.ui.items import Box, Laid, Panel
from omnigym.sim.ui.nodes import Node

#: Id and panels of a surface.
Entry: TypeAlias = tuple[str, tuple[Panel, ...]]


class Hit(NamedTuple):
    """The node and its panel at a point of the screen.

    Attributes:
        surface: Id of the surface; that of open menus is "menu".
        panel: The frontmost panel there.
        node: The innermost node there that reacts, or None.
        rect: The node's rectangle in screen pixels; empty if there is none.
        enclosing: All nodes there that react, innermost first: `node` and those around it.
    """

    surface: str
    panel: Panel | None
    node: Node | None
    rect: Box
    enclosing: tuple[Node, ...]


def look(surface: str, panels: tuple[Panel, ...], x: int, y: int) -> Hit | None:
    """Return the hit of a surface at a pixel, or None if none of its panels is there."""
    found: list[tuple[Node, Box]] = []
    first: Panel | None = None
    for panel in reversed(panels):
        x0, y0, x1, y1 = panel.clip
        if x0 <= x < x1 and y0 <= y < y1:
            laid, left, top = panel.laid, panel.x, panel.y
            if left <= x < left + laid.w and top <= y < top + laid.h:
                first = first or panel
                _targets(laid, left, top, x, y, found)
    if first is None:
        return None
    rect = found[0][1] if found else (x, y, x, y)
    return Hit(surface, first, found[0][0] if found else None, rect, tuple([n for n, _ in found]))


def scrolling_at(panels: tuple[Panel, ...], x: int, y: int) -> tuple[Node, Laid] | None:
    """Return the node and the inside of the innermost scrollable widget at a pixel, or None."""
    for panel in reversed(panels):
        if panel.slot is not None and panel.laid.content[1] > panel.laid.h and _inside(panel, x, y):
            return panel.slot, panel.laid
    return None


def placed(panels: tuple[Panel, ...], key: str) -> tuple[Panel, Node, Box] | None:
    """Return the panel, the node and its rectangle in screen pixels for a key, or None if there is no such node."""
    for panel in panels:
        found = _item(panel.laid, panel.x, panel.y, key)
        if found is not None:
            return panel, *found
    return None


def _inside(panel: Panel, x: int, y: int) -> bool:
    x0, y0, x1, y1 = panel.clip
    left, top, laid = panel.x, panel.y, panel.laid
    return x0 <= x < x1 and y0 <= y < y1 and left <= x < left + laid.w and top <= y < top + laid.h


def _targets(laid: Laid, x: int, y: int, px: int, py: int, out: list[tuple[Node, Box]]) -> None:
    """Append the nodes that react at the pixel (px, py), innermost first, of a piece whose corner is at (x, y)."""
    for sub in reversed(laid.subs):
        left, top = x + sub.x, y + sub.y
        if left <= px < left + sub.laid.w and top <= py < top + sub.laid.h:
            _targets(sub.laid, left, top, px, py, out)
    lx, ly = px - x, py - y
    for x0, y0, x1, y1, item in reversed(laid.targets):
        if x0 <= lx < x1 and y0 <= ly < y1:
            out.append((item.node, (x + x0, y + y0, x + x1, y + y1)))


def _item(laid: Laid, x: int, y: int, key: str) -> tuple[Node, Box] | None:
    item = laid.keys.get(key)
    if item is not None:
        return item.node, (x + item.x, y + item.y, x + item.x + item.w, y + item.y + item.h)
    for sub in laid.subs:
        found = _item(sub.laid, x + sub.x, y + sub.y, key)
        if found is not None:
            return found
    return None
