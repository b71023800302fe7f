"""What Tasks keeps: lists, and the tasks on them, each in a table of its own."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.devices.sim.android.store import Table

__all__ = ["TASKS", "TASK_LISTS", "Task", "TaskList"]

_FOLDER = "C:/data/data/com.google.android.apps.tasks"


class TaskList(NamedTuple):
    """A list of tasks."""

    id: int
    name: str


class Task(NamedTuple):
    """A task.

    Attributes:
        id: Its number.
        list: The number of the list that it is on.
        title, details: What is to be done.
        due: The day, "2025-03-14", or "".
        done, starred: How it stands.
    """

    id: int
    list: int
    title: str
    details: str = ""
    due: str = ""
    done: bool = False
    starred: bool = False


TASK_LISTS: Table[TaskList] = Table(f"{_FOLDER}/lists.json", TaskList)
TASKS: Table[Task] = Table(f"{_FOLDER}/tasks.json", Task)
