"""Completion Ratio (CR), CRAB 4.3."""

from __future__ import annotations

from omnigym.evaluation.record import EpisodeRecord

__all__ = ["completion_ratio"]


def completion_ratio(record: EpisodeRecord) -> float:
    """Return C / N, completed nodes over all nodes; in [0, 1].

    The order of completions does not count, ties neither. A task has at least one node, so nothing is divided by 0.
    """
    return len(record.completed) / len(record.nodes)
