"""Levels, dimensions and twins of tasks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from omnigym.tasks.modality_levels import dimension_of, level_of, twins_of
from omnigym.tasks.subtask import Condition, Subtask
from omnigym.tasks.task import Task, TaskNode

_SETS = (
    {"word": "a", "path": "1", "lamp": "left", "title": "A"},
    {"word": "b", "path": "2", "lamp": "left", "title": "A"},
    {"word": "b", "path": "3", "lamp": "left", "title": "A"},
    {"word": "a", "path": "4", "lamp": "right", "title": "A"},
    {"word": "b", "path": "5", "lamp": "right", "title": "A"},
    {"word": "c", "path": "6", "lamp": "left", "title": "B"},
)


def _task(values: Mapping[str, object] = _SETS[0], tags: tuple[str, ...] = (), **more: Any) -> Task:
    own = Subtask(
        id="test/own",
        app="keep",
        instruction="Do {title}.",
        parameters=_SETS,
        conditions=(Condition("file_exists", {"path": "{word}{lamp}"}),),
        implied=("path",),
        heard=("word",),
        watched=("lamp",),
        tags=tags,
    )
    return Task(id="t", nodes=(TaskNode("1", own.id, values),), definitions=(own,), **more)


def test_twins_differ_in_what_is_heard_or_watched_alone() -> None:
    found = [(t.task.nodes[0].parameters["path"], t.heard, t.watched) for t in twins_of(_task())]
    assert found == [("2", True, False), ("4", False, True), ("5", True, True)]
    assert list(twins_of(_task(_SETS[5]))) == []


@pytest.mark.parametrize(
    ("task", "level", "dimension"),
    [
        (_task(), "", ""),
        (_task(tags=("level:critical", "dimension:instant")), "critical", "instant"),
        (_task(level="present", tags=("level:critical",)), "present", ""),
        (_task(level="L3", tags=("dimension:semantic",)), "", "semantic"),
        (_task(tags=("level:vital", "dimension:time")), "", ""),
    ],
)
def test_a_level_is_the_tasks_own_or_that_of_a_tag(task: Task, level: str, dimension: str) -> None:
    assert (level_of(task), dimension_of(task)) == (level, dimension)


def test_what_is_made_up_around_a_task_does_not_tell_what_is_heard() -> None:
    made = [_task(values).world.fill({"text": "⟦mail:a⟧"})["text"] for values in _SETS]
    assert len(set(made[:5])) == 1 and made[5] != made[0]
