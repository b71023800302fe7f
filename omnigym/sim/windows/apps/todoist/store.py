"""What Todoist keeps, and the plain words in which a task is added: "Buy milk tomorrow #Home p1 @shop"."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import NamedTuple

from omnigym.sim.common.todo import day_of, due_text
from omnigym.sim.tables.store import Store, data_of, first_of
from omnigym.sim.vfs import HOME, Vfs

FOLDER = f"{HOME}/AppData/Local/Todoist"
INBOX = "Inbox"
#: The colours that a project may have; the Inbox is grey.
COLOURS = ("grey", "plum", "teal", "blue", "green", "rust", "brown")
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DATED = re.compile(r"([a-z]{3})[a-z]* (\d{1,2})|(\d{1,2})/(\d{1,2})|in (\d{1,3}) days?|(\d{4}-\d\d-\d\d)")


class Task(NamedTuple):
    """A task.

    Attributes:
        id: Its number.
        title: What is to be done.
        project, section: Where it is; a section may be "".
        due: The day, "2025-03-14", or "".
        priority: 1 is the most urgent, 4 the usual.
        labels: Words without their @.
        description: Free text.
        completed: Whether it is done.
    """

    id: int
    title: str
    project: str = INBOX
    section: str = ""
    due: str = ""
    priority: int = 4
    labels: tuple[str, ...] = ()
    description: str = ""
    completed: bool = False

    @property
    def label_text(self) -> str:
        """Its labels as a form has them."""
        return " ".join([f"@{label}" for label in self.labels])


class Project(NamedTuple):
    """A project: its name, its colour, its sections in order, and whether it is shown as a board."""

    id: int
    name: str
    colour: str = "grey"
    sections: tuple[str, ...] = ()
    board: bool = False


class Comment(NamedTuple):
    """A comment on a task, with the path of a file that was attached, or ""."""

    id: int
    task: int
    text: str
    file: str = ""


STORE = Store("todoist", "AppData/Local/Todoist")
TASKS = STORE.table("tasks", Task, valid=lambda t: 1 <= t.priority <= 4)
PROJECTS = STORE.table(
    "projects",
    Project,
    valid=lambda p: p.colour in COLOURS,
    filled=("colour",),
    initial=(
        Project(1, INBOX),
        Project(2, "Home", "green", ("Routines", "Repairs")),
        Project(3, "Website", "blue", ("To do", "Doing", "Review"), board=True),
        Project(4, "Errands", "rust"),
    ),
)
COMMENTS = STORE.table("comments", Comment)


def with_tasks(vfs: Vfs, now: int) -> Vfs:
    """The files with the tasks of a new user; the data file says in how many days each is due."""
    today = date(1970, 1, 1) + timedelta(milliseconds=now)
    rows = first_of(Task, [{"id": n, **task} for n, task in enumerate(data_of(__file__, "todoist.json"), 1)])
    dated = [t._replace(due=(today + timedelta(int(t.due))).isoformat()) if t.due else t for t in rows]
    return COMMENTS.written(PROJECTS.written(TASKS.written(vfs, dated, now), PROJECTS.rows(vfs), now), (), now)


def day_in(words: str, today: date) -> str:
    """The day that words mean, "2025-03-14"; "" where they mean none.

    >>> day_in("Friday", date(2025, 3, 14)), day_in("mar 2", date(2025, 3, 14)), day_in("soon", date(2025, 3, 14))
    ('2025-03-21', '2026-03-02', '')
    """
    words = words.strip().casefold()
    near = {"today": 0, "tod": 0, "tomorrow": 1, "tom": 1, "next week": 7 - today.weekday()}
    near |= {name[:n]: (at - today.weekday() - 1) % 7 + 1 for at, name in enumerate(_DAYS) for n in (3, len(name))}
    if words in near:
        return (today + timedelta(days=near[words])).isoformat()
    found = _DATED.fullmatch(words)
    if found is None:
        return ""
    if found[5] or found[6]:
        return (today + timedelta(days=int(found[5]))).isoformat() if found[5] else str(day_of(found[6]) or "")
    if found[1] and found[1] not in _MONTHS:
        return ""
    month, day = (_MONTHS.index(found[1]) + 1, int(found[2])) if found[1] else (int(found[3]), int(found[4]))
    years = [day_of(f"{today.year + n}-{month:02}-{day:02}") for n in range(2)]
    return next((each.isoformat() for each in years if each is not None and each >= today), "")


def said(words: str, task: Task, projects: tuple[Project, ...], today: date) -> Task:
    """A task that is added in plain words: what is a day, a priority, a label, a project or a section is taken out.

    Args:
        words: They. A project and a section are known by name, whatever the case; of days the last one counts.
        task: What it is where the words say nothing of it.
        projects: All.
        today: The day on the clock.
    """
    tokens, left = words.split(), list[str]()
    names = {p.name.casefold().replace(" ", ""): p for p in projects}
    while tokens:
        size = next((n for n in (3, 2, 1) if len(tokens) >= n and day_in(" ".join(tokens[:n]), today)), 0)
        head, word = tokens[0], tokens[0][1:].casefold()
        if size:
            task, tokens = task._replace(due=day_in(" ".join(tokens[:size]), today)), tokens[size:]
            continue
        tokens = tokens[1:]
        sections = next((p.sections for p in projects if p.name == task.project), ())
        section = next((s for s in sections if s.casefold().replace(" ", "") == word), "")
        if re.fullmatch("[pP][1-4]", head):
            task = task._replace(priority=int(head[1]))
        elif head[0] == "@" and word:
            task = task._replace(labels=tuple(dict.fromkeys((*task.labels, head[1:]))))
        elif head[0] == "#" and word in names:
            task = task._replace(project=names[word].name, section="")
        elif head[0] == "/" and section:
            task = task._replace(section=section)
        else:
            left.append(head)
    return task._replace(title=" ".join(left))


def due_words(due: str, today: date) -> str:
    """When a task is due, as Todoist writes it: "Tomorrow", "Mar 20", or in the coming days "Tuesday"."""
    day = day_of(due)
    return f"{day:%A}" if day is not None and 1 < (day - today).days < 7 else due_text(due, today, "%b")
