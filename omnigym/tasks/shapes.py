"""Shapes of task graphs: chains, forks, joins, diamonds, ladders of diamonds, brooms, combs, and parallel chains."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.errors import ConfigError, UnknownNameError
from omnigym.evaluation.dag import Dag
from omnigym.foreign.limits import MAX_NODES

__all__ = ["SHAPES", "shape"]


def shape(name: str, nodes: int, branches: int = 2) -> Dag:
    """A graph with a shape; its nodes are named "1", "2"... in a topological order.

    Args:
        name: A key of `SHAPES`.
        nodes: The number of nodes.
        branches: The number of branches, for shapes that have them; it is the width of the graph.

    Raises:
        UnknownNameError: There is no such shape.
        ConfigError: There are too few or too many nodes for the shape.
    """
    if name not in SHAPES:
        raise UnknownNameError("shape", name, SHAPES)
    if nodes > MAX_NODES:
        raise ConfigError(f"A graph has at most {MAX_NODES} nodes, got {nodes:,}. Divide it into several tasks.")
    least = {
        "chain": 1,
        "fork": branches + 1,
        "join": branches + 1,
        "diamond": branches + 2,
        "ladder": 4,
        "broom": branches + 1,
        "comb": 2 * branches - 1,
        "parallel": branches,
    }[name]
    if nodes < least or branches < 1:
        raise ConfigError(f"A {name} with {branches} branches needs at least {least} nodes, got {nodes}.")
    pairs = SHAPES[name](nodes, branches)
    return Dag(tuple(str(i) for i in range(1, nodes + 1)), tuple((str(a), str(b)) for a, b in sorted(pairs)))


_Pairs = set[tuple[int, int]]


def _chain(nodes: int, _branches: int) -> _Pairs:
    return {(i, i + 1) for i in range(1, nodes)}


def _fork(nodes: int, branches: int) -> _Pairs:
    """Node 1, followed by branches of nearly equal length."""
    return {(max(1, i - branches), i) for i in range(2, nodes + 1)}


def _join(nodes: int, branches: int) -> _Pairs:
    """Branches that meet in the last node: a reversed fork."""
    return {(nodes + 1 - b, nodes + 1 - a) for a, b in _fork(nodes, branches)}


def _diamond(nodes: int, branches: int) -> _Pairs:
    """A fork whose branches meet in the last node."""
    return _fork(nodes - 1, branches) | {(i, nodes) for i in range(nodes - branches, nodes)}


def _ladder(nodes: int, _branches: int) -> _Pairs:
    """Diamonds with two branches, one after another; the remaining nodes are a chain at the end."""
    pairs: _Pairs = set()
    last = 1
    while last + 3 <= nodes:
        pairs |= {(last, last + 1), (last, last + 2), (last + 1, last + 3), (last + 2, last + 3)}
        last += 3
    return pairs | {(i, i + 1) for i in range(last, nodes)}


def _broom(nodes: int, branches: int) -> _Pairs:
    """Node 1, followed by one long branch, and by branches of a single node."""
    first = branches + 1
    return {(1, i) for i in range(2, first + 1)} | {(i, i + 1) for i in range(first, nodes)}


def _comb(nodes: int, branches: int) -> _Pairs:
    """A chain, each of whose first nodes is followed by a single node, too."""
    pairs, last = set[tuple[int, int]](), 1
    for tooth in range(2, 2 * branches - 1, 2):
        pairs |= {(last, tooth), (last, tooth + 1)}
        last = tooth + 1
    return pairs | {(i, i + 1) for i in range(last, nodes)}


def _parallel(nodes: int, branches: int) -> _Pairs:
    """Branches of nearly equal length that are not connected."""
    return {(i - branches, i) for i in range(branches + 1, nodes + 1)}


#: By name, a function from the numbers of nodes and branches to the edges.
SHAPES: Mapping[str, Callable[[int, int], _Pairs]] = {
    "chain": _chain,
    "fork": _fork,
    "join": _join,
    "diamond": _diamond,
    "ladder": _ladder,
    "broom": _broom,
    "comb": _comb,
    "parallel": _parallel,
}
