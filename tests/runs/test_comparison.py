"""Comparing runs: pairs by task and seed, the intervals of the pairs, what has no counterpart."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.errors import ConfigError, UnknownNameError
from omnigym.evaluation.record import Completion, EpisodeRecord, NodeRecord
from omnigym.runs import compare


def record(task: str, seed: int, success: bool, app: str = "word", **more: Any) -> EpisodeRecord:
    completed = (Completion("1", 1),) if success else ()
    values: dict[str, Any] = {"nodes": (NodeRecord("1", app=app),), "completed": completed, "actions": 2, "seed": seed}
    return EpisodeRecord(task_id=task, **(values | more))


def test_pairs_are_of_one_task_and_one_seed() -> None:
    first = [record("a", 1, True), record("a", 0, False), record("b", 2, False, app="excel")]
    second = [record("a", 0, False), record("a", 1, True), record("b", 2, True, app="excel"), record("c", 3, True)]
    found = compare(first, second)
    assert (found.paired, found.left_out) == (True, 1)
    assert [(row.app, row.tasks, row.difference.mean) for row in found.rows] == [
        ("all", 2, 0.5),
        ("excel", 1, 1.0),
        ("word", 1, 0.0),
    ]
    assert [(c.task, c.first, c.second) for c in found.changes] == [("b", 0.0, 1.0)]
    word = found.rows[2].difference  # of one task; unpaired, its two episodes would differ by chance
    assert (word.mean, word.low, word.high) == pytest.approx((0.0, -0.7934506856, 0.7934506856))


def test_runs_of_other_seeds_are_compared_task_by_task() -> None:
    found = compare([record("a", 0, True), record("a", 1, False)], [record("a", 7, True), record("b", 8, True)])
    assert (found.paired, found.left_out) == (False, 1)
    assert found.rows[0].difference.mean == 0.5


def test_what_is_not_scored_is_left_out_as_in_reports() -> None:
    broken = record("a", 1, False, unscored=True)
    hopeless = record("b", 2, False, infeasible=True)
    found = compare([record("a", 0, True), broken, hopeless], [record("a", 0, True), record("a", 1, True)])
    assert (found.rows[0].tasks, found.rows[0].first.mean, found.left_out) == (1, 1.0, 1)
    with pytest.raises(ConfigError, match="no scored episode of a common task"):
        compare([broken], [record("b", 0, True)])
    with pytest.raises(UnknownNameError, match="success_rate"):
        compare([broken], [broken], "success")
