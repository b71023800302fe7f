"""The suite ``omnieval``: what is drawn, under ids and the name of a suite of its own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from omnigym.tasks.omnieval.drawing import SIZE, drawn
from omnigym.tasks.task import Task

__all__ = ["PREFIX", "SUITE", "drawn_of", "renamed"]

SUITE = "omnieval"
#: What the ids begin with; behind it stands the task's id in its pool.
PREFIX = f"{SUITE}/"


def drawn_of(pool: Iterable[Task], size: int = SIZE) -> tuple[Task, ...]:
    """The test sets of a pool, as tasks of the suite.

    Args:
        pool: Tasks of any suites.
        size: The tasks of each set.
    """
    return tuple([renamed(t) for t in drawn(pool, size)])


def renamed(task: Task) -> Task:
    """A task of a pool as one of the suite."""
    return replace(task, id=f"{PREFIX}{task.id}", suite=SUITE)
