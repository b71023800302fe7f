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
    Slot,
    Sub,
)

__all__ = ["block_of", "item_states"]

#: parent row, role, states, x, y, w, h, name, value, key: relative to the piece.
_Row: TypeAlias = tuple[int, int, int, int, int, int, int, str, str, str]

_VISIBLE, _ENABLED, _FOCUSABLE = int(State.VISIBLE), int(State.ENABLED), int(State.FOCUSABLE)
_CLICK, _CHECK, _EDIT = int(State.CLICKABLE), int(State.CHECKABLE), int(State.EDITABLE | State.CLICKABLE)
_SELECT, _EXPAND, _LINES = int(State.SELECTABLE), int(State.EXPANDABLE), int(State.MULTILINE)
_DOUBLE, _PASSWORD, _MODAL = int(State.DOUBLE_CLICKABLE), int(State.PASSWORD), int(State.MODAL)
_FOCUSED, _SCROLLABLE = int(State.FOCUSED), int(State.SCROLLABLE)
_FLAGS = (
    (SELECTED, int(State.SELECTED)),
    (CHECKED, int(State.CHECKED)),
    (EXPANDED, int(State.EXPANDED)),
    (DEFAULT, int(State.DEFAULT)),
    (ACTIVE, int(State.ACTIVE)),
    (INVALID, int(State.INVALID)),
)
_OF_KIND = {
    "button": _CLICK,
    "toggle": _CLICK | _CHECK,
    "checkbox": _CLICK | _CHECK,
    "radio": _CLICK | _CHECK,
    "switch": _CLICK | _CHECK,
    "combo": _CLICK | _EXPAND,
    "tab": _CLICK | _SELECT,
    "header": _CLICK,
    "menu_item": _CLICK,
    "tree_item": _CLICK | _SELECT,
    "field": _EDIT,
    "area": _EDIT | _LINES,
    "document": _EDIT | _LINES,
}
_SELECTABLE = frozenset({Role.LIST_ITEM, Role.ROW, Role.TREE_ITEM})
_SCROLLING = frozenset({"list", "scroll", "area", "document"})


def item_states(item: Item) -> int:
    """The accessibility states of an item, as bits of `State`, without the focus."""
    node, flags, kind = item.node, item.flags, item.kind
    states = _VISIBLE | _OF_KIND.get(kind, 0)
    if not flags & DISABLED:
        states |= _ENABLED
    if node.focusable:
        states |= _FOCUSABLE
    if node.role in _SELECTABLE:
        states |= _SELECT | _CLICK
    for event, _ in node.on:
        if event == "click":
            states |= _CLICK
        elif event == "double":
            states |= _DOUBLE
    if node.menu or (kind == "tree_item" and node.data[1]):
        states |= _EXPAND
    if kind == "field" and node.data[1]:
        states |= _PASSWORD
    elif node.role is Role.DIALOG:
        states |= _MODAL
    if flags:
        for flag, state in _FLAGS:
            if flags & flag:
                states |= state
    return states


def _rows(laid: Laid) -> list[_Row]:
    """The rows of a piece and of what is nested in it, computed once."""
    rows: list[_Row] | None = laid.caches.get("rows")
    if rows is None:
        rows = []
        starts = [0]
        row_of: dict[int, int] = {}
        opens = False
        for index, part in enumerate(laid.parts):
            if type(part) is Item:
                if part.node.role is not None:
                    row_of[index] = len(rows)
                    row = _row(part, laid, row_of.get(part.parent, -1))
                    opens = opens or (part.kind == "list" and part.node.message("open") is not None)
                    rows.append(row)
            elif type(part) is Sub and not (part.own or part.laid.panels):
                _nested(rows, part, row_of.get(part.parent, -1), _DOUBLE if opens else 0)
            starts.append(len(rows))
        laid.caches["rows"], laid.caches["starts"] = rows, starts
    return rows


def _row(item: Item, laid: Laid, parent: int) -> _Row:
    node, kind = item.node, item.kind
    states = item_states(item)
    if kind in _SCROLLING and laid.content[1] > laid.h:
        states |= _SCROLLABLE
    return (
        parent,
        int(node.role or 0),
        states,
        item.x,
        item.y,
        item.w,
        item.h,
        node.name or node.text,
        node.value,
        node.key,
    )


def _renamed(old: Laid, new: Laid) -> list[int] | None:
    """The rows in which two pieces differ, where they differ in names and values alone; else None.

    The rows of ``new`` are left in its caches, as `_rows` would have.
    """
    rows, starts = old.caches.get("rows"), old.caches.get("starts")
    if rows is None or starts is None or len(old.parts) != len(new.parts):
        return None
    changed: list[int] = []
    out: list[_Row] = rows
    for index, (before, part) in enumerate(zip(old.parts, new.parts, strict=True)):
        if part is before:
            continue
        start, end = starts[index], starts[index + 1]
        if type(part) is Item and type(before) is Item:
            if part.node.role is None:
                if before.node.role is not None:
                    return None
                continue
            if end != start + 1 or part.parent != before.parent:
                return None
            found = [_row(part, new, rows[start][0])]
        elif type(part) is Sub and type(before) is Sub:
            if part[1:] != before[1:]:
                return None
            if part.laid is before.laid or start == end == 0:
                continue
            inner = _rows(part.laid)
            if len(inner) != end - start or any([r[0] >= 0 for r in inner]):
                return None
            extra = rows[start][2] & _DOUBLE if end > start else 0
            dx, dy, parent = part.x, part.y, rows[start][0] if end > start else -1
            found = [(parent, r[1], r[2] | extra, r[3] + dx, r[4] + dy, *r[5:]) for r in inner]
        elif type(part) is not type(before) or type(part) is not Slot:
            return None
        else:
            continue
        for i, row in enumerate(found, start):
            if row != rows[i]:
                if row[:7] != rows[i][:7]:
                    return None
                if out is rows:
                    out = rows.copy()
                out[i] = row
                changed.append(i)
    new.caches["rows"], new.caches["starts"] = out, starts
    return changed


def _nested(rows: list[_Row], sub: Sub, parent: int, extra: int) -> None:
    base, dx, dy = len(rows), sub.x, sub.y
    for p, role, states, x, y, w, h, name, value, key in _rows(sub.laid):
        if p < 0:
            rows.append((parent, role, states | extra, x + dx, y + dy, w, h, name, value, key))
        else:
            rows.append((p + base, role, states, x + dx, y + dy, w, h, name, value, key))


class _Columns(NamedTuple):
    """A block, the lists that its arrays were made of, and for each row of the piece where it is in it (or -1)."""

    block: Block | None
    parents: list[int]
    roles: list[int]
    states: list[int]
    bounds: list[tuple[int, int, int, int]]
    shown: list[int]


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
    shown: list[int] = []
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
            shown.append(-1)
            continue
        new.append(len(names))
        shown.append(len(names))
        parents.append(above)
        roles.append(role)
        states.append(state | _FOCUSED if focus and key == focus else state)
        bounds.append((x, y, right - x, bottom - y))
        names.append(name)
        values.append(value)
        keys.append(key)
    return parents, roles, states, bounds, tuple(names), tuple(values), tuple(keys), shown


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
    old: _Columns | None = before.laid.caches.get(place) if before is not None else None
    if old is not None and old.block is not None and before is not None:
        columns = _patched(old, old.block, before.laid, panel.laid)
        if columns is not None:
            caches[place] = columns
            return columns.block
    if not _rows(panel.laid):
        return None
    parents, roles, states, bounds, names, values, keys, shown = _clipped(panel, focus)
    if len(caches) > _PLACES:
        kept = caches["rows"], caches["starts"]
        caches.clear()
        caches["rows"], caches["starts"] = kept
    if not names:
        caches[place] = _Columns(None, parents, roles, states, bounds, shown)
        return None
    was = old.block if old is not None else None
    if old is None or was is None:
        old = _Columns(None, [], [], [], [], [])
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
    caches[place] = _Columns(block, parents, roles, states, bounds, shown)
    return block


#: Places of a piece whose blocks are remembered: a window that is dragged about has many.
_PLACES = 64


def _patched(old: _Columns, block: Block, before: Laid, laid: Laid) -> _Columns | None:
    """The columns of a piece that differs from the one before in names and values alone, or None."""
    changed = _renamed(before, laid)
    if changed is None:
        return None
    if not changed:
        return old
    names, values, keys = list(block.names), list(block.values), list(block.keys)
    rows = laid.caches["rows"]
    for i in changed:
        at = old.shown[i]
        if at >= 0:
            names[at], values[at], keys[at] = rows[i][7:]
    return _Columns(block.renamed(tuple(names), tuple(values), tuple(keys)), *old[1:])
