"""The rows of a piece in the accessibility tree, in the coordinates of the piece."""

from __future__ import annotations

from typing import TypeAlias

from omnigym.a11y import Role, State
from omnigym.devices.sim.ui.flags import ACTIVE, CHECKED, DEFAULT, DISABLED, EXPANDED, INVALID, SELECTED
from omnigym.devices.sim.ui.items import Item, Laid, Part, Slot, Sub
from omnigym.devices.sim.ui.kinds import KINDS

__all__ = ["Row", "changed_rows", "item_states", "rows_of"]

#: (parent row, role, states, x, y, w, h, name, value, key); the parent's index and x, y are relative to the piece.
Row: TypeAlias = tuple[int, int, int, int, int, int, int, str, str, str]

_VISIBLE, _ENABLED, _FOCUSABLE = int(State.VISIBLE), int(State.ENABLED), int(State.FOCUSABLE)
_CLICK, _DOUBLE = int(State.CLICKABLE), int(State.DOUBLE_CLICKABLE)
_SELECT, _EXPAND = int(State.SELECTABLE), int(State.EXPANDABLE)
_MODAL, _SCROLLABLE = int(State.MODAL), int(State.SCROLLABLE)
_SELECTED, _CELL = int(State.SELECTED), int(Role.CELL)
_FLAGS = (
    (SELECTED, _SELECTED),
    (CHECKED, int(State.CHECKED)),
    (EXPANDED, int(State.EXPANDED)),
    (DEFAULT, int(State.DEFAULT)),
    (ACTIVE, int(State.ACTIVE)),
    (INVALID, int(State.INVALID)),
)
_SELECTABLE = frozenset({Role.LIST_ITEM, Role.ROW, Role.TREE_ITEM})


def item_states(item: Item) -> int:
    """The accessibility states of an item as bits of `State`, without the focus (which is a flag of the moment)."""
    node, flags, kind = item.node, item.flags, KINDS[item.kind]
    states = _VISIBLE | kind.states
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
    if node.menu:
        states |= _EXPAND
    if kind.states_of is not None:
        states |= kind.states_of(node)
    if node.role is Role.DIALOG:
        states |= _MODAL
    if flags:
        for flag, state in _FLAGS:
            if flags & flag:
                states |= state
    return states


def rows_of(laid: Laid) -> list[Row]:
    """The rows of a piece and its nested pieces (panels excepted), computed once.

    ``caches["starts"]`` has the index of the first row of each part, and the number of rows at the end.
    """
    rows: list[Row] | None = laid.caches.get("rows")
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
                    opens = opens or (KINDS[part.kind].opens and part.node.message("open") is not None)
                    rows.append(row)
            elif type(part) is Sub and not (part.own or part.laid.panels):
                _nested(rows, part, row_of.get(part.parent, -1), _DOUBLE if opens else 0)
            starts.append(len(rows))
        laid.caches["rows"], laid.caches["starts"] = rows, starts
    return rows


def _row(item: Item, laid: Laid, parent: int) -> Row:
    node = item.node
    states = item_states(item)
    if laid.content[1] > laid.h and KINDS[item.kind].scrolls:
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


def changed_rows(old: Laid, new: Laid) -> list[int] | None:
    """The indices of the rows that differ between two pieces; None if they differ in more than states and texts.

    If it is not None, the rows of ``new`` are in its caches afterwards, as after `rows_of`.
    """
    rows, starts = old.caches.get("rows"), old.caches.get("starts")
    if rows is None or starts is None or len(old.parts) != len(new.parts):
        return None
    changed: list[int] = []
    out: list[Row] = rows
    for index, (before, part) in enumerate(zip(old.parts, new.parts, strict=True)):
        if part is before or (type(part) is Sub and part == before):
            continue
        start = starts[index]
        found = _rows_in_place(before, part, new, rows[start : starts[index + 1]])
        if found is None:
            return None
        for i, row in enumerate(found, start):
            if row != rows[i]:
                if row[:2] != rows[i][:2] or row[3:7] != rows[i][3:7]:
                    return None
                if out is rows:
                    out = rows.copy()
                out[i] = row
                changed.append(i)
    new.caches["rows"], new.caches["starts"] = out, starts
    return changed


def _rows_in_place(before: Part, part: Part, laid: Laid, rows: list[Row]) -> list[Row] | None:
    """The rows of a part that replaces the part with ``rows``; None if their number or nesting could differ."""
    if type(part) is Item and type(before) is Item:
        if part.node.role is None:
            return [] if not rows else None
        return [_row(part, laid, rows[0][0])] if len(rows) == 1 and part.parent == before.parent else None
    if type(part) is Sub and type(before) is Sub:
        if part[1:5] != before[1:5]:
            return None
        inner = rows_of(part.laid)
        if part.laid is before.laid:  # only the selection changed
            states = [_states_in(part, r) | (was[2] & _DOUBLE) for r, was in zip(inner, rows, strict=True)]
            return [w if s == w[2] else (*w[:2], s, *w[3:]) for s, w in zip(states, rows, strict=True)]
        if len(inner) != len(rows) or (inner and max(r[0] for r in inner) >= 0):
            return None
        dx, dy = part.x, part.y
        return [
            (was[0], r[1], _states_in(part, r) | (was[2] & _DOUBLE), r[3] + dx, r[4] + dy, *r[5:])
            for r, was in zip(inner, rows, strict=True)
        ]
    return [] if type(part) is Slot and type(before) is Slot else None


def _nested(rows: list[Row], sub: Sub, parent: int, extra: int) -> None:
    base, dx, dy, chosen = len(rows), sub.x, sub.y, sub.selected[1] > 0
    for row in rows_of(sub.laid):
        p, role, states, x, y, w, h, name, value, key = row
        if chosen:
            states = _states_in(sub, row)
        if p < 0:
            rows.append((parent, role, states | extra, x + dx, y + dy, w, h, name, value, key))
        else:
            rows.append((p + base, role, states, x + dx, y + dy, w, h, name, value, key))


def _states_in(sub: Sub, row: Row) -> int:
    """The states of a row of a nested piece, with SELECTED added for a cell in the range of `Sub.selected`."""
    start, end = sub.selected
    return row[2] | _SELECTED if start <= row[3] < end and row[1] == _CELL else row[2]
