"""Intervals are as wide as chance is."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnigym.evaluation.intervals import difference, interval

_SCORES = st.dictionaries(st.text(max_size=3), st.lists(st.sampled_from([0.0, 1.0]), max_size=4), max_size=6)


@given(_SCORES)
def test_the_mean_is_within(scores: dict[str, list[float]]) -> None:
    mean, low, high = interval(scores, draws=200)
    if not any(scores.values()):
        assert math.isnan(mean)
        return
    assert 0.0 <= low <= high <= 1.0
    assert min(map(np.mean, filter(len, scores.values()))) - 1e-9 <= mean


@given(_SCORES)
def test_nothing_is_better_than_itself(scores: dict[str, list[float]]) -> None:
    if any(scores.values()):
        mean, low, high = difference(scores, scores, draws=50)
        assert mean == 0.0 and -1.0 <= low == -high < 0.0, "and few tasks cannot show that there is no difference"


@pytest.mark.parametrize(
    ("value", "tasks", "times", "low", "high"),
    [  # the bounds of Wilson (1927)
        (0.0, 3, 1, 0.0, 0.5615),
        (1.0, 12, 1, 0.7575, 1.0),
        (0.0, 31, 1, 0.0, 0.1103),
        (1.0, 31, 1, 0.8897, 1.0),
        (1.0, 31, 4, 0.8897, 1.0),
        (1.0, 1, 100, 0.2065, 1.0),
    ],
)
def test_what_is_always_the_same_is_not_certain(value: float, tasks: int, times: int, low: float, high: float) -> None:
    found = interval({f"{n}": [value] * times for n in range(tasks)})
    assert found == pytest.approx((value, low, high), abs=1e-4)


@pytest.mark.parametrize(("solved", "low", "high"), [(1, 0.0179, 0.4042), (5, 0.2366, 0.7634), (9, 0.5958, 0.9821)])
def test_one_outcome_a_task_is_a_rate(solved: int, low: float, high: float) -> None:
    """Of ten trials, as published tables of Wilson's interval have it."""
    found = interval({f"{n}": [float(n < solved)] for n in range(10)})
    assert found == pytest.approx((solved / 10, low, high), abs=1e-4)


@given(_SCORES.filter(lambda scores: any(scores.values())), st.booleans())
def test_none_is_a_point(scores: dict[str, list[float]], shared: bool) -> None:
    _, low, high = interval(scores, draws=50, shared=shared)
    assert low < high
    _, low, high = difference(scores, scores, draws=50, shared=shared)
    assert low < high


def test_greedy_repeats_count_once() -> None:
    once = {f"{n}": [float(n % 3 > 0)] for n in range(31)}
    often = {task: values * (4 if int(task) < 7 else 3) for task, values in once.items()}
    assert (interval(often).low, interval(often).high) == pytest.approx(
        (interval(once).low, interval(once).high), abs=0.02
    )


def test_seeds_that_tasks_share_are_drawn_together() -> None:
    seeds = [1.0, 1.0, 0.0, 1.0, 0.0]  # a learner that fails with two seeds of five, whatever the task
    scores = {f"{n}": seeds for n in range(100)}
    shared, apart = interval(scores, shared=True), interval(scores)
    assert shared.high - shared.low > 0.5 > 0.2 > apart.high - apart.low


@pytest.mark.parametrize("within", [1, 40])
def test_it_covers_the_truth_about_as_often_as_it_says(within: int) -> None:
    rng = np.random.default_rng(0)
    covered = 0
    for seed in range(200):
        rates = rng.beta(2, 2, size=60)  # of tasks, whose mean is 0.5
        scores = {f"{n}": (rng.random(within) < rate).astype(float).tolist() for n, rate in enumerate(rates)}
        _, low, high = interval(scores, draws=300, seed=seed)
        covered += low <= 0.5 <= high
    assert 0.88 <= covered / 200 <= 1.0


def test_episodes_of_one_task_are_no_more_tasks() -> None:
    few = interval({f"{n}": [float(n % 2)] * 50 for n in range(4)})
    assert few.high - few.low >= 0.5
