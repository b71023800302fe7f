"""The check of the order in which rows are listed on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from omnigym.a11y import Role
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check

__all__ = ["listed_in_order"]

_ROWS = (Role.LIST_ITEM, Role.ROW, Role.CELL, Role.TREE_ITEM)


@check("listed_in_order")
def listed_in_order(probe: Probe, names: Sequence[str], within: str = "") -> Verdict:
    """Rows of these names are on the screen in this order: top to bottom, and left to right for tiles of one height.

    Others may lie between them.

    Args:
        probe: Reads the device.
        names: The names.
        within: The name of the list that they are directly in; "" for any place.
    """
    places = []
    tree = probe.tree()
    for name in names:
        found = (n for role in _ROWS for n in tree.find_all(role, name))
        row = next((n for n in found if not within or (n.parent >= 0 and tree.nodes[n.parent].name == within)), None)
        if row is None:
            return not_yet(f"No row {name!r} is on the screen.")
        places.append((row.bounds[1], row.bounds[0]))
    if all(a < b for a, b in pairwise(places)):
        return passed()
    return not_yet(f"The order on the screen is not {list(names)}.")
