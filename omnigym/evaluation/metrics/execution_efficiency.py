"""Execution Efficiency (EE), CRAB 4.3."""

from __future__ import annotations

from omnigym.evaluation.metrics.completion_ratio import completion_ratio
from omnigym.evaluation.record import EpisodeRecord

__all__ = ["execution_efficiency"]


def execution_efficiency(record: EpisodeRecord) -> float:
    """CR / A: the completion ratio over the number of actions; in [0, 1].

    Every step counts as an action, including a final DONE and invalid actions. It is divided by A, and not by A + 1 as
    in CRAB's published code. The value of an episode without actions is 0, since nothing can have been completed.
    """
    return completion_ratio(record) / record.actions if record.actions else 0.0
