"""Composition by levels of complexity."""

from __future__ import annotations

import pytest

from omnigym.errors import ConfigError, UnknownNameError
from omnigym.tasks.complexity import complexity_of, level
from omnigym.tasks.complexity_levels import compose_levels, shapes_of_levels
from omnigym.tasks.subtask import Subtask


@pytest.mark.parametrize(
    "levels",
    [
        {},
        {"dependency": "easy", "instruction": "easy"},
        {"hierarchy": "hard"},
        {"hierarchy": "hard", "branch": "hard"},
        {"branch": "hard", "hierarchy": "easy"},
        {"instruction": "hard", "branch": "medium"},
        {"dependency": "medium", "knowledge": "medium"},
        {"instruction": "hard", "knowledge": "easy"},
    ],
)
def test_a_task_has_the_levels_asked_for(pool: tuple[Subtask, ...], levels: dict[str, str]) -> None:
    numbers = complexity_of(compose_levels(levels, seed=1, subtasks=pool))  # type: ignore[arg-type]
    assert {d: level(d, getattr(numbers, d)) for d in levels} == levels


def test_levels_that_cannot_be_are_refused(pool: tuple[Subtask, ...]) -> None:
    with pytest.raises(ConfigError, match="knowledge hard"):
        compose_levels({"knowledge": "hard", "instruction": "easy"}, seed=0, subtasks=pool)
    with pytest.raises(UnknownNameError, match="branch"):
        next(shapes_of_levels({"branches": "hard"}))
