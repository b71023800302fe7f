"""The tasks and lists of To Do, the pages that show them, and their file: ``AppData/Local/ToDo/tasks.json``.

It is an object with ``lists``, the names of the lists, and ``tasks``, objects with the fields of `Task`; dates are
"2025-03-14" or "". Files that belong to a task lie in ``AppData/Local/ToDo/Files/<id of the task>``.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from omnigym.counts import count_of
from omnigym.sim.common.todo import Listed, day_of, due_text, parted, todo_tables
from omnigym.sim.memo import IdentityCache
from omnigym.sim.tables.fields import list_in, plain_value, record, value_of
from omnigym.sim.tables.store import data_of, first_of
from omnigym.sim.ui.widgets import Entry
from omnigym.sim.vfs import HOME, File, Vfs, base_name

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
_BOOKS: IdentityCache[Book] = IdentityCache(8)


def read_book(vfs: Vfs) -> Book:
    """What the file holds; an empty book where there is none that can be read."""
    entry = vfs.get(_PATH)
    return _BOOKS.get(id(entry), entry, lambda: _parsed(entry.content)) if type(entry) is File else Book()


def _parsed(content: bytes) -> Book:
    found = value_of(content)
    if not isinstance(found, dict):
        return Book()
    rows = [t for t in _listed(found.get("tasks")) if isinstance(t, dict) and isinstance(t.get("title"), str)]
    read = [record(Task, t, {"id": "", "list": DEFAULT_LIST}) for t in rows]
    tasks = [_mended(task) for task in read if task is not None]
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


@lru_cache(maxsize=4096)
def _text(task: Task) -> str:
    """A task in JSON: while one is edited, the others are not encoded again."""
    return json.dumps(plain_value(task), ensure_ascii=False)


def write_book(vfs: Vfs, book: Book, now_ms: int) -> Vfs:
    """The files with another book.

    Raises:
        VfsError: A folder is in the way.
    """
    tasks = ",\n".join([f"  {_text(task)}" for task in book.tasks])
    lists = json.dumps(book.lists, ensure_ascii=False)
    written = vfs.write(_PATH, f'{{\n "lists": {lists},\n "tasks": [\n{tasks}\n ]\n}}\n'.encode(), now_ms)
    entry = written.get(_PATH)
    _BOOKS.get(id(entry), entry, lambda: book)  # who shows it need not read it again
    return written


def files_folder(task: Task) -> str:
    """Where the files of a task lie."""
    return f"{FOLDER}/Files/{task.id}"


def _checked(vfs: Vfs, under: str) -> Book:
    """The book, for checks, which hear of a damaged file."""
    entry = vfs.get(_PATH)
    if type(entry) is File:
        list_in(entry.content, base_name(_PATH), under)
    return read_book(vfs)


def _row(task: Task) -> tuple[Listed, Mapping[str, str]]:
    """A task as checks read it: parts and files are lines, so that all of them and their order are compared at once."""
    steps, files = "\n".join([step.title for step in task.steps]), "\n".join(task.files)
    listed = Listed(*[getattr(task, name) for name in Listed._fields])
    return listed, {"my_day": task.my_day, "steps": steps, "files": files}


#: What checks read, on every platform under the same address. There are no lists while there is no file.
TODO_TABLES = todo_tables(
    lambda vfs: book.lists if (book := _checked(vfs, "lists")) != Book() else (),
    lambda vfs: [_row(task) for task in _checked(vfs, "tasks").tasks],
    path=_PATH,
    besides=("my_day", "steps", "files"),
)


def with_first_tasks(vfs: Vfs, now: int) -> Vfs:
    """The files with the tasks of a new user, written a day ago."""
    lists: Mapping[str, Sequence[Mapping[str, object]]] = data_of(__file__, "todo.json")
    named = [(name, task) for name, tasks in lists.items() for task in tasks]
    tasks = first_of(Task, [{"id": f"t{n}", "list": name, **task} for n, (name, task) in enumerate(named, 1)])
    return write_book(vfs, Book(tuple(lists), tasks), now - 86_400_000)


# -- pages ------------------------------------------------------------------------------------------------------------

MY_DAY, IMPORTANT, PLANNED = "#my_day", "#important", "#planned"
#: The id of the heading above the tasks that are done.
DONE = "#completed"
#: How months are written, as of `due_text`.
MONTH = "%B"
#: The pages that are no list of the user's own: by id their titles and icons.
SMART = {
    MY_DAY: ("My Day", "weather-sunny"),
    IMPORTANT: ("Important", "star"),
    PLANNED: ("Planned", "calendar"),
    DEFAULT_LIST: ("Tasks", "home"),
}


class Shown(NamedTuple):
    """A line of a page: a task, or a heading where ``task`` is None.

    Attributes:
        id: The task's id, or one that begins with "#".
        title: What it says.
        note: The small text below it.
        task: The task.
        late: Whether it should have been done.
        open: Of a heading: whether what is below it is shown.
    """

    id: str
    title: str
    note: str = ""
    task: Task | None = None
    late: bool = False
    open: bool = True


def title_of(page: str) -> str:
    """What a page is called."""
    return SMART.get(page, (page, ""))[0]


def icon_of(page: str) -> str:
    """The icon of a page."""
    return SMART.get(page, ("", "list"))[1]


def _belongs(task: Task, page: str, day: str) -> bool:
    if page == MY_DAY:
        return task.my_day == day
    if page in (IMPORTANT, PLANNED):
        return bool(task.important if page == IMPORTANT else task.due) and not task.completed
    return task.list == page


_COUNTS: IdentityCache[tuple[tuple[str, int], ...]] = IdentityCache(4)
_LINES: IdentityCache[tuple[Entry, ...]] = IdentityCache(32)


def counts(book: Book, today: date) -> tuple[tuple[str, int], ...]:
    """How many open tasks pages have; those that are missing have none."""

    def made() -> tuple[tuple[str, int], ...]:
        undone, day = [t for t in book.tasks if not t.completed], today.isoformat()
        smart = {page: sum([_belongs(t, page, day) for t in undone]) for page in (MY_DAY, IMPORTANT, PLANNED)}
        return tuple({**Counter([t.list for t in undone]), **smart}.items())

    return _COUNTS.get(today, book, made)


def lines_of(book: Book, page: str, query: str, today: date, show_done: bool) -> tuple[Entry, ...]:
    """The lines of a page, or of what a search finds; starred tasks first, done ones last."""

    def made() -> tuple[Entry, ...]:
        return tuple([Entry(line.id, line.title, line) for line in _lines(book, page, query, today, show_done)])

    return _LINES.get((page, query, today, show_done), book, made)


def _lines(book: Book, page: str, query: str, today: date, show_done: bool) -> list[Shown]:
    wanted = query.strip().casefold()
    here = "" if wanted else page
    if wanted:
        found = [t for t in book.tasks if wanted in t.title.casefold() or wanted in t.note.casefold()]
    else:
        found = [t for t in book.tasks if _belongs(t, page, today.isoformat())]
    undone, done = parted(found, lambda t: t.completed)
    if here == PLANNED:
        spans: dict[str, list[Shown]] = {}
        for task in sorted(undone, key=lambda t: t.due):
            spans.setdefault(_span(day_of(task.due), today), []).append(_line(task, today, PLANNED))
        return [line for span, tasks in spans.items() for line in (Shown(f"#{span}", span), *tasks)]
    lines = [_line(t, today, here) for t in sorted(undone, key=lambda t: not t.important)]
    if done:
        lines.append(Shown(DONE, f"Completed  {len(done)}", open=show_done))
        lines += [_line(t, today, here) for t in done] if show_done else []
    return lines


def _span(day: date | None, today: date) -> str:
    days = (day - today).days if day is not None else 7
    near = {0: "Today", 1: "Tomorrow"}.get(days, "This week" if days < 7 else "Later")
    return "Earlier" if days < 0 else near


@lru_cache(maxsize=4096)
def _line(task: Task, today: date, page: str) -> Shown:
    """A task with what the page itself does not say of it."""
    day = day_of(task.due)
    late = day is not None and day < today and not task.completed
    parts = [
        task.list if task.list != page else "",
        "My Day" if task.my_day == today.isoformat() and page != MY_DAY else "",
        f"{sum([s.done for s in task.steps])} of {len(task.steps)}" if task.steps else "",
        f"{'Overdue, ' if late else 'Due '}{due_text(task.due, today, MONTH)}" if task.due else "",
        "Note" if task.note else "",
        count_of(len(task.files), "file") if task.files else "",
    ]
    return Shown(task.id, task.title, "  •  ".join([p for p in parts if p]), task, late)
