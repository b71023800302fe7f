"""The check of the order in which rows are listed on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from omnigym.a11y import Role
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.verdict import Verdict, not_yet, passed

__all__ = ["listed_in_order"]

_ROWS = (Role.LIST_ITEM, Role.ROW, Role.CELL, Role.TREE_ITEM)


@check("listed_in_order")
def listed_in_order(probe: Probe, names: Sequence[str]) -> Verdict:
    """Rows of these names are on the screen, from top to bottom in this order; others may lie between them."""
    tops = []
    tree = probe.tree()
    for name in names:
        row = next((n for role in _ROWS if (n := tree.find(role, name)) is not None), None)
        if row is None:
            return not_yet(f"No row {name!r} is on the screen.")
        tops.append(row.bounds[1])
    if all(a < b for a, b in pairwise(tops)):
        return passed()
    return not_yet(f"The order on the screen is not {list(names)}.")
