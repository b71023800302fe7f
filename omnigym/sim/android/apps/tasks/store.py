"""What Tasks keeps: lists, and the tasks on them, each in a table of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.sim.common.todo import Listed, todo_tables
from omnigym.sim.tables.store import Store, data_of
from omnigym.sim.vfs import Vfs


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


_STORE = Store("tasks", "C:/data/data/com.google.android.apps.tasks", data_of(__file__, "tasks.json"))
TASK_LISTS, TASKS = _STORE.table("lists", TaskList), _STORE.table("tasks", Task)


def _listed(task: Task, lists: Mapping[int, str]) -> Listed:
    due, note = task.due, task.details
    return Listed(str(task.id), lists.get(task.list, ""), task.title, task.done, task.starred, due, note)


#: What checks read; besides the app's own tables those of every to-do list, whichever app keeps it.
TABLES = (
    *_STORE.tables,
    *todo_tables(
        lambda vfs: [x.name for x in TASK_LISTS.checked(vfs)],
        lambda vfs: [(_listed(t, dict(TASK_LISTS.checked(vfs))), {}) for t in TASKS.checked(vfs)],
        of=(TASK_LISTS.address, TASKS.address),
    ),
)


def with_tasks(vfs: Vfs, now: int) -> Vfs:
    """The files with the tasks of a user, as of the virtual moment ``now``."""
    return _STORE.initial(vfs, now)
