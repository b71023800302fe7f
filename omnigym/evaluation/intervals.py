"""Confidence intervals of success rates and of differences, bootstrapped over tasks and over random draws.

Episodes of one task are alike, so an interval that counts them as independent is too narrow: 100 greedy episodes over
31 tasks are 31. Both levels are drawn anew: the tasks, and for each task its seeds.

A bootstrap of few outcomes is too narrow, and of equal ones it is a point. So the rate of one outcome a task has the
score interval of Wilson (1927), 0 of 3 [0, 0.56] and 12 of 12 [0.76, 1]. Where all tasks come to the same mean, the
share of tasks that come to another one is bounded in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

__all__ = ["Interval", "difference", "interval", "pooled_interval"]

#: Values of a measure, by task: one for each seed or episode.
Scores = Mapping[str, Sequence[float]]


class Interval(NamedTuple):
    """A mean and its interval.

    Attributes:
        mean: Of the tasks' means.
        low, high: The interval's ends; NaN of nothing.
    """

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.2f} [{self.low:.2f}, {self.high:.2f}]"


def interval(
    scores: Scores,
    level: float = 0.95,
    draws: int = 2000,
    seed: int = 0,
    *,
    shared: bool = False,
    bounds: tuple[float, float] = (0.0, 1.0),
) -> Interval:
    """Return the interval of a mean.

    Args:
        scores: By task; tasks without a value are left out.
        level: The probability that it covers, in (0, 1).
        draws: How often tasks and values are drawn.
        seed: Seeds the draws: the same scores give the same interval.
        shared: Whether the values in one place are of one seed of a learner, so that the seeds are drawn once for all
            tasks. Tasks with fewer values than others are drawn by themselves all the same.
        bounds: The least and the largest value that there can be.

    >>> str(interval({"a": [1.0, 1.0], "b": [1.0]}))
    '1.00 [0.34, 1.00]'
    >>> str(interval({"a": [0.0], "b": [0.0], "c": [0.0]}))
    '0.00 [0.00, 0.56]'
    """
    tasks = [np.asarray(scores[task], float) for task in sorted(scores) if len(scores[task])]
    if not tasks:
        return Interval(np.nan, np.nan, np.nan)
    rng = np.random.default_rng(seed)
    mean = float(np.mean([values.mean() for values in tasks]))
    if all(len(values) == 1 and values[0] in bounds for values in tasks):
        least, largest = bounds
        low, high = _wilson((mean - least) / (largest - least), len(tasks), level)
        return Interval(mean, least + low * (largest - least), least + high * (largest - least))
    # each task's mean under new draws of its own values, then means over new draws of the tasks
    if shared and len({len(values) for values in tasks}) == 1:
        places = rng.integers(len(tasks[0]), size=(draws, len(tasks[0])))
        inner = np.stack([values[places].mean(1) for values in tasks])
    else:
        inner = np.stack([values[rng.integers(len(values), size=(draws, len(values)))].mean(1) for values in tasks])
    if np.ptp(inner) == 0:
        least, largest = bounds
        _, other = _wilson(0.0, len(tasks), level)  # the share of other tasks, at most
        return Interval(mean, mean - other * (mean - least), mean + other * (largest - mean))
    chosen = rng.integers(len(tasks), size=(len(tasks), draws))
    means = np.take_along_axis(inner, chosen, axis=0).mean(0)
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return Interval(mean, float(low), float(high))


def pooled_interval(scores: Scores, level: float = 0.95, draws: int = 2000, seed: int = 0) -> Interval:
    """Return the interval of the mean of all values; tasks with more values have more weight.

    Args:
        scores: By task or episode, in [0, 1]: one value for each of its steps.
        level, draws, seed: As for `interval`.

    Tasks and their values are drawn anew, as for `interval`.

    >>> str(pooled_interval({"a": [1.0, 1.0, 1.0], "b": [0.0]}))
    '0.75 [0.00, 1.00]'
    >>> str(pooled_interval({"a": [0.0, 0.0], "b": [0.0], "c": [0.0]}))
    '0.00 [0.00, 0.56]'
    """
    tasks = [np.asarray(scores[task], float) for task in sorted(scores) if len(scores[task])]
    if not tasks:
        return Interval(np.nan, np.nan, np.nan)
    counts = np.array([len(values) for values in tasks])
    rates = np.array([values.mean() for values in tasks])
    mean = float((rates * counts).sum() / counts.sum())
    if len(tasks) == 1 or np.ptp(rates) == 0:
        _, other = _wilson(0.0, len(tasks), level)  # the share of other tasks, at most
        return Interval(mean, mean - other * mean, mean + other * (1 - mean))
    rng = np.random.default_rng(seed)
    sums = np.stack([values[rng.integers(len(values), size=(draws, len(values)))].sum(1) for values in tasks])
    chosen = rng.integers(len(tasks), size=(len(tasks), draws))
    means = np.take_along_axis(sums, chosen, axis=0).sum(0) / counts[chosen].sum(0)
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return Interval(mean, float(low), float(high))


def _wilson(rate: float, count: int, level: float) -> tuple[float, float]:
    """The score interval of a rate of so many trials (Wilson 1927)."""
    z2 = NormalDist().inv_cdf((1 + level) / 2) ** 2
    middle = (rate + z2 / (2 * count)) / (1 + z2 / count)
    half = (z2 * (rate * (1 - rate) / count + z2 / (4 * count**2))) ** 0.5 / (1 + z2 / count)
    return max(0.0, middle - half), min(1.0, middle + half)


def difference(
    first: Scores, second: Scores, level: float = 0.95, draws: int = 2000, seed: int = 0, *, shared: bool = False
) -> Interval:
    """Return the interval of the second's advantage, over the tasks and places that both have.

    Values are paired by their places, so those of one place must be of the same seed.

    Args:
        first, second: By task, in [0, 1].
        level, draws, seed, shared: As for `interval`.

    >>> str(difference({"a": [0.0, 1.0]}, {"a": [1.0, 1.0], "b": [0.0]}))
    '0.50 [0.00, 1.00]'
    """
    both = {task: [b - a for a, b in zip(first[task], second[task], strict=False)] for task in first.keys() & second}
    return interval(both, level, draws, seed, shared=shared, bounds=(-1.0, 1.0))
