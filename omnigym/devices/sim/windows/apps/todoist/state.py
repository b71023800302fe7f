"""Where one is in Todoist."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from omnigym.devices.sim.app import Effect
from omnigym.devices.sim.windows.apps.todoist.book import Task

__all__ = ["PAGES", "PRIORITIES", "TITLE", "Draft", "Result", "State"]

TITLE = "Todoist"
#: The pages that are no project: the name, what a person reads, the icon.
PAGES = {"#today": ("Today", "calendar-today"), "#upcoming": ("Upcoming", "calendar-week-start")}
PRIORITIES = {1: "Priority 1", 2: "Priority 2", 3: "Priority 3", 4: "Priority 4"}


class Draft(NamedTuple):
    """A task as its form has it: a day in plain words, labels with their @."""

    title: str
    description: str
    due: str
    priority: int
    label_text: str
    section: str


class State(NamedTuple):
    """Where one is.

    Attributes:
        page: The name of a project, a key of `PAGES`, or "@LABEL".
        query: What is searched for; no page is shown meanwhile.
        adding: The words in which a task is added, or None.
        section: The section that it is added to.
        task: The number of the task that is open, or 0.
        draft: Its form.
        comment: A comment that is written on it.
        undo: The task that was completed or deleted last, as it was; or None.
    """

    page: str = "#today"
    query: str = ""
    adding: str | None = None
    section: str = ""
    task: int = 0
    draft: Draft | None = None
    comment: str = ""
    undo: Task | None = None


Result: TypeAlias = tuple[State, tuple[Effect, ...]]
