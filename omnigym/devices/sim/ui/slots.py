"""The insides of widgets that have a state of their own in the window: scrolling, caret, selection."""

from __future__ import annotations

from typing import Any

from omnigym.devices.sim.ui.fields import field_inside
from omnigym.devices.sim.ui.grid import grid_inside
from omnigym.devices.sim.ui.items import Laid
from omnigym.devices.sim.ui.layout import Layout
from omnigym.devices.sim.ui.nodes import Node
from omnigym.devices.sim.ui.scrolling import list_inside, scroll_inside
from omnigym.devices.sim.ui.texts import text_inside

__all__ = ["resolve"]

#: To look up a list of more entries than these takes longer than to lay out those that can be seen.
_LONG = 200


def resolve(layout: Layout, node: Node, w: int, h: int, ui: Any, focused: bool, before: Laid | None) -> Laid:
    """The inside of a slot.

    Args:
        layout: Lays out what is in it.
        node: The widget.
        w, h: Its size in pixels.
        ui: What the window keeps for it: a scroll offset in pixels, or a field's `Edit`; None at first.
        focused: Whether it has the keyboard.
        before: What it was a moment ago, to keep what did not change; it does not influence the result.
    """
    kind = node.kind
    if kind in ("area", "document"):  # their text is new at every key: only ever compared by identity
        return text_inside(layout, node, w, h, ui, focused, before)
    if kind == "grid":
        return grid_inside(layout, node, w, h, ui, before)
    if kind == "list" and len(node.data[0]) > _LONG:
        return list_inside(layout, node, w, h, ui)
    key = (node, w, h, ui, focused)
    found = layout.memo.get(key)
    if found is None:
        if kind == "field":
            found = field_inside(layout, node, w, h, ui, focused)
        else:
            found = (list_inside if kind == "list" else scroll_inside)(layout, node, w, h, ui)
        layout.memo.put(key, found)
    return found
