"""The pages of To Do: which tasks each of them shows, in which order, under which headings."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import NamedTuple

from omnigym.devices.sim.common.todo import day_of, due_text, parted
from omnigym.devices.sim.windows.apps.dialogs.date_picker import MONTHS, WEEKDAYS
from omnigym.devices.sim.windows.apps.todo.book import DEFAULT_LIST, Book, Task

__all__ = [
    "DONE",
    "IMPORTANT",
    "MONTH",
    "MY_DAY",
    "PLANNED",
    "SMART",
    "Page",
    "Shown",
    "counts",
    "icon_of",
    "long_date",
    "rows_of",
    "title_of",
]

MY_DAY, IMPORTANT, PLANNED = "#my_day", "#important", "#planned"
#: Id of the heading above the tasks that are done.
DONE = "#completed"
#: How months are written, as of `due_text`.
MONTH = "%B"


class Page(NamedTuple):
    """A page that is no list of the user's own: its id, what it is called, its icon."""

    id: str
    title: str
    icon: str


SMART = (
    Page(MY_DAY, "My Day", "weather-sunny"),
    Page(IMPORTANT, "Important", "star"),
    Page(PLANNED, "Planned", "calendar"),
    Page(DEFAULT_LIST, "Tasks", "home"),
)


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
    return next((p.title for p in SMART if p.id == page), page)


def icon_of(page: str) -> str:
    """The icon of a page."""
    return next((p.icon for p in SMART if p.id == page), "list")


def _belongs(task: Task, page: str, today: str) -> bool:
    if page == MY_DAY:
        return task.my_day == today
    if page == IMPORTANT:
        return task.important and not task.completed
    if page == PLANNED:
        return bool(task.due) and not task.completed
    return task.list == page


def counts(book: Book, today: date) -> dict[str, int]:
    """How many open tasks each page has."""
    day = today.isoformat()
    out = {MY_DAY: 0, IMPORTANT: 0, PLANNED: 0, **dict.fromkeys(book.lists, 0)}
    for task in book.tasks:
        if not task.completed:
            out[task.list] += 1
            out[MY_DAY] += task.my_day == day
            out[IMPORTANT] += task.important
            out[PLANNED] += task.due != ""
    return out


def rows_of(book: Book, page: str, query: str, today: date, show_done: bool) -> tuple[Shown, ...]:
    """The lines of a page, or of what a search finds; starred tasks first, done ones last."""
    if query.strip():
        wanted = query.strip().casefold()
        found = [t for t in book.tasks if wanted in t.title.casefold() or wanted in t.note.casefold()]
    else:
        day = today.isoformat()
        found = [t for t in book.tasks if _belongs(t, page, day)]
    undone, done = parted(found, lambda t: t.completed)
    if page == PLANNED and not query.strip():
        return _planned(undone, today)
    here = "" if query.strip() else page
    rows = [_row(t, today, here) for t in sorted(undone, key=lambda t: not t.important)]
    if done:
        rows.append(Shown(DONE, f"Completed  {len(done)}", open=show_done))
        rows += [_row(t, today, here) for t in done] if show_done else []
    return tuple(rows)


def _planned(tasks: tuple[Task, ...], today: date) -> tuple[Shown, ...]:
    rows: list[Shown] = []
    heading = ""
    for task in sorted(tasks, key=lambda t: t.due):
        day = day_of(task.due)
        name = "Later" if day is None else _span((day - today).days)
        if name != heading:
            heading = name
            rows.append(Shown(f"#{name}", name))
        rows.append(_row(task, today, PLANNED))
    return tuple(rows)


def _span(days: int) -> str:
    if days < 0:
        return "Earlier"
    return {0: "Today", 1: "Tomorrow"}.get(days, "This week" if days < 7 else "Later")


def long_date(day: date) -> str:
    """A day in full.

    >>> long_date(date(2025, 3, 14))
    'Friday, March 14'
    """
    return f"{WEEKDAYS[day.weekday()]}, {MONTHS[day.month - 1]} {day.day}"


@lru_cache(maxsize=4096)
def _row(task: Task, today: date, page: str) -> Shown:
    """A task with what the page itself does not say of it."""
    day = day_of(task.due)
    late = day is not None and day < today and not task.completed
    parts = [
        task.list if task.list != page else "",
        "My Day" if task.my_day == today.isoformat() and page != MY_DAY else "",
        f"{sum([s.done for s in task.steps])} of {len(task.steps)}" if task.steps else "",
        f"{'Overdue, ' if late else 'Due '}{due_text(task.due, today, MONTH)}" if task.due else "",
        "Note" if task.note else "",
        f"{len(task.files)} file{'s' if len(task.files) > 1 else ''}" if task.files else "",
    ]
    return Shown(task.id, task.title, "  •  ".join([p for p in parts if p]), task, late)
