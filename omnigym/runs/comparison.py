"""Comparison of runs of the same tasks, pair by pair: the better run, the difference, and the tasks that differ."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from omnigym.errors import ConfigError, UnknownNameError
from omnigym.evaluation.intervals import Interval, difference, interval
from omnigym.evaluation.record import EpisodeRecord
from omnigym.evaluation.report import METRICS

__all__ = ["ALL", "Comparison", "ComparisonRow", "RunChange", "compare"]

#: What the row of all apps is called.
ALL = "all"


class ComparisonRow(NamedTuple):
    """Two runs on the tasks of an app.

    Attributes:
        app: Its name, or `ALL`.
        tasks: How many tasks both have.
        first, second: The metric of each, with its interval.
        difference: By how much the second is higher, with the interval of the pairs.
    """

    app: str
    tasks: int
    first: Interval
    second: Interval
    difference: Interval


class RunChange(NamedTuple):
    """A task on which the two runs differ: the means of the metric."""

    task: str
    first: float
    second: float


class Comparison(NamedTuple):
    """Two compared runs.

    Attributes:
        metric: What was compared.
        paired: Whether episodes are paired by task and seed; else by task alone, as no seeds are the same.
        rows: First that of all tasks, then one for each app.
        changes: The tasks that changed, the most first.
        left_out: Scored episodes of the two that have no counterpart.
    """

    metric: str
    paired: bool
    rows: tuple[ComparisonRow, ...]
    changes: tuple[RunChange, ...]
    left_out: int


def compare(
    first: Iterable[EpisodeRecord], second: Iterable[EpisodeRecord], metric: str = "success_rate"
) -> Comparison:
    """Compare two runs. Episodes that are not scored, and those of infeasible tasks, are left out, as in reports.

    Args:
        first, second: Their episodes.
        metric: One of `omnigym.evaluation.report.METRICS`.

    Raises:
        UnknownNameError: There is no such metric.
        ConfigError: They have no task in common.
    """
    if metric not in METRICS:
        raise UnknownNameError("metric", metric, METRICS)
    one, other = _values(first, METRICS[metric]), _values(second, METRICS[metric])
    tasks = sorted(one.keys() & other.keys())
    if not tasks:
        raise ConfigError("The runs have no scored episode of a common task. Compare runs of the same --tasks.")
    paired = any(one[t].seeds.keys() & other[t].seeds.keys() for t in tasks)
    pairs = {t: _pairs(one[t].seeds, other[t].seeds, paired) for t in tasks}
    pairs = {t: both for t, both in pairs.items() if both}
    apps = sorted({app for t in pairs for app in one[t].apps})
    rows = [_row(ALL, pairs), *(_row(a, {t: p for t, p in pairs.items() if a in one[t].apps}) for a in apps)]
    means = [RunChange(t, _mean([a for a, _ in p]), _mean([b for _, b in p])) for t, p in pairs.items()]
    changes = sorted((c for c in means if c.first != c.second), key=lambda c: (-abs(c.second - c.first), c.task))
    every = sum(len(v.seeds) for run in (one, other) for v in run.values())
    used = sum(2 * len(p) for p in pairs.values()) if paired else every - _alone(one, other)
    return Comparison(metric, paired, tuple(rows), tuple(changes), every - used)


class _Task(NamedTuple):
    """The values of a task by seed, and its apps."""

    apps: frozenset[str]
    seeds: dict[object, float]


def _values(records: Iterable[EpisodeRecord], metric: Callable[[EpisodeRecord], float | None]) -> dict[str, _Task]:
    found: dict[str, _Task] = {}
    for number, record in enumerate(records):
        value = metric(record)
        if record.unscored or record.infeasible or value is None:
            continue
        task = found.setdefault(record.task_id, _Task(frozenset(n.app for n in record.nodes), {}))
        task.seeds[number if record.seed is None else record.seed] = value
    return found


def _pairs(one: Mapping[object, float], other: Mapping[object, float], paired: bool) -> list[tuple[float, float]]:
    if paired:
        return [(one[seed], other[seed]) for seed in one if seed in other]
    return [(_mean(list(one.values())), _mean(list(other.values())))]


def _alone(one: Mapping[str, _Task], other: Mapping[str, _Task]) -> int:
    return sum(len(run[t].seeds) for run in (one, other) for t in one.keys() ^ other.keys() if t in run)


def _row(app: str, pairs: Mapping[str, Sequence[tuple[float, float]]]) -> ComparisonRow:
    first = {t: [a for a, _ in both] for t, both in pairs.items()}
    second = {t: [b for _, b in both] for t, both in pairs.items()}
    return ComparisonRow(app, len(pairs), interval(first), interval(second), difference(first, second))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
