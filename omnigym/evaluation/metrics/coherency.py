"""The most coherent order of a graph: fewest changes of app, exactly (for OmniBench 4.1's logical consistency).

The coherency score of an order counts the neighbours in the same app, so it is n minus the number of app runs. Two
facts keep the search for the fewest runs small:

* doing an available node of the current app at once never hurts, so only the order of apps is searched;
* an app that can be finished wholly in one run may be done at once: it needs a run anyway, and doing it earlier
  only makes more nodes available.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from omnigym.evaluation.dag import Dag

__all__ = ["best_coherency", "best_order"]

#: The search is given up after so many states. Graphs of a dozen apps need some thousands at most.
_MOST_STATES = 10_000


def best_coherency(dag: Dag, apps: Sequence[str]) -> int | None:
    """CS_max: the highest coherency score of all topological orders; None where too many would have to be looked at.

    Args:
        dag: The graph.
        apps: The app of each node, in the order of ``dag.ids``.
    """
    order = best_order(dag, apps)
    return None if order is None else sum(apps[a] == apps[b] for a, b in itertools.pairwise(order))


def best_order(dag: Dag, apps: Sequence[str]) -> tuple[int, ...] | None:
    """A topological order (indices) with the fewest app runs; the same one for the same graph.

    None where the search passes its bound: the number of sets of apps that may be begun grows exponentially.
    """
    search = _Search(dag, apps)
    level: dict[int, tuple[int, ...]] = {0: ()}  # what is done, as bits -> an order that did it
    seen: set[int] = set()
    while search.everything not in level:
        following: dict[int, tuple[int, ...]] = {}
        for done, order in level.items():
            for run in search.runs(done):
                after = done
                for node in run:
                    after |= 1 << node
                if after not in seen:
                    seen.add(after)
                    following[after] = order + run
        if len(seen) > _MOST_STATES:
            return None
        level = following
    return level[search.everything]


class _Search:
    """The graph as bits."""

    def __init__(self, dag: Dag, apps: Sequence[str]) -> None:
        self.everything = (1 << len(apps)) - 1
        self._order = dag.order
        self._before = [sum(1 << p for p in before) for before in dag.predecessors]
        members: dict[str, list[int]] = {}
        for i in dag.order:
            members.setdefault(apps[i], []).append(i)
        self._members = list(members.values())

    def runs(self, done: int) -> list[tuple[int, ...]]:
        """The runs worth trying next: one that finishes its app if there is one, else one for each open app."""
        found = []
        for members in self._members:
            run, after, left = [], done, False
            for node in members:  # in topological order, so one pass does all that a run can
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
