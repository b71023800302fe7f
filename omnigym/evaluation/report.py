"""A report on episodes: the means of the metrics, and the numbers of excluded episodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypedDict

from omnigym.evaluation.intervals import interval
from omnigym.evaluation.metrics.completion_ratio import completion_ratio
from omnigym.evaluation.metrics.cost_efficiency import cost_efficiency
from omnigym.evaluation.metrics.coverage_rate import coverage_rate
from omnigym.evaluation.metrics.execution_efficiency import execution_efficiency
from omnigym.evaluation.metrics.logical_consistency import logical_consistency
from omnigym.evaluation.metrics.still_holds import still_holds
from omnigym.evaluation.metrics.success_rate import success_rate
from omnigym.evaluation.record import EpisodeRecord

__all__ = ["METRICS", "Report", "summarise"]

#: Each metric by the name that reports use.
METRICS: Mapping[str, Callable[[EpisodeRecord], float | None]] = {
    "success_rate": success_rate,
    "still_holds": still_holds,
    "coverage_rate": coverage_rate,
    "logical_consistency": logical_consistency,
    "completion_ratio": completion_ratio,
    "execution_efficiency": execution_efficiency,
    "cost_efficiency": cost_efficiency,
}


class Report(TypedDict):
    """The values of a report. A metric is None if no episode has a value.

    ``success_interval`` has the ends of the 95 % interval of the success rate, bootstrapped over tasks and seeds. Its n
    is the number of tasks: however often a greedy agent repeats a task from one start, it counts once.

    ``episodes`` is the number of all episodes, ``tasks`` that of different tasks among them, ``unscored`` that of
    episodes that are left out of every metric because the device or a check failed, ``device_errors`` the number of
    device failures, including those of resets that were tried again. ``ended_by_agent`` is the number of scored
    episodes whose device a program on it can have ended. ``invalid_actions`` is the share of the actions of scored
    episodes that could not be read or done, ``answers_without_call`` that of the model's answers in which no call could
    be read, None where no model answered. ``still_holds`` is the rate of successes that were still so at the end,
    ``collateral`` the number of scored episodes that ended with some of the user's data damaged. Episodes of infeasible
    tasks have a success rate of their own, because an agent that always says FAIL would succeed in all of them.
    """

    episodes: int
    tasks: int
    success_rate: float | None
    success_interval: list[float] | None
    still_holds: float | None
    coverage_rate: float | None
    logical_consistency: float | None
    completion_ratio: float | None
    execution_efficiency: float | None
    cost_efficiency: float | None
    end_reasons: dict[str, int]
    invalid_actions: float | None
    answers_without_call: float | None
    collateral: int
    unscored: int
    device_errors: int
    ended_by_agent: int
    infeasible: int
    infeasible_success_rate: float | None


def summarise(records: Iterable[EpisodeRecord]) -> Report:
    """Return the report on episodes, with means over the scored ones."""
    every = list(records)
    scored = [r for r in every if not r.unscored and not r.infeasible]
    hopeless = [r for r in every if not r.unscored and r.infeasible]

    def mean(metric: str) -> float | None:
        return _mean([METRICS[metric](r) for r in scored])

    return Report(
        episodes=len(every),
        tasks=len({r.task_id for r in every}),
        success_rate=mean("success_rate"),
        success_interval=_success_interval(scored),
        still_holds=mean("still_holds"),
        coverage_rate=mean("coverage_rate"),
        logical_consistency=mean("logical_consistency"),
        completion_ratio=mean("completion_ratio"),
        execution_efficiency=mean("execution_efficiency"),
        cost_efficiency=mean("cost_efficiency"),
        end_reasons=dict(Counter(r.end_reason for r in every).most_common()),
        invalid_actions=_share([(r.invalid_actions, r.actions) for r in every if not r.unscored]),
        answers_without_call=_share([(r.answers_without_call, r.answers) for r in every if not r.unscored]),
        collateral=sum(bool(r.collateral) for r in every if not r.unscored),
        unscored=sum(r.unscored for r in every),
        device_errors=sum(r.device_errors for r in every),
        ended_by_agent=sum(r.end_reason == "ended_by_agent" for r in every),
        infeasible=sum(r.infeasible for r in every),
        infeasible_success_rate=_mean([success_rate(r) for r in hopeless]),
    )


def _success_interval(records: Sequence[EpisodeRecord]) -> list[float] | None:
    scores: dict[str, list[float]] = {}
    for record in records:
        scores.setdefault(record.task_id, []).append(success_rate(record))
    found = interval(scores)
    return [found.low, found.high] if scores else None


def _share(counts: Sequence[tuple[int, int]]) -> float | None:
    every = sum(count for _, count in counts)
    return sum(some for some, _ in counts) / every if every else None


def _mean(values: Sequence[float | None]) -> float | None:
    known = [v for v in values if v is not None]
    return sum(known) / len(known) if known else None
