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
        assert difference(scores, scores, draws=50) == (0.0, 0.0, 0.0)


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
