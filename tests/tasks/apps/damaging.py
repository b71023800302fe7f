"""Runs that do what a task asks for, and damage what was to stay as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from omnigym.actions import Action
from omnigym.tasks.rollout import Stage
from omnigym.tasks.subtask import WriteFile
from omnigym.tasks.task import Task

NEIGHBOUR = "Documents/neighbour.txt"


def with_neighbour(task: Task, path: str = NEIGHBOUR) -> Task:
    """The same task with a file that it is not about."""
    return replace(task, setup=(*task.setup, WriteFile(path, "Nobody asked to touch this.\n")))


def after(damage: Callable[[], object], stage: Stage) -> Iterator[Action]:
    """The oracle's actions, after the damage was done."""
    damage()
    yield from stage.oracle(forgive=True)
