"""Execution Efficiency (EE), CRAB 4.3."""

from __future__ import annotations

from omnigym.evaluation.metrics.completion_ratio import completion_ratio
from omnigym.evaluation.record import EpisodeRecord

__all__ = ["execution_efficiency"]


def execution_efficiency(record: EpisodeRecord) -> float:
    """Return CR / A, the completion ratio over the number of executed actions; in [0, 1].

    Executed are all actions but the invalid ones, of which nothing comes. A final DONE counts, and so do FAIL, answers
    and waiting: in CRAB they are actions of the root environment (Table 6). Several actions of one turn count each. It
    is divided by A, and not by A + 1 as in CRAB's published code. Where nothing was executed and nothing completed the
    value is 0; what was completed though, by what the setup or the clock did, took one action.
    """
    executed = max(record.actions - record.invalid_actions, 1)
    return completion_ratio(record) / executed
