"""What Tasks keeps: lists, and the tasks on them, each in a table of its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from omnigym.devices.sim.common.todo import Listed, todo_tables
from omnigym.devices.sim.tables.table import Row, Source, Table
from omnigym.devices.sim.vfs import Vfs

__all__ = ["TASKS", "TASK_LISTS", "TODO_TABLES", "Task", "TaskList"]

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


TASK_LISTS: Table[TaskList] = Table("content://tasks/lists", f"{_FOLDER}/lists.json", TaskList)
TASKS: Table[Task] = Table("content://tasks/tasks", f"{_FOLDER}/tasks.json", Task)


def _lists(vfs: Vfs) -> Iterable[str]:
    return [x.name for x in TASK_LISTS.checked(vfs)]


def _tasks(vfs: Vfs) -> Iterable[tuple[Listed, Row]]:
    names = {x.id: x.name for x in TASK_LISTS.checked(vfs)}
    return [
        (Listed(str(t.id), names.get(t.list, ""), t.title, t.done, t.starred, t.due, t.details), {})
        for t in TASKS.checked(vfs)
    ]


#: What checks read. The last two are those of every to-do list, whichever app keeps it.
TODO_TABLES: tuple[Source, ...] = (
    TASK_LISTS,
    TASKS,
    *todo_tables(_lists, _tasks, of=(TASK_LISTS.address, TASKS.address)),
)
