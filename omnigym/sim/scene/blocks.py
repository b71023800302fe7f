"""From panels to the blocks of the accessibility tree, sharing unchanged columns with the block before."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np

from omnigym.a11y import Block, Role, State
from omnigym.sim.ui.items import Item, Laid, Panel, Part, Slot, Sub
from omnigym.sim.ui.kinds import KINDS
from omnigym.sim.ui.nodes import ACTIVE, CHECKED, DEFAULT, DISABLED, EXPANDED, FOCUS, INVALID, SELECTED

# -- the rows of a piece in the accessibility tree, in the coordinates of the piece -----------------------------------

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


# -- blocks -----------------------------------------------------------------------------------------------------------

_FOCUSED = int(State.FOCUSED)


class _Columns(NamedTuple):
    """A block and the lists that its arrays were made of.

    Attributes:
        blocks: The block by layer, for each layer in which it was asked for; empty if nothing is visible.
        parents, roles, states, bounds: The columns of its arrays as lists, to be compared with those of the next block.
        shown: For each row of the piece, its row in the block, or -1 if it is clipped away.
    """

    blocks: dict[int, Block]
    parents: list[int]
    roles: list[int]
    states: list[int]
    bounds: list[tuple[int, int, int, int]]
    shown: list[int]

    def block(self, layer: int) -> Block | None:
        """The block with ``layer``, or None if nothing is visible."""
        found = self.blocks.get(layer)
        if found is None and self.blocks:
            found = self.blocks[layer] = next(iter(self.blocks.values())).with_layer(layer)
        return found


def _clipped(panel: Panel, focus: str) -> tuple[Any, ...]:
    """The columns of the visible rows of a panel, in the order of `_Columns` and `Block`.

    The children of a row that is clipped away become children of its parent.
    """
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
    for parent, role, state, x, y, w, h, name, value, key in rows_of(panel.laid):
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


def block_of(panel: Panel, layer: int, before: Panel | None = None, within: str = "") -> Block | None:
    """The block of the visible rows of a panel, or None if there are none.

    Args:
        panel: The panel.
        layer: The layer of the block; 0 is the frontmost.
        before: The panel that was there before; unchanged columns are shared with its block.
        within: As for `Block`; always the same for the same piece.
    """
    focus = ""
    for key, flags in panel.hot.items():
        if flags & FOCUS:
            focus = key
    # What a block depends on besides the piece; hover and press are not in the tree.
    place = (panel.x, panel.y, panel.clip, focus)
    caches = panel.laid.caches
    found: _Columns | None = caches.get(place)
    if found is not None:
        return found.block(layer)
    old: _Columns | None = before.laid.caches.get(place) if before is not None else None
    if old is not None and old.blocks and before is not None:
        columns = _patched(old, before.laid, panel.laid, focus)
        if columns is not None:
            caches[place] = columns
            return columns.block(layer)
    if not rows_of(panel.laid):
        caches[place] = _NOTHING
        return None
    if len(caches) > _PLACES:
        # The rows are computed once and `changed_rows` needs them; everything else can be computed again.
        kept = caches["rows"], caches["starts"]
        caches.clear()
        caches["rows"], caches["starts"] = kept
    columns = _columns(panel, layer, focus, old or _NOTHING, within)
    caches[place] = columns
    return columns.block(layer)


#: For a piece without rows.
_NOTHING = _Columns({}, [], [], [], [], [])


def _columns(panel: Panel, layer: int, focus: str, old: _Columns, within: str) -> _Columns:
    """The columns of the visible rows of a panel; arrays that are equal to those of ``old`` are shared."""
    parents, roles, states, bounds, names, values, keys, shown = _clipped(panel, focus)
    if not names:
        return _Columns({}, parents, roles, states, bounds, shown)
    was = next(iter(old.blocks.values()), None)
    block = Block(
        was.parents if was is not None and old.parents == parents else np.array(parents, dtype=np.int32),
        was.roles if was is not None and old.roles == roles else np.array(roles, dtype=np.uint8),
        was.states if was is not None and old.states == states else np.array(states, dtype=np.uint32),
        was.bounds if was is not None and old.bounds == bounds else np.array(bounds, dtype=np.int32),
        names,
        values,
        keys,
        layer,
        within,
    )
    return _Columns({layer: block}, parents, roles, states, bounds, shown)


#: Blocks that are kept for one piece: a window that is dragged gets one at every place.
_PLACES = 64


def _patched(old: _Columns, before: Laid, laid: Laid, focus: str) -> _Columns | None:
    """The columns of ``laid`` if it differs from ``before`` in states and texts alone, else None.

    Rows keep their bounds then, so what is clipped away (``shown``) is the same too.
    """
    changed = changed_rows(before, laid)
    if changed is None:
        return None
    if not changed:
        return old
    layer, block = next(iter(old.blocks.items()))
    rows, shown = laid.caches["rows"], old.shown
    columns = []
    for field, column in ((7, block.names), (8, block.values), (9, block.keys)):
        texts = list(column)
        for i in changed:
            if shown[i] >= 0:
                texts[shown[i]] = rows[i][field]
        new = tuple(texts)
        columns.append(new if new != column else column)
    names, values, keys = columns
    states = old.states.copy()
    for i in changed:
        if shown[i] >= 0:
            states[shown[i]] = rows[i][2] | (_FOCUSED if focus and rows[i][9] == focus else 0)
    if states == old.states:
        return old._replace(blocks={layer: block.renamed(names, values, keys)})
    restated = block.renamed(names, values, keys, np.array(states, dtype=np.uint32))
    return _Columns({layer: restated}, old.parents, old.roles, states, old.bounds, old.shown)
