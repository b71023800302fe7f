"""Execution Efficiency (EE), CRAB 4.3."""

from __future__ import annotations

from omnigym.evaluation.metrics.completion_ratio import completion_ratio
from omnigym.evaluation.record import EpisodeRecord

__all__ = ["execution_efficiency"]


def execution_efficiency(record: EpisodeRecord) -> float:
    """CR / A: the completion ratio over the number of actions; in [0, 1].

    Every step is an action, a closing DONE and invalid ones too. It is A, not A + 1 as in CRAB's published code.
    An episode without an action has 0: nothing can have been completed by it.
    """
    return completion_ratio(record) / record.actions if record.actions else 0.0
