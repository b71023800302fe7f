"""Steps in the issue tracker (Roundup)."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.a11y import Role
from omnigym.actions import Action
from omnigym.errors import OracleError
from omnigym.tasks.apps.web._steps import click, go, site
from omnigym.tasks.subtask import UI

__all__ = ["TRACKER", "number_in_front", "open_issue", "submit"]

TRACKER = site("tracker")
_LIST = "/issue?@columns=title,id,status,assignedto,priority&@sort=id&@pagesize=100&@startwith=0"


def open_issue(ui: UI, title: str) -> Iterator[Action]:
    """An issue, found by its title in the list of all."""
    yield from go(ui, _LIST)
    yield from click(ui, Role.LINK, title)


def submit(ui: UI) -> Iterator[Action]:
    """Send the form of a page."""
    yield from click(ui, key="submit_button")


def number_in_front(ui: UI) -> str:
    """The number of the issue in front, as its address says it."""
    front = next((w.document for w in ui.app_windows() if w.active), "")
    number = front.rpartition("/issue")[2].partition("?")[0]
    if not number.isdecimal():
        raise OracleError(f"The oracle expected an issue in front, not {front!r}.")
    return number
