"""Incremental layout: if new nodes have the shape of the old ones, only the changed parts are computed.

`patched` walks the old and the new tree side by side and keeps every position. As soon as a size could have changed it
gives up, and the caller lays out in full. The invariant: the result looks, reacts and reads exactly as a full layout.
"""

from __future__ import annotations

from omnigym.sim.ui.items import Item, Laid, Part, Slot, Sub
from omnigym.sim.ui.kinds import KINDS, Measuring
from omnigym.sim.ui.nodes import AUTO, PLACEMENT, ROOM, SUBSTANCE, Component, Element, Node


class _Reshaped(Exception):
    """Raised when a position or size could have changed, so that a full layout is needed."""


def patched(layout: Measuring, old: Element, laid: Laid, new: Element, fixed: tuple[bool, bool]) -> Laid | None:
    """Lay out ``new`` by changing the layout of ``old``.

    Args:
        layout: Gives styles and natural sizes.
        old, laid: The nodes that were laid out, and the result.
        new: The nodes that take their place.
        fixed: Whether the width and the height of the room were given, and so do not depend on the content.

    Returns:
        The new piece; ``laid`` itself if no part changed; None if a full layout is needed.
    """
    parts: list[Part] = []
    try:
        _walk(layout, old, new, laid.parts, parts, fixed)
    except _Reshaped:
        return None
    changed = [part for part, before in zip(parts, laid.parts, strict=True) if part is not before]
    if not changed:
        return laid
    if all(type(part) is Slot for part in changed):  # as when one types into a document
        return laid.refilled(tuple(parts))
    return Laid(laid.w, laid.h, tuple(parts))


def _walk(
    layout: Measuring, old: Element, new: Element, before: tuple[Part, ...], parts: list[Part], fixed: tuple[bool, bool]
) -> None:
    # ``parts`` grows in step with ``before``: the part of the node that is walked has the index ``len(parts)``.
    if type(new) is Component:
        if type(old) is not Component:
            raise _Reshaped
        parts.append(_component(layout, old, new, before[len(parts)]))
        return
    if type(old) is not Node or type(new) is not Node:
        raise _Reshaped
    if new.kind != old.kind or old.style != new.style or old.role != new.role or old[PLACEMENT] != new[PLACEMENT]:
        raise _Reshaped
    w, h, kind = new.w, new.h, KINDS[new.kind]
    if kind.inside is not None:
        slot = before[len(parts)]
        if type(slot) is not Slot or ((w == AUTO or h == AUTO) and old.data != new.data):
            raise _Reshaped
        # The slot has to carry the app's own edit object: `flow_text` compares paragraphs with it by identity.
        kept = old == new and (not kind.edits or old.data.edit is new.data.edit)
        parts.append(slot if kept else Slot(new, slot.x, slot.y, slot.w, slot.h, slot.parent))
        return
    if not kind.container:
        grows = (w == AUTO or (w < AUTO and not fixed[0]), h == AUTO or (h < AUTO and not fixed[1]))
        parts.append(_leaf(layout, old, new, before[len(parts)], grows))
        return
    # A container has an item of its own under the same condition as in `Layout._place`.
    if new.style or new.role is not None or new.reacts:
        part = before[len(parts)] if old.style or old.role is not None or old.reacts else None
        if type(part) is not Item:
            raise _Reshaped
        same = old[SUBSTANCE] == new[SUBSTANCE] and old.data == new.data
        parts.append(part if same else _changed(part, new, new.data))
    elif old.reacts:
        raise _Reshaped
    children = new.children
    if len(old.children) != len(children) or new.dir == "fold":  # which children have a part depends on all of them
        raise _Reshaped
    inner = (w >= 0 or (w < AUTO and fixed[0]), h >= 0 or (h < AUTO and fixed[1]))
    if new.dir == "wrap":  # nothing fills here, so the size of each child counts
        inner = (False, False)
    for a, b in zip(old.children, children, strict=True):
        _walk(layout, a, b, before, parts, inner)


def _component(layout: Measuring, old: Component, new: Component, part: Part) -> Sub:
    if type(part) is not Sub or old.view is not new.view or old[ROOM] != new[ROOM]:
        raise _Reshaped
    if old.args == new.args:
        return part
    was = part.laid
    laid = layout.component(new, AUTO if new.w == AUTO else was.w, AUTO if new.h == AUTO else was.h)
    if laid.w != was.w or laid.h != was.h:
        raise _Reshaped
    return Sub(laid, part.x, part.y, part.parent, part.own)


def _leaf(layout: Measuring, old: Node, new: Node, part: Part, grows: tuple[bool, bool]) -> Item:
    if type(part) is not Item or new.dir == "wrap":
        raise _Reshaped
    if old == new:
        return part
    kind = KINDS[new.kind]
    if (grows[0] or grows[1]) and (
        old.text != new.text or old.icon != new.icon or old.data != new.data or old.menu != new.menu
    ):
        a, b = kind.size(layout, old, part.w), kind.size(layout, new, part.w)
        if (grows[0] and a[0] != b[0]) or (grows[1] and a[1] != b[1]):
            raise _Reshaped
    return _changed(part, new, new.data if kind.shown is None else kind.shown(layout, new, part.w))


def _changed(part: Item, node: Node, data: object) -> Item:
    return Item(
        part.kind,
        part.style,
        part.x,
        part.y,
        part.w,
        part.h,
        node.text,
        node.icon,
        node.flags,
        data,
        node,
        part.parent,
    )
