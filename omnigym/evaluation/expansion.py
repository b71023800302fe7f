"""Graphs whose nodes are small graphs of their own: CRAB 4.4 joins the evaluator sub-graphs of a task's sub-tasks."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.evaluation.dag import Dag, shared_dag

__all__ = ["expand", "node_of", "part_id"]


def part_id(node: str, part: str) -> str:
    """The id of a part of a node in the expanded graph."""
    return f"{node}/{part}"


def node_of(part: str) -> str:
    """The id of the node that a node of the expanded graph is of: itself, or the one that gave way to its parts.

    >>> node_of(part_id("2", "saved")), node_of("2")
    ('2', '2')
    """
    return part.partition("/")[0]


def expand(dag: Dag, inside: Mapping[str, Dag]) -> Dag:
    """The graph in which each node of ``inside`` gives way to its parts, named "node/part".

    An edge into such a node leads to each of its sources, and an edge out of it begins at each of its sinks: what comes
    before the node comes before all of its parts, and what comes after it after all of them. The parts stand where the
    node stood, so without any the graph stays the same object.

    Args:
        dag: The graph.
        inside: By ids of its nodes the graphs of their parts, none of them empty.

    Raises:
        TaskFileError: The nodes and edges are more than a graph may have, or a part's id is another node's, too.
    """
    within = {node: tuple([part_id(node, p) for p in inside[node].ids]) for node in dag.ids if node in inside}
    if not within:
        return dag
    ids = tuple([part for node in dag.ids for part in within.get(node, (node,))])
    Dag(ids)  # refuses too many before the pairs of sinks and sources are made: these are up to its square
    first = {n: [within[n][i] for i, before in enumerate(inside[n].predecessors) if not before] for n in within}
    last = {n: [within[n][i] for i, after in enumerate(inside[n].successors) if not after] for n in within}
    edges = [(part_id(n, a), part_id(n, b)) for n in within for a, b in inside[n].edges]
    edges += [(s, t) for a, b in dag.edges for s in last.get(a, (a,)) for t in first.get(b, (b,))]
    return shared_dag(ids, tuple(edges))
