"""Lasting success, a metric of omnigym."""

from __future__ import annotations

from omnigym.evaluation.record import EpisodeRecord

__all__ = ["still_holds"]


def still_holds(record: EpisodeRecord) -> float | None:
    """Return 1 if the episode is a success and the results of its nodes still held at the end, else 0.

    Completed nodes stay completed, as the papers have it, so an agent that undoes what it did has the success but not
    this. None if nobody looked: a record of before there was the figure, a host's judge, a device that failed.
    """
    return None if record.still_holds is None else float(record.success and record.still_holds)
