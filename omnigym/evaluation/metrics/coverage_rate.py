"""Coverage Rate (CR), OmniBench 4.1."""

from __future__ import annotations

from omnigym.evaluation.record import EpisodeRecord

__all__ = ["coverage_rate"]


def coverage_rate(record: EpisodeRecord) -> float:
    """Return the weight of the completed nodes, w(s) = d(s) / sum of d, over the weight of all; in [0, 1].

    d(s) is the depth of node s: 1 at a source, and the longest path counts, so a shortcut edge changes nothing.
    The order of completions does not count, ties neither. A task has at least one node, so nothing is divided by 0.
    """
    if record.complete:
        return 1.0  # exactly, whatever the rounding of the sum
    depths = dict(zip(record.dag.ids, record.dag.depths, strict=True))
    return sum(depths[c.node] for c in record.completed) / sum(depths.values())
