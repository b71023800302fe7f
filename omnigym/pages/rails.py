"""A task's graph as a list with rails beside it, like a version control history, which fits a narrow panel."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.evaluation.dag import Dag

__all__ = ["Rail", "Rails", "rails"]


class Rail(NamedTuple):
    """An edge from one row to a later one, in a lane of its own."""

    start: int
    end: int
    lane: int


class Rails(NamedTuple):
    """The positions of all rows and rails.

    Attributes:
        order: The index of the node in each row, predecessors first.
        lanes: The lane of each row's node, 0 leftmost.
        edges: The edges, between rows.
    """

    order: tuple[int, ...]
    lanes: tuple[int, ...]
    edges: tuple[Rail, ...]


def rails(dag: Dag) -> Rails:
    """Give each node a row and each edge a lane in which nothing else is on its way.

    >>> fork = Dag(("a", "b", "c"), (("a", "b"), ("a", "c")))
    >>> rails(fork).lanes
    (0, 0, 1)
    >>> rails(fork).edges
    (Rail(start=0, end=1, lane=0), Rail(start=0, end=2, lane=1))
    """
    row = {node: r for r, node in enumerate(dag.order)}
    towards: list[int | None] = []  # for each lane the node that it leads to
    lanes, edges = [], []
    for node in dag.order:
        arriving = [lane for lane, target in enumerate(towards) if target == node]
        for lane in arriving:
            towards[lane] = None
        own = arriving[0] if arriving else _free(towards)
        lanes.append(own)
        for n, successor in enumerate(sorted(dag.successors[node], key=row.__getitem__)):
            lane = own if n == 0 else _free(towards)
            towards[lane] = successor
            edges.append(Rail(row[node], row[successor], lane))
    return Rails(dag.order, tuple(lanes), tuple(edges))


def _free(towards: list[int | None]) -> int:
    """The first lane in which nothing is, made if there is none."""
    if None not in towards:
        towards.append(None)
    return towards.index(None)
