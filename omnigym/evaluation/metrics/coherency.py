"""The most coherent order of a graph, the one with the fewest changes of app (OmniBench 4.1, logical consistency).

The coherency score of an order is the number of neighbours in the same app, so it is n minus the number of app runs.
The search for the fewest runs is exact. Two facts keep it small:

* doing an available node of the current app at once is never worse, so only the order of apps is searched;
* an app that can be finished in one run may be done at once: it needs a run anyway, and doing it earlier only makes
  more nodes available.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from omnigym.evaluation.dag import Dag

__all__ = ["best_coherency", "best_order"]

#: The search is given up after this many sets of completed nodes. Graphs of a dozen apps need a few thousand.
_MOST_STATES = 10_000


def best_coherency(dag: Dag, apps: Sequence[str]) -> int | None:
    """Return CS_max, the highest coherency score of all topological orders; None if the search is given up.

    Args:
        dag: The graph.
        apps: The app of each node, in the order of ``dag.ids``.
    """
    order = best_order(dag, apps)
    return None if order is None else sum(apps[a] == apps[b] for a, b in itertools.pairwise(order))


def best_order(dag: Dag, apps: Sequence[str]) -> tuple[int, ...] | None:
    """Return a topological order (indices) with the fewest app runs, the same for the same graph.

    It is a breadth-first search by the number of runs, so the first complete order is one with the fewest. None if
    there are too many sets of completed nodes, whose number grows exponentially with the number of apps.
    """
    search = _Search(dag, apps)
    level: dict[int, tuple[int, ...]] = {0: ()}  # set of completed nodes as bits -> an order that completes it
    seen: set[int] = set()
    while search.everything not in level:
        following: dict[int, tuple[int, ...]] = {}
        for done, order in level.items():
            for run in search.runs(done):
                after = done
                for node in run:
                    after |= 1 << node
                if after not in seen:  # if it was reached before, it was with at most as many runs
                    seen.add(after)
                    following[after] = order + run
        if len(seen) > _MOST_STATES:
            return None
        level = following
    return level[search.everything]


class _Search:
    """The graph with sets of nodes as bits of an int."""

    def __init__(self, dag: Dag, apps: Sequence[str]) -> None:
        self.everything = (1 << len(apps)) - 1
        self._order = dag.order
        self._before = [sum(1 << p for p in before) for before in dag.predecessors]
        members: dict[str, list[int]] = {}
        for i in dag.order:
            members.setdefault(apps[i], []).append(i)
        self._members = list(members.values())

    def runs(self, done: int) -> list[tuple[int, ...]]:
        """The runs to try next: one that finishes its app if there is one, else the longest run of each open app."""
        found = []
        for members in self._members:
            run, after, left = [], done, False
            for node in members:  # in topological order, so one pass finds all nodes of the run
                if done >> node & 1:
                    continue
                if self._before[node] & ~after:
                    left = True
                    continue
                run.append(node)
                after |= 1 << node
            if run and not left:
                return [tuple(run)]
            if run:
                found.append(tuple(run))
        return found
