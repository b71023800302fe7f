"""The neighbours of a task's items: files of similar names in their folders, mails and records of other people.

They are put there before the task's own things, so they can never replace one. Nothing is added that has a name that
the task says, needs or makes, and nothing where a subtask is about all that there is (`Subtask.alone`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from omnigym.documents.mail import MAILBOX, PHONE_MAILBOX
from omnigym.tasks.setup import AddRow, SetupStep, WriteFile
from omnigym.tasks.worlds.blanks import World, contents
from omnigym.tasks.worlds.draw import SLOTS, Draw
from omnigym.tasks.worlds.writing import mail_about, person, sentence, topic

__all__ = ["columns", "contact", "event", "mails", "neighbours", "note", "sticky_note"]

#: So many are beside what a task puts somewhere, whatever number of things that is.
_FILES, _MAILS, _ROWS = 3, 2, 2
#: How often a name is drawn again because the task says it.
_TRIES = 12
#: Folders in which files of a person lie: those of the home that are not of programs, and what Drive shows.
_DRIVE = "/data/data/com.google.android.apps.docs/drive"
#: Folders of a mailbox in which a mail of somebody else may lie.
_RECEIVED = ("Inbox", "Archive", "Junk", "Deleted")
#: The moment of a record, an hour and more before the episode, in milliseconds since 1970.
_BEFORE = 1_741_935_600_000


def neighbours(world: World, steps: Iterable[SetupStep], said: Iterable[str]) -> Iterator[SetupStep]:
    """Yield steps that put neighbours beside the items of other steps, to be done before these.

    Args:
        world: Decides them.
        steps: The setup of a task on one device.
        said: Every text of the task: instruction, parameters, resources, arguments of conditions.
    """
    known = "\n".join(said).casefold()
    files: dict[str, WriteFile] = {}
    tables: dict[str, AddRow] = {}
    for step in steps:
        if isinstance(step, WriteFile):
            files.setdefault(step.path.rpartition("/")[0], step)
        elif isinstance(step, AddRow):
            tables.setdefault(step.path, step)
    for folder, step in files.items():
        draw = world.draw(f"beside {folder}")
        if _is_mailbox(folder):
            yield from mails(draw, folder, known)
        elif _is_personal(folder):
            yield from _files(world, draw, step.path, known)
    for path, row in tables.items():
        make = _RECORDS.get("/".join(path.split("/")[-2:]))
        if make is not None:
            draw = world.draw(f"beside {path}")
            yield from [AddRow(path, *columns(make(draw, row))) for _ in range(_ROWS)]


def _is_mailbox(folder: str) -> bool:
    box, _, name = folder.rpartition("/")
    return box in (MAILBOX, PHONE_MAILBOX) and name in _RECEIVED


def _is_personal(folder: str) -> bool:
    first = folder.partition("/")[0]
    return folder == _DRIVE or (first not in ("", "AppData") and ":" not in first)


def _files(world: World, draw: Draw, path: str, known: str) -> Iterator[SetupStep]:
    folder, _, name = path.rpartition("/")
    stem, dot, ending = name.rpartition(".")
    if not stem:
        return
    names = set[str]()
    for _ in range(_TRIES):
        other = f"{_similar(draw, stem)}{dot}{draw.pick((ending, ending, 'txt'))}"
        if len(names) < _FILES and other.casefold() not in known and other not in names:
            names.add(other)
            yield WriteFile(f"{folder}/{other}", world.fill(contents(f"{folder}/{other}")))


def _similar(draw: Draw, stem: str) -> str:
    """A name that is easily taken for another one."""
    year = 2025 - draw.between(1, 6)
    return draw.pick(
        (
            f"{stem}-{year}",
            f"{stem} {draw.pick(SLOTS['month'])}",
            f"{stem}-v{draw.between(2, 9)}",
            f"old {stem}",
            f"{stem} {draw.pick(SLOTS['place'])}",
            f"{stem} for {draw.pick(SLOTS['weekday'])}",
        )
    )


def mails(draw: Draw, folder: str, known: str) -> Iterator[WriteFile]:
    """Yield mails of other people in a folder of a mailbox."""
    written = set[str]()
    for n in range(_MAILS):
        (subject, text), sender = mail_about(draw), person(draw)
        if not subject or subject in written or subject.casefold() in known:
            continue
        written.add(subject)
        address = sender.casefold().replace(" ", ".")
        head = f"Status: RO\nFrom: {sender} <{address}@example.org>\nTo: Alex Morgan <alex.morgan@example.com>\n"
        moment = f"Date: Fri, 14 Mar 2025 0{draw.between(5, 6) + n}:{draw.between(10, 59)}:00 +0000\n"
        yield WriteFile(f"{folder}/{subject}.eml", f"{head}Subject: {subject}\n{moment}\n{text}\n")


def columns(row: Mapping[str, object]) -> tuple[tuple[str, ...], tuple[Any, ...]]:
    """Return the columns and values of a row, in the form of `AddRow`."""
    return tuple(row), tuple(row.values())


def contact(draw: Draw, _: AddRow) -> dict[str, object]:
    """Return a person whom the user knows."""
    number = "".join([str(draw.below(10)) for _ in range(4)])
    return {"name": draw.text(lambda: person(draw)), "phone": f"555-017-{number}"}


def note(draw: Draw, _: AddRow) -> dict[str, Any]:
    """Return a note on a phone."""
    return {"title": topic(draw), "body": sentence(draw), "edited_ms": _BEFORE - draw.between(1, 900) * 60_000}


def _task(draw: Draw, row: AddRow) -> dict[str, object]:
    """On the list of the task's own."""
    listed = dict(zip(row.columns, row.values, strict=True)).get("list", 1)
    return {"list": listed, "title": topic(draw)}


def sticky_note(draw: Draw, _: AddRow) -> dict[str, object]:
    """Return a note on a desktop."""
    return {"text": sentence(draw)}


def _message(draw: Draw, row: AddRow) -> dict[str, object]:
    """In the room of the task's own, of somebody else."""
    room = dict(zip(row.columns, row.values, strict=True)).get("room", "")
    return {"room": room, "sender": person(draw), "text": sentence(draw), "time_ms": _BEFORE}


def event(draw: Draw, _: AddRow) -> dict[str, Any]:
    """Return an event in the following four weeks."""
    start = _BEFORE + draw.between(1, 28 * 24) * 3_600_000
    return {"title": topic(draw), "start_ms": start, "end_ms": start + 3_600_000, "calendar": "Personal"}


def _listed_task(draw: Draw, row: AddRow) -> dict[str, object]:
    """In the project of the task's own."""
    return {"title": topic(draw), "project": dict(zip(row.columns, row.values, strict=True)).get("project", "Inbox")}


def _reference(draw: Draw, row: AddRow) -> dict[str, Any]:
    """In the collection of the task's own."""
    collection = dict(zip(row.columns, row.values, strict=True)).get("collection", "")
    return {
        "title": topic(draw),
        "authors": person(draw),
        "year": str(2025 - draw.between(1, 30)),
        "collection": collection,
    }


#: What else is in a table, by the end of its path: a function from a row that the task puts there to another one.
_RECORDS: Mapping[str, Callable[[Draw, AddRow], dict[str, Any]]] = {
    **{f"{app}/messages.json": _message for app in ("Chat", "Skype", "Zoom")},
    "Calendar/events.json": event,
    "People/contacts.json": contact,
    "StickyNotes/notes.json": sticky_note,
    "Todoist/tasks.json": _listed_task,
    "Zotero/items.json": _reference,
    "com.android.providers.contacts/contacts.json": contact,
    "com.google.android.apps.tasks/tasks.json": _task,
    "com.google.android.keep/notes.json": note,
}
