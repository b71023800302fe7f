"""What the subtasks of mail, notes, tasks, events and documents on the phone share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from omnigym.a11y import Role
from omnigym.actions import Action
from omnigym.documents.mail import PHONE_MAILBOX
from omnigym.tasks.apps._needs import some_file
from omnigym.tasks.apps._rows import row_is
from omnigym.tasks.apps.phone._steps import at_root, by_name, fill_in
from omnigym.tasks.subtask import UI, AddRow, Condition, Need, Resource, WriteFile
from omnigym.tasks.worlds import blank

__all__ = [
    "CALENDAR",
    "DOCUMENTS",
    "DRIVE",
    "EVENT",
    "GMAIL",
    "KEEP",
    "MAIL",
    "NOTE",
    "NOTES",
    "SENT",
    "SUBJECTS",
    "TASK",
    "TASKS",
    "agenda",
    "answer",
    "drive_file",
    "files",
    "inbox",
    "letter",
    "mail",
    "note",
    "note_with",
    "open_mail",
    "pick_day",
    "pick_file",
    "planned",
    "task",
    "task_list",
    "wall",
    "write_mail",
]

_ANY: Mapping[str, object] = {"platforms": ("android",), "capabilities": ("content", "files", "apps", "a11y")}
GMAIL: Mapping[str, object] = {**_ANY, "app": "gmail"}
KEEP: Mapping[str, object] = {**_ANY, "app": "keep"}
TASKS: Mapping[str, Any] = {**_ANY, "app": "tasks"}
CALENDAR: Mapping[str, object] = {
    **_ANY,
    "app": "calendar",
    "capabilities": ("content", "settings", "files", "apps", "a11y"),
}
DOCUMENTS: Mapping[str, object] = {**_ANY}

#: Where Drive keeps its files.
DRIVE = "/data/data/com.google.android.apps.docs/drive"
NOTES = "/data/data/com.google.android.keep/notes.json"
_TODO = "/data/data/com.google.android.apps.tasks/tasks.json"
_EVENTS = "/data/data/com.android.providers.calendar/events.json"
_OURSELVES = "Alex Morgan <alex.morgan@gmail.com>"
#: Subjects of mails that come.
SUBJECTS = (
    "Invoice 2087",
    "Team outing",
    "New parking rules",
    "Photos from Rome",
    "Your subscription",
    "Board games on Friday",
)
#: When setup changed a note: an hour before the episode.
_CHANGED = 1_741_939_200_000

MAIL = Resource("mail", "{subject}")
SENT = Resource("mail_sent", "{subject}")
NOTE = Resource("note", "{title}")
TASK = Resource("phone_task", "{title}")
EVENT = Resource("event", "{title}")


# -- what is needed -------------------------------------------------------------------------------------------


def letter(
    text: str = blank("mail", "{subject}"),
    *,
    folder: str = "Inbox",
    status: str = "O",
    more: str = "",
    sender: str = "",
) -> WriteFile:
    """A mail with the subject "{subject}", as the latest; ``more`` are header fields, each with a newline."""
    who = sender or "Nora Field <nora.field@example.com>"
    head = f"Status: {status}\nFrom: {who}\nTo: {_OURSELVES}\nSubject: {{subject}}\n"
    date = "Date: Fri, 14 Mar 2025 08:50:00 +0000\nMessage-ID: <{subject}@example.com>\n"
    return WriteFile(f"{PHONE_MAILBOX}/{folder}/{{subject}}.eml", f"{head}{date}{more}\n{text}\n")


def mail(*, consumes: bool = False) -> Need:
    """A mail in the inbox that was read, whatever it says."""
    return Need(MAIL, (letter(status="RO"),), consumes)


def note(body: str = blank("sentence", "{title}"), *, consumes: bool = False, **fields: Any) -> Need:
    """A note of that title."""
    columns = ("title", "body", "edited_ms", *fields)
    return Need(NOTE, (AddRow(NOTES, columns, ("{title}", body, _CHANGED, *fields.values())),), consumes)


def note_with(*, new: bool = False, **fields: Any) -> Condition:
    """The note with the title "{title}" has these fields; with ``new`` there is another one, as Keep makes it."""
    if new:
        plain = {"pinned": False, "label": "", "colour": ""}
        return row_is("keep/notes", any_case=True, title="{title}", **{**plain, **fields})
    return row_is("keep/notes", any_case=True, was={"title": "{title}"}, title="{title}", **fields)


def task(*, consumes: bool = False, listed: int = 1, **fields: Any) -> Need:
    """A task on a list."""
    columns, values = ("list", "title", *fields), (listed, "{title}", *fields.values())
    return Need(TASK, (AddRow(_TODO, columns, values),), consumes)


def planned(start_ms: int, *, minutes: int = 60, consumes: bool = False) -> Need:
    """An event."""
    columns = ("title", "start_ms", "end_ms")
    return Need(EVENT, (AddRow(_EVENTS, columns, ("{title}", start_ms, start_ms + minutes * 60_000)),), consumes)


def drive_file(path: str, *, consumes: bool = False) -> Need:
    """A file of My Drive, by the path there."""
    return Need(Resource("drive_file", path), (some_file(f"{DRIVE}/{path}"),), consumes)


# -- first screens --------------------------------------------------------------------------------------------


def inbox(ui: UI) -> Iterator[Action]:
    """Gmail with its inbox."""
    yield from at_root(ui, "gmail.compose")
    yield ui.click("gmail.places")
    yield ui.click("gmail.go.inbox")


def open_mail(ui: UI, subject: str) -> Iterator[Action]:
    """A mail of the inbox, read."""
    yield from inbox(ui)
    yield from by_name(ui, subject)


def write_mail(ui: UI, to: str, subject: str, text: str = "") -> Iterator[Action]:
    """The fields of a mail that is being written; what is empty stays as it is."""
    yield from fill_in(ui, "gmail.to", to)
    if subject:
        yield from fill_in(ui, "gmail.subject", subject)
    if text:
        yield ui.click("gmail.body")
        yield ui.type(text)


def wall(ui: UI) -> Iterator[Action]:
    """Keep with all notes."""
    yield from at_root(ui, "keep.tabs")
    yield ui.click("keep.tab.notes")


def task_list(ui: UI, name: str = "My Tasks") -> Iterator[Action]:
    """Tasks with a list."""
    yield from at_root(ui, "tasks.add")
    tab = ui.node(Role.TAB, name)
    if tab is not None:
        yield ui.click(tab)


def agenda(ui: UI) -> Iterator[Action]:
    """Calendar with its schedule from today on."""
    yield from at_root(ui, "calendar.new")
    yield ui.click("calendar.modes")
    yield ui.click("calendar.go.schedule")
    yield ui.click("calendar.today")


def files(ui: UI) -> Iterator[Action]:
    """Drive with My Drive."""
    yield from at_root(ui, "drive.tabs")
    yield ui.click("drive.tab.files")


# -- dialogs --------------------------------------------------------------------------------------------------


def answer(ui: UI, text: str) -> Iterator[Action]:
    """A line of text in the dialog that is open."""
    yield from fill_in(ui, "prompt.text", text)
    yield ui.click("prompt.yes")


_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def pick_day(ui: UI, day: str) -> Iterator[Action]:
    """A day "2025-04-02" in the dialog that is open."""
    year, month, _ = map(int, day.split("-"))
    head = ui.find("pick_date.month")
    name, _, shown = (head.name if head is not None else "").partition(" ")
    months = (year - int(shown)) * 12 + month - 1 - _MONTHS.index(name) if name in _MONTHS else 0
    for _ in range(abs(months)):
        yield ui.click("pick_date.next" if months > 0 else "pick_date.previous")
    yield ui.click(f"pick_date.{day}")
    yield ui.click("pick_date.yes")


def pick_file(ui: UI, path: str, start: str = "Download") -> Iterator[Action]:
    """A file "Documents/Report.txt" in the screen of files that is open, in the folder ``start``."""
    folder, _, name = path.rpartition("/")
    if folder != start:
        for _ in filter(None, start.split("/")):
            yield ui.click("pick_file.up")
        for part in filter(None, folder.split("/")):
            yield from by_name(ui, part)
    yield from by_name(ui, name)
