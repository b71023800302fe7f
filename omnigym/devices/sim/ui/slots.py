"""Filling the slots: laying out widgets for which the window keeps something (scroll offset, caret, selection)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from omnigym.devices.sim.ui.items import Laid
from omnigym.devices.sim.ui.kinds import KINDS
from omnigym.devices.sim.ui.layout import Layout
from omnigym.devices.sim.ui.nodes import Node

__all__ = ["remembered", "resolve"]

U = TypeVar("U")


def resolve(layout: Layout, node: Node, w: int, h: int, ui: object, focused: bool, before: Laid | None) -> Laid:
    """The inside of a slot.

    Args:
        layout: Lays out its content.
        node: The widget.
        w, h: Its size in pixels.
        ui: What the window keeps for it: a scroll offset in pixels, or a field's `Edit`; None at first.
        focused: Whether it has the keyboard focus.
        before: Its previous inside, of which unchanged parts are reused; it does not influence the result.
    """
    inside = KINDS[node.kind].inside
    assert inside is not None, f"{node.kind!r} was laid out as a slot, and has no inside."
    return inside(layout, node, w, h, ui, focused, before)


def remembered(
    make: Callable[[Layout, Node, int, int, U, bool], Laid],
) -> Callable[[Layout, Node, int, int, U, bool, Laid | None], Laid]:
    """Turn ``make`` into a `Kind.inside` whose results are kept by its arguments.

    Not for texts: they are new at every typed letter, so keeping them would fill the memo for nothing.
    """

    def inside(layout: Layout, node: Node, w: int, h: int, ui: U, focused: bool, before: Laid | None) -> Laid:
        key = (node, w, h, ui, focused)
        found = layout.memo.get(key)
        if found is None:
            found = layout.memo.put(key, make(layout, node, w, h, ui, focused))
        return found

    return inside
