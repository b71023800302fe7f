"""Directed acyclic graphs of subtasks: order, depth, width. Only the structure, without any progress.

What every environment needs at its start (order, depths, ancestors) is computed here in a few lines. Matching and the
search for a cycle are done by networkx, which is imported on first use because that takes a tenth of a second.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from omnigym.errors import TaskFileError
from omnigym.foreign import show_value
from omnigym.foreign.limits import MAX_EDGES, MAX_NODES

__all__ = ["Dag", "Edge", "shared_dag"]

Edge = tuple[str, str]


@dataclass(frozen=True, eq=True)
class Dag:
    """A directed acyclic graph.

    Args:
        ids: The nodes, all different.
        edges: Pairs (before, after); one that occurs twice counts once.

    Raises:
        TaskFileError: More than `omnigym.foreign.limits.MAX_NODES` nodes or ``MAX_EDGES`` edges; a duplicate id, an
            edge to a node that does not exist, or a cycle, which is named.
    """

    ids: tuple[str, ...]
    edges: tuple[Edge, ...] = ()

    def __post_init__(self) -> None:
        for what, most, count in (("nodes", MAX_NODES, len(self.ids)), ("edges", MAX_EDGES, len(self.edges))):
            if count > most:
                raise TaskFileError(
                    f"A graph has at most {most:,} {what}, got {count:,}. Divide it into several tasks."
                )
        known = set(self.ids)
        if len(known) != len(self.ids):
            twice = sorted(i for i, count in Counter(self.ids).items() if count > 1)
            raise TaskFileError(f"Node ids must differ, got {_listed(twice)} more than once. Rename one.")
        object.__setattr__(self, "edges", tuple(dict.fromkeys((a, b) for a, b in self.edges)))
        for a, b in self.edges:
            for end in (a, b):
                if end not in known:
                    raise TaskFileError(
                        f"Edge {show_value(a)} -> {show_value(b)} names {show_value(end)}, which is no node. "
                        f"Nodes: {_listed(sorted(known))}."
                    )
        if len(self.order) != len(self.ids):
            cycle = _listed(self._cycle(), " -> ")
            raise TaskFileError(f"The edges must have no cycle, got {cycle}. Remove one of these edges.")

    @cached_property
    def index(self) -> dict[str, int]:
        """The index of each node in `ids`."""
        return {node: i for i, node in enumerate(self.ids)}

    @cached_property
    def predecessors(self) -> tuple[tuple[int, ...], ...]:
        """For each node, the indices of its direct predecessors, ascending."""
        return self._neighbours((b, a) for a, b in self.edges)

    @cached_property
    def successors(self) -> tuple[tuple[int, ...], ...]:
        """For each node, the indices of its direct successors, ascending."""
        return self._neighbours(self.edges)

    def _neighbours(self, pairs: Iterable[Edge]) -> tuple[tuple[int, ...], ...]:
        out: list[list[int]] = [[] for _ in self.ids]
        for a, b in pairs:
            out[self.index[a]].append(self.index[b])
        return tuple(tuple(sorted(n)) for n in out)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The topological order that always takes the smallest available index; it is shorter if there is a cycle."""
        missing = [len(p) for p in self.predecessors]
        free = [i for i, m in enumerate(missing) if m == 0]  # a heap, because it is ascending
        order: list[int] = []
        while free:
            node = heapq.heappop(free)
            order.append(node)
            for s in self.successors[node]:
                missing[s] -= 1
                if missing[s] == 0:
                    heapq.heappush(free, s)
        return tuple(order)

    def _cycle(self) -> list[str]:
        """One cycle, its first node repeated at the end."""
        import networkx as nx

        edges = nx.find_cycle(nx.DiGraph(self.edges))
        return [a for a, _ in edges] + [edges[-1][1]]

    @cached_property
    def depths(self) -> tuple[int, ...]:
        """For each node, the number of nodes on the longest path from a source to it; 1 for a source."""
        depth = [1] * len(self.ids)
        for i in self.order:
            for s in self.successors[i]:
                depth[s] = max(depth[s], depth[i] + 1)
        return tuple(depth)

    @cached_property
    def depth(self) -> int:
        """The number of nodes on the longest path; 0 for the empty graph."""
        return max(self.depths, default=0)

    @cached_property
    def weights(self) -> tuple[float, ...]:
        """For each node, w(s) = d(s) / sum of d (OmniBench 4.1); they add up to 1."""
        total = sum(self.depths)
        return tuple(d / total for d in self.depths)

    @property
    def weight_of(self) -> dict[str, float]:
        """The weight of each node by its id."""
        return dict(zip(self.ids, self.weights, strict=True))

    @cached_property
    def ancestors(self) -> tuple[frozenset[int], ...]:
        """For each node, the indices of all nodes that must be completed before it."""
        before: list[frozenset[int]] = [frozenset()] * len(self.ids)
        for i in self.order:
            before[i] = frozenset(self.predecessors[i]).union(*(before[p] for p in self.predecessors[i]))
        return tuple(before)

    @cached_property
    def width(self) -> int:
        """The size of the largest antichain, which is the most nodes that can be evaluated at the same time.

        By Dilworth's theorem it is the number of nodes minus the size of the largest matching of the transitive
        closure, in which a node is matched with one of its ancestors.
        """
        import networkx as nx

        count = len(self.ids)
        # The bipartite graph has every node twice: i as an ancestor, count + i as a descendant.
        pairs = nx.Graph((a, count + i) for i, before in enumerate(self.ancestors) for a in before)
        matched = nx.bipartite.hopcroft_karp_matching(pairs, [n for n in pairs if n < count])
        return count - len(matched) // 2  # the result has each pair in both directions

    def is_order(self, ids: Sequence[str]) -> bool:
        """Return whether ``ids`` is a topological order of all nodes."""
        place = {node: i for i, node in enumerate(ids)}
        return sorted(ids) == sorted(self.ids) and all(place[a] < place[b] for a, b in self.edges)


def _listed(ids: Sequence[str], joiner: str = ", ") -> str:
    """Ids for an error message, at most the first 12."""
    return joiner.join([i[:80] for i in ids[:12]]) + (f"{joiner}... ({len(ids)})" if len(ids) > 12 else "")


@lru_cache(maxsize=1024)
def shared_dag(ids: tuple[str, ...], edges: tuple[Edge, ...]) -> Dag:
    """Return the graph for these arguments, as one shared object: a suite has many tasks but few shapes.

    Raises:
        TaskFileError: See `Dag`.
    """
    return Dag(ids, edges)
