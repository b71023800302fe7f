"""The accessibility tree: the contents of the screen as data.

A `Tree` is an immutable snapshot. It is a sequence of `Block` values, each a run of nodes in columns; a
device that keeps its blocks between steps pays only for what changed, and so do encoders that cache by
block. `Node` is a view of one row for people and oracles.

**Order of nodes**: blocks by layer, front to back (popups, then the active window, then the windows under it,
the desktop last), and depth-first within a block. So an observation that holds only the first N nodes drops
what is furthest away. The blank cells of a sheet, of which there are hundreds, come after all that, in blocks of their
own.

**Hit test**: of the nodes that contain a point, the one in the frontmost layer, and in it the last (deepest,
latest painted).
"""

from __future__ import annotations

from omnigym.a11y.blocks import Block, BlockBuilder, Node, Rect
from omnigym.a11y.roles import CLICK_ROLES, CLICK_STATES, ITEM_ROLES, N_STATES, Role, State
from omnigym.a11y.tree import Tree
from omnigym.a11y.vocabularies import ROLE_FROM, STATE_FROM, role_from

__all__ = [
    "CLICK_ROLES",
    "CLICK_STATES",
    "ITEM_ROLES",
    "N_STATES",
    "ROLE_FROM",
    "STATE_FROM",
    "Block",
    "BlockBuilder",
    "Node",
    "Rect",
    "Role",
    "State",
    "Tree",
    "role_from",
]
