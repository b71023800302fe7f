"""Success Rate (SR), as in OSWorld and CRAB 4.3."""

from __future__ import annotations

from omnigym.evaluation.record import EpisodeRecord

__all__ = ["success_rate"]


def success_rate(record: EpisodeRecord) -> float:
    """Return 1 if every node was completed without side effects, else 0; the mean over episodes is the rate.

    A node completes only while nothing is damaged, so damage at the end takes away what had been a success before it.
    It does not ask why the episode ended: success on the very last step allowed is success. Of a task that cannot
    be done it is 1 if the agent said FAIL; reports keep those apart.
    """
    return float(record.success)
