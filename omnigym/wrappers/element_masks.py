"""The mask of element actions: a click must reach the node, and its role or state must suit the verb."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from omnigym.a11y import CLICK_ROLES, CLICK_STATES, ITEM_ROLES, Block, Role, State, Tree
from omnigym.wrappers.element_layout import ElementLayout

__all__ = ["ElementMasks", "Mask", "covered_mask", "element_mask", "reachable", "roles_of"]

Mask = NDArray[np.bool_]
_KEPT_MASKS = 256


def roles_of(roles: Iterable[Role]) -> Mask:
    """Return a table by the number of a role: bool (256,), new, True for these roles."""
    table = np.zeros(256, np.bool_)
    table[[int(r) for r in roles]] = True
    return table


_CLICK_ROLES = roles_of(CLICK_ROLES)
_ITEM_ROLES = roles_of(ITEM_ROLES)
_MENU_ROLES = roles_of(
    (*ITEM_ROLES, Role.LIST, Role.TABLE, Role.DOCUMENT, Role.TEXT_AREA, Role.TEXT_FIELD, Role.DESKTOP)
)
_SCROLL_ROLES = roles_of((Role.SCROLL_PANE,))


class _Hits(NamedTuple):
    """The node that a click in the middle of each of the first nodes hits.

    Attributes:
        hit: int (n,), rows of the tree; -1 where there is none.
        parents: int (N,), the rows of the parents of all nodes.
        layers: int (N,), the layers of all nodes.
        seen: bool (n,), whether a node has a size.
    """

    hit: NDArray[np.intp]
    parents: NDArray[np.intp]
    layers: NDArray[np.intp]
    seen: Mask


def _hits(tree: Tree, count: int) -> _Hits | None:
    """All hit tests at once, by the rule of `omnigym.a11y.Tree.hit`. Of the nodes that contain a point, the one in the
    frontmost layer is hit, and within a layer the last. None of an empty tree.
    """
    blocks = [b for b in tree.blocks if b.names]
    if not blocks:
        return None
    sizes = np.array([len(b.names) for b in blocks])
    bounds = np.concatenate([b.bounds for b in blocks])
    parents = np.concatenate([b.parents for b in blocks])
    above = np.repeat([tree.above(b) for b in blocks], sizes)
    parents = np.where(parents < 0, above, parents + np.repeat(np.cumsum(sizes) - sizes, sizes))
    layers = np.repeat([b.layer for b in blocks], sizes)
    foremost = np.lexsort((-np.arange(len(bounds)), layers))  # the front layer first, in each the last node
    left, top, width, height = bounds[foremost].T.copy()  # each of them in a row of memory
    right, bottom = left + width, top + height
    points = bounds[:count]
    x, y = (points[:, 0] + points[:, 2] // 2)[:, None], (points[:, 1] + points[:, 3] // 2)[:, None]
    inside = (x >= left) & (x < right) & (y >= top) & (y < bottom)
    first = inside.argmax(axis=1)
    hit = np.where(inside[np.arange(len(points)), first], foremost[first], -1)
    return _Hits(hit, parents, layers, (points[:, 2] > 0) & (points[:, 3] > 0))


def reachable(tree: Tree, count: int) -> Mask:
    """Return whether a click in the middle of each of the first ``count`` nodes hits the node or a descendant.

    Returns:
        bool (min(count, nodes),), new.
    """
    hits = _hits(tree, count)
    if hits is None:
        return np.zeros(0, np.bool_)
    hit, own = hits.hit, np.arange(len(hits.hit))
    found = np.zeros(len(own), np.bool_)
    while (hit >= 0).any():  # from the nodes that were hit up to their roots: ends, as a parent comes before its child
        found |= hit == own
        hit = np.where(hit >= 0, hits.parents[hit], -1)
    result: Mask = found & hits.seen
    return result


def covered_mask(tree: Tree) -> Mask:
    """Return whether another layer (a window, menu or dialog) covers the middle of each node.

    Of a node without a size the pixel at its corner counts. Nodes outside the screen are not covered.

    Returns:
        bool (nodes,), new.
    """
    hits = _hits(tree, len(tree))
    if hits is None:
        return np.zeros(0, np.bool_)
    result: Mask = (hits.hit >= 0) & (hits.layers[hits.hit] != hits.layers)
    return result


def element_mask(tree: Tree, layout: ElementLayout, candidates: int, keys: bool = True) -> Mask:
    """Return the actions of a layout that are possible on this screen.

    Args:
        tree: The accessibility tree of the screen.
        layout: The numbering of the actions.
        candidates: The number of text candidates in this episode.
        keys: Whether keys are possible, on any screen.

    Returns:
        bool (layout.size,), new.
    """
    mask = np.zeros(layout.size, np.bool_)
    mask[layout.key_start :] = keys
    blocks = [b for b in tree.blocks if b.names]
    if not blocks:
        return mask
    rows = min(layout.nodes, len(tree))
    roles = np.concatenate([b.roles for b in blocks])[:rows]
    states = np.concatenate([b.states for b in blocks])[:rows]
    usable = reachable(tree, rows) & ((states & int(State.ENABLED)) != 0)
    editable = (states & int(State.EDITABLE)) != 0
    scrollable = ((states & int(State.SCROLLABLE)) != 0) | _SCROLL_ROLES[roles]
    possible = {
        "click": ((states & int(CLICK_STATES)) != 0) | _CLICK_ROLES[roles],
        "double_click": ((states & int(State.DOUBLE_CLICKABLE)) != 0) | _ITEM_ROLES[roles],
        "right_click": _MENU_ROLES[roles],
        "scroll_down": scrollable,
        "scroll_up": scrollable,
    }
    nodes = mask[: layout.text_start].reshape(layout.nodes, len(layout.verbs))
    for place, verb in enumerate(layout.verbs):
        nodes[:rows, place] = possible[verb] & usable
    texts = mask[layout.text_start : layout.key_start].reshape(layout.nodes, len(layout.text_verbs), layout.candidates)
    texts[:rows, :, :candidates] = (editable & usable)[:, None, None]
    return mask


class ElementMasks:
    """A cache of `element_mask` by the blocks of the tree, which are immutable and compared by identity.

    Args:
        layout: The numbering of the actions.
        keys: Whether keys are possible, on any screen.
    """

    def __init__(self, layout: ElementLayout, keys: bool = True) -> None:
        self._layout, self._keys = layout, keys
        self._known: dict[tuple[tuple[Block, ...], int], Mask] = {}

    def of(self, tree: Tree, candidates: int) -> Mask:
        """Return the mask of a tree in an episode with so many text candidates; it is the cache's own array."""
        key = tree.blocks, candidates
        mask = self._known.get(key)
        if mask is None:
            if len(self._known) >= _KEPT_MASKS:
                self._known.clear()
            mask = self._known[key] = element_mask(tree, self._layout, candidates, self._keys)
        return mask
