"""Measures how well CR and LC agree with people's scores of the same trajectories (OmniBench 5.2, Figure 5)."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence
from pathlib import Path
from statistics import NormalDist
from typing import Final, NamedTuple

import numpy as np

from omnigym.errors import ConfigError, UnreadableError
from omnigym.foreign import read_text

__all__ = ["Agreement", "agreement", "correlation", "read_scores"]

#: The columns of each pair: the metric's and the people's.
PAIRS: Final = (("cr", "human_cr"), ("lc", "human_lc"))
_MOST: Final = 16 << 20
_DRAWS: Final = 2000


class Agreement(NamedTuple):
    """A correlation with its interval.

    Attributes:
        pearson: Pearson's coefficient, and the ends of its 95 % interval by Fisher's transformation.
        spearman: Spearman's, and the ends of its 95 % interval by bootstrap.
        trajectories: How many there are.
    """

    pearson: tuple[float, float, float]
    spearman: tuple[float, float, float]
    trajectories: int


def correlation(a: Sequence[float], b: Sequence[float]) -> float:
    """Return Pearson's coefficient.

    Raises:
        ConfigError: One of the two is constant.
    """
    x, y = np.asarray(a, float), np.asarray(b, float)
    x, y = x - x.mean(), y - y.mean()
    scale = math.sqrt(float(x @ x) * float(y @ y))
    if scale < 1e-12:
        raise ConfigError("A column has the same value in all rows, so nothing correlates with it.")
    return min(max(float(x @ y) / scale, -1.0), 1.0)


def _ranks(values: Sequence[float]) -> list[float]:
    """The ranks, equal values with the mean of theirs."""
    found, inverse, counts = np.unique(np.asarray(values, float), return_inverse=True, return_counts=True)
    del found
    ends = np.cumsum(counts)
    return [float(r) for r in ((ends - counts + ends - 1) / 2)[inverse]]


def agreement(metric: Sequence[float], people: Sequence[float], seed: int = 0) -> Agreement:
    """Return the correlations of a metric with people's scores.

    Args:
        metric, people: Of each trajectory.
        seed: Of the bootstrap.

    Raises:
        ConfigError: There are fewer than four trajectories, or a column is constant.

    >>> agreement([0.0, 0.2, 0.5, 1.0], [0.1, 0.3, 0.4, 0.9]).spearman[0]
    1.0
    """
    if len(metric) != len(people) or len(metric) < 4:
        raise ConfigError(f"A correlation with an interval needs four trajectories, got {len(metric)}.")
    pearson = correlation(metric, people)
    half = NormalDist().inv_cdf(0.975) / math.sqrt(len(metric) - 3)
    z = math.atanh(min(max(pearson, -0.999999), 0.999999))
    ranks = np.array([_ranks(metric), _ranks(people)])
    spearman = correlation(ranks[0].tolist(), ranks[1].tolist())
    chance = np.random.default_rng(seed)
    drawn = []
    for _ in range(_DRAWS):
        places = chance.integers(len(metric), size=len(metric))
        pair = [_ranks(np.asarray(side, float)[places].tolist()) for side in (metric, people)]
        if len(set(pair[0])) > 1 and len(set(pair[1])) > 1:
            drawn.append(correlation(*pair))
    low, high = np.quantile(drawn, [0.025, 0.975]) if drawn else (spearman, spearman)
    return Agreement(
        (pearson, math.tanh(z - half), math.tanh(z + half)), (spearman, float(low), float(high)), len(metric)
    )


def read_scores(path: Path) -> dict[str, tuple[list[float], list[float]]]:
    """Return the scores of a CSV file by the metric's column: its values and people's.

    The file has a row a trajectory with the columns ``cr`` and ``human_cr``, ``lc`` and ``human_lc``, or one of the two
    pairs. People's scores of several annotators stand in one cell, with semicolons between, and are averaged. Shares
    may be written as ``70%``.

    Raises:
        ConfigError: It cannot be read, lacks the columns, or a cell is no number.
    """
    try:
        rows = list(csv.DictReader(io.StringIO(read_text(path, _MOST))))
    except (OSError, UnreadableError, csv.Error) as e:
        raise ConfigError(f"{path} cannot be read: {e}.") from None
    names = set(rows[0]) if rows else set()
    pairs = [pair for pair in PAIRS if names >= set(pair)]
    if not pairs:
        raise ConfigError(f"{path} needs the columns cr and human_cr, or lc and human_lc, and a row a trajectory.")
    out: dict[str, tuple[list[float], list[float]]] = {}
    for ours, theirs in pairs:
        values = [[_number(row[name], path, n, name) for n, row in enumerate(rows, 2)] for name in (ours, theirs)]
        out[ours] = values[0], values[1]
    return out


def _number(cell: str | None, path: Path, line: int, column: str) -> float:
    """A number, or the mean of several."""
    try:
        parts = [p.strip() for p in (cell or "").split(";")]
        found = [float(p[:-1]) / 100 if p.endswith("%") else float(p) for p in parts]
    except ValueError:
        found = [math.nan]
    if not all(map(math.isfinite, found)):
        raise ConfigError(f"{path}, line {line}: expected a number in the column {column}, got {cell!r}.")
    return sum(found) / len(found)
