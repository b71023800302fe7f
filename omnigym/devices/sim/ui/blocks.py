"""From panels to accessibility blocks."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np

from omnigym.a11y import Block, Role, State
from omnigym.devices.sim.ui.items import (
    ACTIVE,
    CHECKED,
    DEFAULT,
    DISABLED,
    EXPANDED,
    FOCUS,
    INVALID,
    SELECTED,
    Item,
    Laid,
    Panel,
    Sub,
)

__all__ = ["block_of", "item_states"]

#: parent row, role, states, x, y, w, h, name, value, key: relative to the piece.
_Row: TypeAlias = tuple[int, int, int, int, int, int, int, str, str, str]

_FLAGS = (
    (SELECTED, int(State.SELECTED)),
    (CHECKED, int(State.CHECKED)),
    (EXPANDED, int(State.EXPANDED)),
    (DEFAULT, int(State.DEFAULT)),
    (ACTIVE, int(State.ACTIVE)),
    (INVALID, int(State.INVALID)),
)
_OF_KIND = {
    "button": State.CLICKABLE,
    "toggle": State.CLICKABLE | State.CHECKABLE,
    "checkbox": State.CLICKABLE | State.CHECKABLE,
    "radio": State.CLICKABLE | State.CHECKABLE,
    "switch": State.CLICKABLE | State.CHECKABLE,
    "combo": State.CLICKABLE | State.EXPANDABLE,
    "tab": State.CLICKABLE | State.SELECTABLE,
    "header": State.CLICKABLE,
    "menu_item": State.CLICKABLE,
    "tree_item": State.CLICKABLE | State.SELECTABLE,
    "field": State.CLICKABLE | State.EDITABLE,
    "area": State.CLICKABLE | State.EDITABLE | State.MULTILINE,
    "document": State.CLICKABLE | State.EDITABLE | State.MULTILINE,
}
_SELECTABLE = frozenset({Role.LIST_ITEM, Role.ROW, Role.TREE_ITEM})
_FOCUSED = int(State.FOCUSED)


def item_states(item: Item) -> int:
    """The accessibility states of an item, without the focus."""
    node, flags = item.node, item.flags
    states = State.VISIBLE | _OF_KIND.get(item.kind, State.NONE)
    if not flags & DISABLED:
        states |= State.ENABLED
    if node.focusable:
        states |= State.FOCUSABLE
    if node.role in _SELECTABLE:
        states |= State.SELECTABLE | State.CLICKABLE
    for event, _ in node.on:
        if event == "click":
            states |= State.CLICKABLE
        elif event in ("double", "open"):
            states |= State.DOUBLE_CLICKABLE
    if node.menu or (item.kind == "tree_item" and node.data[1]):
        states |= State.EXPANDABLE
    if item.kind == "field" and node.data[1]:
        states |= State.PASSWORD
    if node.role == Role.DIALOG:
        states |= State.MODAL
    bits = int(states)
    if flags:
        for flag, state in _FLAGS:
            if flags & flag:
                bits |= state
    return bits


def _rows(laid: Laid) -> list[_Row]:
    """The rows of a piece and of what is nested in it, computed once."""
    rows: list[_Row] | None = laid.caches.get("rows")
    if rows is not None:
        return rows
    rows = []
    row_of: dict[int, int] = {}
    opens = False
    for index, part in enumerate(laid.parts):
        if type(part) is Item:
            node = part.node
            if node.role is None:
                continue
            row_of[index] = len(rows)
            states = item_states(part)
            if part.kind == "list":
                opens = bool(states & State.DOUBLE_CLICKABLE)
                states &= ~int(State.DOUBLE_CLICKABLE)
            if part.kind in ("list", "scroll", "area", "document") and laid.content[1] > laid.h:
                states |= int(State.SCROLLABLE)
            parent = row_of.get(part.parent, -1)
            name = node.name or node.text
            rows.append((parent, int(node.role), states, part.x, part.y, part.w, part.h, name, node.value, node.key))
        elif type(part) is Sub and not (part.own or part.laid.panels):
            _nested(rows, part, row_of.get(part.parent, -1), int(State.DOUBLE_CLICKABLE) if opens else 0)
    laid.caches["rows"] = rows
    return rows


def _nested(rows: list[_Row], sub: Sub, parent: int, extra: int) -> None:
    base, dx, dy = len(rows), sub.x, sub.y
    for p, role, states, x, y, w, h, name, value, key in _rows(sub.laid):
        if p < 0:
            rows.append((parent, role, states | extra, x + dx, y + dy, w, h, name, value, key))
        else:
            rows.append((p + base, role, states, x + dx, y + dy, w, h, name, value, key))


class _Columns(NamedTuple):
    """A block and the lists that its arrays were made of."""

    block: Block | None
    parents: list[int]
    roles: list[int]
    states: list[int]
    bounds: list[tuple[int, int, int, int]]


def _clipped(panel: Panel, focus: str) -> tuple[Any, ...]:
    """The columns of what can be seen of a panel; the children of what cannot are their grandparents'."""
    x0, y0, x1, y1 = panel.clip
    dx, dy = panel.x, panel.y
    parents: list[int] = []
    roles: list[int] = []
    states: list[int] = []
    bounds: list[tuple[int, int, int, int]] = []
    names: list[str] = []
    values: list[str] = []
    keys: list[str] = []
    new: list[int] = []
    for parent, role, state, x, y, w, h, name, value, key in _rows(panel.laid):
        x += dx
        y += dy
        right, bottom = x + w, y + h
        if x < x0:
            x = x0
        if y < y0:
            y = y0
        if right > x1:
            right = x1
        if bottom > y1:
            bottom = y1
        above = new[parent] if parent >= 0 else -1
        if right <= x or bottom <= y:
            new.append(above)
            continue
        new.append(len(names))
        parents.append(above)
        roles.append(role)
        states.append(state | _FOCUSED if focus and key == focus else state)
        bounds.append((x, y, right - x, bottom - y))
        names.append(name)
        values.append(value)
        keys.append(key)
    return parents, roles, states, bounds, tuple(names), tuple(values), tuple(keys)


def block_of(panel: Panel, before: Panel | None = None) -> Block | None:
    """The block of what can be seen of a panel, or None where there is nothing to read.

    Args:
        panel: What and where.
        before: What was there a moment ago; columns that did not change are shared with its block.
    """
    focus = ""
    for key, flags in panel.hot.items():
        if flags & FOCUS:
            focus = key
    place = (panel.x, panel.y, panel.clip, panel.layer, focus)
    caches = panel.laid.caches
    found: _Columns | None = caches.get(place)
    if found is not None:
        return found.block
    parents, roles, states, bounds, names, values, keys = _clipped(panel, focus)
    old: _Columns | None = before.laid.caches.get(place) if before is not None else None
    if len(caches) > 64:  # places of a window that is dragged about
        rows = caches.get("rows")
        caches.clear()
        caches["rows"] = rows
    if not names:
        caches[place] = _Columns(None, parents, roles, states, bounds)
        return None
    was = old.block if old is not None else None
    if old is None or was is None:
        old = _Columns(None, [], [], [], [])
    block = Block(
        was.parents if was is not None and old.parents == parents else np.array(parents, dtype=np.int32),
        was.roles if was is not None and old.roles == roles else np.array(roles, dtype=np.uint8),
        was.states if was is not None and old.states == states else np.array(states, dtype=np.uint32),
        was.bounds if was is not None and old.bounds == bounds else np.array(bounds, dtype=np.int32),
        names,
        values,
        keys,
        panel.layer,
    )
    caches[place] = _Columns(block, parents, roles, states, bounds)
    return block
