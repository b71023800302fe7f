"""To-do lists: the rules that every app of them has, whatever its lists look like.

An app keeps tasks in a record and a file of its own. What is asked of the record is an ``id`` that no other of its
tasks has; tasks are a tuple, the newest first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import NamedTuple, Protocol, TypeVar

from omnigym.sim.tables.table import Source, View, shown, usual_of
from omnigym.sim.vfs import Vfs


class _Numbered(Protocol):
    @property
    def id(self) -> object: ...


T = TypeVar("T", bound=_Numbered)


def find(tasks: Iterable[T], task_id: object) -> T | None:
    """The task of an id, or None."""
    return next((t for t in tasks if t.id == task_id), None)


def changed(tasks: Iterable[T], task: T) -> tuple[T, ...]:
    """The tasks with one in the place of that of its id."""
    return tuple([task if t.id == task.id else t for t in tasks])


def parted(tasks: Iterable[T], done: Callable[[T], bool]) -> tuple[tuple[T, ...], tuple[T, ...]]:
    """The tasks that are still to be done, and those that are done, which a page shows below."""
    tasks = tuple(tasks)
    return tuple([t for t in tasks if not done(t)]), tuple([t for t in tasks if done(t)])


def day_of(text: str) -> date | None:
    """The day that "2025-03-14" says; None for anything else."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


@lru_cache(maxsize=1024)
def due_text(due: str, today: date, month: str) -> str:
    """When something is due, as a person says it; what is no day as it is.

    Args:
        due: A day, "2025-03-14".
        today: The day on the clock.
        month: How the app writes months, as of `date.strftime`: "%B" in full, "%b" short.

    >>> due_text("2025-03-15", date(2025, 3, 14), "%B"), due_text("2025-03-21", date(2025, 3, 14), "%B")
    ('Tomorrow', 'Fri, March 21')
    """
    day = day_of(due)
    if day is None:
        return due
    near = {-1: "Yesterday", 0: "Today", 1: "Tomorrow"}.get((day - today).days)
    year = f", {day.year}" if day.year != today.year else ""
    return near or f"{day:%a}, {day:{month}} {day.day}{year}"


class Listed(NamedTuple):
    """A task as checks read it of every app; apps may have columns besides.

    Attributes:
        id: Unique among the app's.
        list: The name of its list.
        title: What is to be done.
        completed, important: As their names say.
        due: The day, "2025-03-14", or "".
        note: Free text.
    """

    id: str
    list: str
    title: str
    completed: bool = False
    important: bool = False
    due: str = ""
    note: str = ""


def todo_tables(
    lists: Callable[[Vfs], Iterable[str]],
    tasks: Callable[[Vfs], Iterable[tuple[Listed, Mapping[str, str]]]],
    *,
    path: str = "",
    of: tuple[str, str] = ("", ""),
    besides: Sequence[str] = (),
) -> tuple[Source, ...]:
    """What checks read of a to-do list, whichever app keeps it.

    Args:
        lists: Gives the names of the lists; raises `UnreadableError` where their file is damaged.
        tasks: Gives the tasks, each with its columns besides; raises likewise.
        path: The file that both are kept in.
        of: Instead, the addresses of the tables that keep lists and tasks, in which a list has a number.
        besides: The columns besides that are empty in a task in which nobody has put anything.
    """

    def names(vfs: Vfs) -> tuple[Mapping[str, str], ...]:
        return tuple([{"name": name} for name in lists(vfs)])

    def rows(vfs: Vfs) -> tuple[Mapping[str, str], ...]:
        return tuple([{**shown(task), **more} for task, more in tasks(vfs)])

    usual = {**usual_of(Listed), **dict.fromkeys(besides, "")}
    return (
        View("content://todo/lists", names, path=path, key="name" if path else "", of=of[0]),
        View("content://todo/tasks", rows, path=path, key="id", of=of[1], usual=usual),
    )
