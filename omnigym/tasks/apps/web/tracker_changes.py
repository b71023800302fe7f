"""Changing issues of the tracker (Roundup) in the real browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from omnigym.actions import Action
from omnigym.tasks.apps.web._steps import FILES, at, changed, choose, row, rows_of, seen, upload, write
from omnigym.tasks.apps.web._tracker_steps import TRACKER, number_in_front, open_issue, submit
from omnigym.tasks.subtask import UI, Effect, Need, Oracle, Resource, WriteFile, subtask

__all__: list[str] = []

_ON_ISSUE = (at("tracker.test/issue"),)
_ISSUE = Need(Resource("issue", "{title}"))
_HANDLED = Resource("issue", "{title}")
_PATH = "{folder}/{name}"
#: Who writes a note, or is given an issue, is put on its nosy list by Roundup.
_WATCHING = ("tracker/add-watcher",)
#: What belongs to an issue is shown with its title.
_RENAMED = tuple(
    [
        Effect("change", f"content://tracker/{table}", ("title",), row={"title": "{new}"}, was={"title": "{title}"})
        for table in ("messages", "files", "watchers")
    ]
)


def _change(**attributes: object) -> Callable[[Oracle], Oracle]:
    """A subtask that changes an issue, which can then be worked on."""
    common = {**TRACKER, "needs": (_ISSUE,), "produces": (_HANDLED,), "milestones": _ON_ISSUE}
    return subtask(**{**common, **attributes})


@_change(
    id="tracker/set-status",
    instruction="In the Helpdesk tracker, set the status of the issue '{title}' to {status}.",
    parameters=rows_of(
        ("title", "status"),
        ("Invoices print without a logo", "resolved"),
        ("Search ignores umlauts", "testing"),
        ("Password reset mail never arrives", "in-progress"),
        ("Add a dark theme", "resolved"),
        ("Login takes half a minute", "testing"),
        ("Remember the last search", "deferred"),
        ("Totals are rounded twice", "resolved"),
        ("Print two pages on one sheet", "testing"),
    ),
    conditions=(changed("tracker/issues", title="{title}", status="{status}"),),
    tags=("issue", "edit"),
)
def set_status(ui: UI, title: str, status: str) -> Iterator[Action]:
    """The list on the issue's page."""
    yield from open_issue(ui, title)
    yield from choose(ui, status, key="status")
    yield from submit(ui)


@_change(
    id="tracker/set-priority",
    instruction="In the Helpdesk tracker, give the issue '{title}' the priority {priority}.",
    parameters=rows_of(
        ("title", "priority"),
        ("Labels are cut off on A5 paper", "urgent"),
        ("Map does not load on old phones", "wish"),
        ("Session ends while typing", "critical"),
        ("Sort results by date", "wish"),
        ("Explain the backup in the manual", "bug"),
        ("Duplicate rows in the report", "urgent"),
        ("Offline mode for the warehouse", "feature"),
    ),
    conditions=(changed("tracker/issues", title="{title}", priority="{priority}"),),
    tags=("issue", "edit"),
)
def set_priority(ui: UI, title: str, priority: str) -> Iterator[Action]:
    """The list on the issue's page."""
    yield from open_issue(ui, title)
    yield from choose(ui, priority, key="priority")
    yield from submit(ui)


@_change(
    id="tracker/assign",
    instruction="In the Helpdesk tracker, assign the issue '{title}' to {person}.",
    parameters=rows_of(
        ("title", "person"),
        ("Invoices print without a logo", "chen"),
        ("Password reset mail never arrives", "anna"),
        ("Explain the backup in the manual", "dora"),
        ("Labels are cut off on A5 paper", "boris"),
        ("Describe the keyboard shortcuts", "sam"),
        ("Login takes half a minute", "dora"),
        ("Pictures load after the text", "chen"),
    ),
    conditions=(changed("tracker/issues", title="{title}", assigned="{person}"),),
    effects=(Effect("add", "content://tracker/watchers", row={"title": "{title}", "user": "{person}"}, most=1),),
    covers=_WATCHING,
    tags=("issue", "edit"),
)
def assign(ui: UI, title: str, person: str) -> Iterator[Action]:
    """The list on the issue's page."""
    yield from open_issue(ui, title)
    yield from choose(ui, person, key="assignedto")
    yield from submit(ui)


@_change(
    id="tracker/comment",
    instruction="In the Helpdesk tracker, add the note '{text}' to the issue '{title}'.",
    parameters=rows_of(
        ("title", "text"),
        ("Search ignores umlauts", "It works with oe instead of ö"),
        ("Start page is slow on Mondays", "Today it took nine seconds"),
        ("Crash when the cart is empty", "I see it on the tablet too"),
        ("Two-step login for managers", "Please do it before the audit"),
        ("Duplicate rows in the report", "Only orders of this year"),
        ("Offline mode for the warehouse", "There is a signal at gate 4"),
        ("Invoices print without a logo", "The logo file was renamed"),
    ),
    conditions=(row("tracker/messages", title="{title}", summary="{text}", author="sam"),),
    effects=(Effect("add", "content://tracker/watchers", row={"title": "{title}", "user": "sam"}, most=1),),
    covers=_WATCHING,
    tags=("issue", "write"),
)
def comment(ui: UI, title: str, text: str) -> Iterator[Action]:
    """The change note on the issue's page."""
    yield from open_issue(ui, title)
    yield from write(ui, text, key="@note")
    yield from submit(ui)


@_change(
    id="tracker/rename",
    instruction="In the Helpdesk tracker, change the title of the issue '{title}' to '{new}'.",
    parameters=rows_of(
        ("title", "new"),
        ("Add a dark theme", "Offer a dark theme at night"),
        ("Crash when the cart is empty", "Crash on payment of an empty cart"),
        ("Sort results by date", "Let people sort results by date"),
        ("Spelling mistake on the contact page", "Wrong spelling of address"),
        ("Export the customer list as CSV", "Export customers to a spreadsheet"),
        ("Totals are rounded twice", "Rounding of totals is wrong"),
        ("Describe the keyboard shortcuts", "A page about keyboard shortcuts"),
    ),
    conditions=(changed("tracker/issues", {"title": "{title}"}, title="{new}"),),
    effects=_RENAMED,
    needs=(Need(Resource("issue", "{title}"), consumes=True),),
    produces=(Resource("issue", "{new}"),),
    tags=("issue", "edit"),
)
def rename(ui: UI, title: str, new: str) -> Iterator[Action]:
    """The title on the issue's page."""
    yield from open_issue(ui, title)
    yield from write(ui, new, key="title")
    yield from submit(ui)


@_change(
    id="tracker/add-keyword",
    instruction="In the Helpdesk tracker, give the issue '{title}' the keyword '{keyword}' and no other.",
    parameters=rows_of(
        ("title", "keyword"),
        ("Start page is slow on Mondays", "documentation"),
        ("Map does not load on old phones", "speed"),
        ("Session ends while typing", "mobile"),
        ("Remember the last search", "accounts"),
        ("Print two pages on one sheet", "documentation"),
        ("Two-step login for managers", "mobile"),
        ("Labels are cut off on A5 paper", "speed"),
    ),
    conditions=(changed("tracker/issues", title="{title}", keywords="{keyword}"),),
    tags=("issue", "edit"),
)
def add_keyword(ui: UI, title: str, keyword: str) -> Iterator[Action]:
    """The keywords on the issue's page."""
    yield from open_issue(ui, title)
    yield from write(ui, keyword, key="keyword")
    yield from submit(ui)


@_change(
    id="tracker/add-watcher",
    instruction="In the Helpdesk tracker, add {person} to the nosy list of the issue '{title}'.",
    parameters=rows_of(
        ("title", "person"),
        ("Search ignores umlauts", "boris"),
        ("Password reset mail never arrives", "sam"),
        ("Add a dark theme", "boris"),
        ("Offline mode for the warehouse", "sam"),
        ("Pictures load after the text", "boris"),
        ("Totals are rounded twice", "sam"),
        ("Describe the keyboard shortcuts", "boris"),
    ),
    conditions=(row("tracker/watchers", title="{title}", user="{person}"),),
    tags=("issue", "edit"),
)
def add_watcher(ui: UI, title: str, person: str) -> Iterator[Action]:
    """The nosy list on the issue's page."""
    yield from open_issue(ui, title)
    field = yield from seen(ui, key="nosy")
    yield from write(ui, ",".join(filter(None, (field.value, person))), key="nosy")
    yield from submit(ui)


@_change(
    id="tracker/mark-duplicate",
    instruction="In the Helpdesk tracker, name the issue '{other}' as the superseder of the issue '{title}'.",
    parameters=rows_of(
        ("title", "other"),
        ("Start page is slow on Mondays", "Login takes half a minute"),
        ("Labels are cut off on A5 paper", "Invoices print without a logo"),
        ("Remember the last search", "Search ignores umlauts"),
        ("Describe the keyboard shortcuts", "Explain the backup in the manual"),
        ("Duplicate rows in the report", "Totals are rounded twice"),
        ("Pictures load after the text", "Map does not load on old phones"),
        ("Print two pages on one sheet", "Labels are cut off on A5 paper"),
    ),
    conditions=(changed("tracker/issues", title="{title}", superseder="{other}"),),
    needs=(_ISSUE, Need(Resource("issue", "{other}"))),
    tags=("issue", "edit"),
)
def mark_duplicate(ui: UI, title: str, other: str) -> Iterator[Action]:
    """The other issue's number is in its address."""
    yield from open_issue(ui, other)
    number = number_in_front(ui)
    yield from open_issue(ui, title)
    yield from write(ui, number, key="superseder")
    yield from submit(ui)


@_change(
    id="tracker/attach",
    instruction="In the Helpdesk tracker, attach the file {name} from {folder} to the issue '{title}'.",
    parameters=rows_of(
        ("title", "folder", "name"),
        ("Invoices print without a logo", "Documents", "invoice.txt"),
        ("Map does not load on old phones", "Downloads", "phones.csv"),
        ("Duplicate rows in the report", "Documents", "report.csv"),
        ("Login takes half a minute", "Desktop", "lisbon.txt"),
        ("Spelling mistake on the contact page", "Downloads", "contact.txt"),
        ("Labels are cut off on A5 paper", "Desktop", "label.txt"),
        ("Explain the backup in the manual", "Documents", "backup.txt"),
    ),
    conditions=(row("tracker/files", title="{title}", name="{name}"),),
    needs=(_ISSUE, Need(Resource("file", _PATH), (WriteFile(_PATH, "About the issue: {title}\n"),))),
    capabilities=FILES,
    tags=("issue", "upload"),
)
def attach(ui: UI, title: str, folder: str, name: str) -> Iterator[Action]:
    """The file's field on the issue's page."""
    yield from open_issue(ui, title)
    yield from upload(ui, f"{folder}/{name}", key="@file")
    yield from submit(ui)
