"""The same graph, told in different orders (OmniBench 5.3, Table 8)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import combinations

from omnigym.evaluation.dag import Dag
from omnigym.tasks.binding import BoundNode
from omnigym.tasks.task import stable_hash
from omnigym.tasks.wording import order_of_telling

__all__ = ["MOST_ORDERS", "apart", "orders_of_telling"]

#: So many instructions has each of the paper's tasks.
MOST_ORDERS = 3
#: So many topological orders are drawn for each, of which the one that is farthest from those before is taken.
_DRAWN = 32


def orders_of_telling(nodes: Mapping[str, BoundNode], dag: Dag) -> list[tuple[int, ...]]:
    """Up to `MOST_ORDERS` topological orders of the steps, by their indices, each as far from the others as can be.

    The first is that of the instruction as it is; there is no other if every step waits for the one before.

    Args:
        nodes: The nodes by id.
        dag: The graph.
    """
    rng = random.Random(stable_hash([[nodes[i].instruction for i in dag.ids], [list(e) for e in dag.edges]]))
    found = [order_of_telling(nodes, dag)]
    while len(found) < MOST_ORDERS:
        drawn = [_drawn(dag, rng) for _ in range(_DRAWN)]
        best = max(drawn, key=lambda order: (min(apart(order, other) for other in found), order))
        if best in found:
            break
        found.append(best)
    return found


def apart(first: Sequence[int], second: Sequence[int]) -> int:
    """How far two orders are from one another: the number of pairs that they put differently.

    >>> apart((0, 1, 2), (0, 1, 2)), apart((0, 1, 2), (2, 1, 0))
    (0, 3)
    """
    at = {step: place for place, step in enumerate(second)}
    return sum(at[a] > at[b] for a, b in combinations(first, 2))


def _drawn(dag: Dag, rng: random.Random) -> tuple[int, ...]:
    out: list[int] = []
    while len(out) < len(dag.ids):
        free = [i for i in range(len(dag.ids)) if i not in out and all(p in out for p in dag.predecessors[i])]
        out.append(free[int(rng.random() * len(free))])
    return tuple(out)
