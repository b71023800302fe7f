"""From panels to the blocks of the accessibility tree, sharing unchanged columns with the block before."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from omnigym.a11y import Block, State
from omnigym.devices.sim.scene.rows import changed_rows, rows_of
from omnigym.devices.sim.ui.flags import FOCUS
from omnigym.devices.sim.ui.items import Laid, Panel

__all__ = ["block_of"]

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
            found = self.blocks[layer] = next(iter(self.blocks.values())).layered(layer)
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
