"""The tasks and lists of To Do, and the file that they are kept in: ``AppData/Local/ToDo/tasks.json``.

It is an object with ``lists``, the names of the lists, and ``tasks``, objects with the fields of `Task`; dates are
"2025-03-14" or "". Files that belong to a task lie in ``AppData/Local/ToDo/Files/<id of the task>``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from omnigym.devices.sim.common.todo import Listed, day_of, todo_tables
from omnigym.devices.sim.documents.difference import difference
from omnigym.devices.sim.memo import Derived
from omnigym.devices.sim.tables.fields import list_in, plain_value, record, value_of
from omnigym.devices.sim.tables.table import Source
from omnigym.devices.sim.vfs import HOME, File, Vfs, base_name

__all__ = [
    "DEFAULT_LIST",
    "FOLDER",
    "TODO_TABLES",
    "Book",
    "Step",
    "Task",
    "files_folder",
    "new_id",
    "read_book",
    "write_book",
]

FOLDER = f"{HOME}/AppData/Local/ToDo"
_PATH = f"{FOLDER}/tasks.json"
#: The list that is always there.
DEFAULT_LIST = "Tasks"


class Step(NamedTuple):
    """A part of a task."""

    title: str
    done: bool = False


class Task(NamedTuple):
    """One task.

    Attributes:
        id: Unique.
        list: Name of its list.
        title: What is to be done.
        completed, important: As their names say.
        my_day: The day on which it was put into My Day, or "".
        due: The day by which it is to be done, or "".
        note: Free text.
        steps: Its parts.
        files: Names of the files that were added.
    """

    id: str
    list: str
    title: str
    completed: bool = False
    important: bool = False
    my_day: str = ""
    due: str = ""
    note: str = ""
    steps: tuple[Step, ...] = ()
    files: tuple[str, ...] = ()


class Book(NamedTuple):
    """All lists and tasks; the newest task first."""

    lists: tuple[str, ...] = (DEFAULT_LIST,)
    tasks: tuple[Task, ...] = ()


_NUMBERED = re.compile(r"t[0-9]{1,18}")
#: What fields of a task hold that its row does not have.
_UNSAID = {"id": "", "list": DEFAULT_LIST}
_BOOKS: Derived[Book] = Derived(8)


def read_book(vfs: Vfs) -> Book:
    """What the file holds; an empty book where there is none that can be read."""
    entry = vfs.get(_PATH)
    return _BOOKS.get(id(entry), entry, lambda: _parsed(entry.content)) if type(entry) is File else Book()


def _parsed(content: bytes) -> Book:
    found = value_of(content)
    if not isinstance(found, dict):
        return Book()
    rows = [t for t in _listed(found.get("tasks")) if isinstance(t, dict) and isinstance(t.get("title"), str)]
    tasks = [_mended(task) for t in rows if (task := record(Task, t, _UNSAID)) is not None]
    lists = [name for name in _listed(found.get("lists")) if isinstance(name, str) and _is_name(name)]
    used = [t.list for t in tasks]
    return Book(tuple(dict.fromkeys((DEFAULT_LIST, *lists, *used))), _unique(tasks))


def _listed(value: object) -> Sequence[object]:
    return value if isinstance(value, list) else ()


def _is_name(text: str) -> bool:
    """Whether a list or a task can be called so: what begins with "#" is what the app itself calls its pages."""
    return text.strip() != "" and not text.startswith("#")


def _is_day(text: str) -> bool:
    day = day_of(text)
    return day is not None and day.isoformat() == text


def _mended(task: Task) -> Task:
    """A task with a list and days that can be."""
    return task._replace(
        list=task.list if _is_name(task.list) else DEFAULT_LIST,
        my_day=task.my_day if _is_day(task.my_day) else "",
        due=task.due if _is_day(task.due) else "",
    )


def _unique(tasks: list[Task]) -> tuple[Task, ...]:
    """The tasks with an id each; one that lacks its own gets a new one."""
    seen: dict[str, Task] = {}
    for task in tasks:
        if not _is_name(task.id) or task.id in seen:
            task = task._replace(id=new_id((*tasks, *seen.values())))
        seen[task.id] = task
    return tuple(seen.values())


def new_id(tasks: tuple[Task, ...]) -> str:
    """An id that no task has."""
    numbers = [int(t.id[1:]) for t in tasks if _NUMBERED.fullmatch(t.id)]
    return f"t{max(numbers, default=0) + 1}"


def _text(task: Task) -> str:
    """A task in JSON."""
    return json.dumps(plain_value(task), ensure_ascii=False)


#: The tasks that were written last, and each in JSON: while one is edited, the others are not encoded again.
_WRITTEN: list[tuple[tuple[Task, ...], list[str]]] = [((), [])]


def _texts(tasks: tuple[Task, ...]) -> list[str]:
    before, texts = _WRITTEN[0]
    start, old_end, new_end = difference(before, tasks)
    texts = [*texts[:start], *[_text(task) for task in tasks[start:new_end]], *texts[old_end:]]
    _WRITTEN[0] = tasks, texts
    return texts


def write_book(vfs: Vfs, book: Book, now_ms: int) -> Vfs:
    """The files with another book.

    Raises:
        VfsError: A folder is in the way.
    """
    tasks = ",\n".join([f"  {text}" for text in _texts(book.tasks)])
    lists = json.dumps(book.lists, ensure_ascii=False)
    written = vfs.write(_PATH, f'{{\n "lists": {lists},\n "tasks": [\n{tasks}\n ]\n}}\n'.encode(), now_ms)
    entry = written.get(_PATH)
    _BOOKS.get(id(entry), entry, lambda: book)  # who shows it need not read it again
    return written


def files_folder(task: Task) -> str:
    """Where the files of a task lie."""
    return f"{FOLDER}/Files/{task.id}"


def _refuse_damaged(vfs: Vfs, under: str) -> None:
    entry = vfs.get(_PATH)
    if type(entry) is File:
        list_in(entry.content, base_name(_PATH), under)


def _lists(vfs: Vfs) -> tuple[str, ...]:
    """The lists; none where there is no file, for then nobody made or deleted any."""
    _refuse_damaged(vfs, "lists")
    book = read_book(vfs)
    return book.lists if book != Book() else ()


def _tasks(vfs: Vfs) -> Iterable[tuple[Listed, Mapping[str, str]]]:
    _refuse_damaged(vfs, "tasks")
    return [(Listed(*[getattr(t, name) for name in Listed._fields]), _besides(t)) for t in read_book(vfs).tasks]


def _besides(task: Task) -> Mapping[str, str]:
    """Parts and files are lines, so that all of them and their order can be compared at once."""
    steps = "\n".join([step.title for step in task.steps])
    return {"my_day": task.my_day, "steps": steps, "files": "\n".join(task.files)}


#: What checks read, on every platform under the same address.
TODO_TABLES: tuple[Source, ...] = todo_tables(_lists, _tasks, path=_PATH, besides=("my_day", "steps", "files"))
