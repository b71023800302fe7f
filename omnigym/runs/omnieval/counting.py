"""Which episodes count for a table, and the means that all tables are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from omnigym.evaluation.metrics.coverage_rate import coverage_rate
from omnigym.evaluation.record import EpisodeRecord
from omnigym.tasks.telling.manner import Manner, parted

__all__ = ["in_per_cent", "manner_of", "mean_coverage", "once", "scored"]


def manner_of(record: EpisodeRecord) -> Manner:
    """How the task of an episode was told."""
    return parted(record.task_id)[1]


def scored(records: Iterable[EpisodeRecord]) -> list[EpisodeRecord]:
    """The episodes that count: the device worked, and the task can be done."""
    return [r for r in records if not r.unscored and not r.infeasible]


def once(records: Iterable[EpisodeRecord]) -> list[EpisodeRecord]:
    """The episodes of each task in one manner alone, the plainest that there is: it counts once, however it is told."""
    every = list(records)
    plainest: dict[str, Manner] = {}
    for record in every:
        task, manner = parted(record.task_id)
        plainest[task] = min(plainest.get(task, manner), manner, key=_plainness)
    return [r for r in every if plainest[(told := parted(r.task_id))[0]] == told[1]]


def _plainness(manner: Manner) -> tuple[int, bool, bool, bool]:
    return manner.order, manner.low, manner.intent, manner.bare


def mean_coverage(records: Iterable[EpisodeRecord]) -> float | None:
    """The mean Coverage Rate in per cent; None of no episode."""
    return in_per_cent(list(records), coverage_rate)


def in_per_cent(records: Sequence[EpisodeRecord], metric: Callable[[EpisodeRecord], float | None]) -> float | None:
    """The mean of a metric in per cent, over the episodes that have a value; None if none has."""
    values = [v for v in map(metric, records) if v is not None]
    return 100 * sum(values) / len(values) if values else None
