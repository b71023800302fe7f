"""Logical Consistency (LC), OmniBench 4.1."""

from __future__ import annotations

from itertools import groupby, pairwise

from omnigym.evaluation.dag import Dag
from omnigym.evaluation.metrics.coherency import best_coherency
from omnigym.evaluation.record import EpisodeRecord

__all__ = ["agent_coherency", "logical_consistency"]


def logical_consistency(record: EpisodeRecord) -> float | None:
    """Return CS_agent / CS_max, the coherency score of the completed sequence over the best of any order; in [0, 1].

    CS is the number of neighbours in the sequence that belong to the same app. If an episode ended early, the sequence
    has the completed nodes only, while CS_max is still that of the whole task. Nodes completed in the same step count
    in the best order that the graph allows. If CS_max is 0 (a single node, or apps that must alternate), no order is
    inconsistent: the value is 1 if every node was completed, else 0. It is None if the best order of a large graph
    with many apps would take too long to find.
    """
    apps = {n.id: n.app for n in record.nodes}
    highest = best_coherency(record.dag, [apps[i] for i in record.dag.ids])
    if highest == 0:
        return float(record.complete)
    achieved = agent_coherency(record)
    return None if highest is None or achieved is None else achieved / highest


def agent_coherency(record: EpisodeRecord) -> int | None:
    """Return CS_agent, with nodes of the same step in the best order; None if finding it would take too long."""
    groups = [[c.node for c in group] for _, group in groupby(record.completed, key=lambda c: c.step)]
    done = {c.node for c in record.completed}
    edges = [e for e in record.edges if done.issuperset(e)]
    # Edges from each step to the next allow any order within a step, and none across steps.
    for earlier, later in pairwise(groups):
        edges += [(a, b) for a in earlier for b in later]
    ids = tuple(c.node for c in record.completed)
    apps = {n.id: n.app for n in record.nodes}
    return best_coherency(Dag(ids, tuple(edges)), [apps[i] for i in ids])
