"""The tasks of one subtask each, which are the suite ``one-node``."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from omnigym.tasks.registry import all_subtasks, get_subtask, is_known
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task, TaskNode

__all__ = ["alone", "find_alone", "find_one", "one_node", "using"]


def alone(subtasks: Iterable[Subtask], platform: str, suite: str = "one-node") -> tuple[Task, ...]:
    """The tasks of each subtask alone, with each of its parameter sets.

    Args:
        subtasks: The subtasks.
        platform: A platform; "" for all.
        suite: The suite of the tasks.
    """
    return tuple(
        Task(
            id=f"{subtask.id}@{n}",
            nodes=(TaskNode("1", subtask.id, parameters),),
            intent=subtask.id.rpartition("/")[2].replace("-", " "),
            suite=suite,
        )
        for subtask in subtasks
        if platform in ("", *subtask.platforms)
        for n, parameters in enumerate(subtask.parameters)
    )


def find_alone(name: str, collection: str = "", suite: str = "one-node") -> tuple[Task, ...]:
    """The tasks that an id names: one by "files/copy@0", those of a subtask by "files/copy"; () for none.

    Args:
        name: The id.
        collection: The collection of their subtasks.
        suite: The suite of the tasks.
    """
    subtask, at, number = name.rpartition("@")
    subtask = subtask if at and number.isdecimal() else name
    if not is_known(subtask) or get_subtask(subtask).collection != collection:
        return ()
    found = alone([get_subtask(subtask)], "", suite)
    return tuple([task for task in found if name in (task.id, subtask)])


def one_node(platform: str) -> tuple[Task, ...]:
    """Every subtask of a platform with each of its parameter sets; "" for all platforms."""
    return alone(all_subtasks(), platform)


def find_one(name: str) -> tuple[Task, ...]:
    """The tasks of ``one-node`` that an id names."""
    return find_alone(name)


def using(platform: str, subtasks: Collection[str]) -> tuple[Task, ...]:
    """The tasks of ``one-node`` of these subtasks, without reading those of other apps."""
    return alone([s for s in map(get_subtask, sorted(subtasks)) if not s.collection], platform)
