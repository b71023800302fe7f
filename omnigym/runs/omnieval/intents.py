"""Table 9 of OmniBench: planning with and without the intent in the instruction (5.3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from omnigym.evaluation.record import EpisodeRecord
from omnigym.runs.omnieval.capabilities import capabilities_of
from omnigym.runs.omnieval.counting import mean_coverage, scored
from omnigym.tasks.telling.manner import Manner, parted

__all__ = ["IntentRow", "intent_table"]

_PLANNING = ("parallel_planning", "long_range_planning")


class IntentRow(TypedDict):
    """CR in per cent on the tests of planning, and the mean of the two; None where there is no task."""

    parallel_planning: float | None
    long_range_planning: float | None
    overall: float | None
    tasks: int


def intent_table(records: Iterable[EpisodeRecord]) -> dict[str, IntentRow]:
    """The rows "plain" and "intent" over the tasks that were played in both manners; empty if there is none.

    Plain is the manner ``bare``: of a task that tells its intent anyway it is left out there.
    """
    rows: dict[str, dict[str, list[EpisodeRecord]]] = {"plain": {}, "intent": {}}
    for record in scored(records):
        task, manner = parted(record.task_id)
        if manner in (Manner(bare=True), Manner(intent=True)):
            rows["intent" if manner.intent else "plain"].setdefault(task, []).append(record)
    both = [task for task in rows["plain"] if task in rows["intent"]]
    return {name: _row([r for task in both for r in of[task]], len(both)) for name, of in rows.items() if both}


def _row(records: list[EpisodeRecord], tasks: int) -> IntentRow:
    parallel, long_range = [mean_coverage(r for r in records if name in capabilities_of(r)) for name in _PLANNING]
    overall = None if parallel is None or long_range is None else (parallel + long_range) / 2
    return IntentRow(parallel_planning=parallel, long_range_planning=long_range, overall=overall, tasks=tasks)
