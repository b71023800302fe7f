"""The suite ``reworded``: the tasks of ``one-node`` in other words."""

from __future__ import annotations

from dataclasses import replace

from omnigym.tasks.paraphrases import wordings_of
from omnigym.tasks.single import find_alone, one_node
from omnigym.tasks.task import Task
from omnigym.tasks.templates import fill

__all__ = ["find_reworded", "reworded"]

_REWORDED = "reworded"


def reworded(platform: str) -> tuple[Task, ...]:
    """The tasks of ``one-node`` in each other wording of their subtask, by the number of the wording."""
    return tuple([other for task in one_node(platform) for other in _reworded(task)])


def _reworded(task: Task) -> tuple[Task, ...]:
    return tuple(
        replace(
            task,
            id=f"{_REWORDED}/{number}/{task.id}",
            instruction=fill(template, task.nodes[0].parameters),
            suite=_REWORDED,
        )
        for number, template in enumerate(wordings_of(task.nodes[0].subtask), start=1)
    )


def find_reworded(name: str) -> tuple[Task, ...]:
    """The tasks of ``reworded`` that an id names."""
    plain = name.removeprefix(f"{_REWORDED}/").partition("/")[2]
    found = [other for task in find_alone(plain) for other in _reworded(task)]
    return tuple([task for task in found if name in (task.id, task.id.rpartition("@")[0])])
