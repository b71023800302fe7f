"""What lies around on a device in an episode of ``variation="all"``, whatever its task: files, mails, records, windows.

As of `omnigym.tasks.worlds.neighbours`, it is put there before the task's own things, and none of it has a name that
the task says.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from omnigym.devices.protocol import Platform
from omnigym.documents.mail import MAILBOX, PHONE_MAILBOX
from omnigym.tasks.setup import AddRow, Launch, SetupStep, WriteFile
from omnigym.tasks.worlds.draw import Draw
from omnigym.tasks.worlds.neighbours import columns, contact, event, mails, note, sticky_note
from omnigym.tasks.worlds.vocabulary import SLOTS
from omnigym.tasks.worlds.writing import lines

__all__ = ["company"]

#: The most files, records and windows.
_FILES, _ROWS, _WINDOWS = 4, 2, 2
#: How often a name is drawn again because the task says it.
_TRIES = 8
_WORDS = ("Agenda", "Budget", "Checklist", "Ideas", "Inventory", "Itinerary", "Ledger", "Minutes", "Outline", "Recap")
_FOLDERS: Mapping[Platform, tuple[str, ...]] = {
    "windows": ("Desktop", "Documents", "Downloads"),
    "linux": ("Documents", "Downloads"),
    "android": ("Documents", "Download"),
}
_MAILBOXES: Mapping[Platform, str] = {"windows": f"{MAILBOX}/Inbox", "android": f"{PHONE_MAILBOX}/Inbox"}
_RECORDS: Mapping[Platform, Mapping[str, Callable[[Draw, Any], dict[str, Any]]]] = {
    "windows": {
        "AppData/Local/Calendar/events.json": event,
        "AppData/Local/People/contacts.json": contact,
        "AppData/Local/StickyNotes/notes.json": sticky_note,
    },
    "android": {
        "/data/data/com.android.providers.calendar/events.json": event,
        "/data/data/com.android.providers.contacts/contacts.json": contact,
        "/data/data/com.google.android.keep/notes.json": note,
    },
}
#: Apps of which windows may be open. A phone begins with its home screen.
_OPEN: Mapping[Platform, tuple[str, ...]] = {
    "windows": ("calculator", "file_manager", "paint", "people", "photos", "text_editor"),
    "linux": ("file_manager", "settings", "text_editor"),
}


def company(
    draw: Draw, platform: Platform, known: str, apps: Collection[str], *, crowded: bool = True
) -> Iterator[SetupStep]:
    """Steps that put things on a device; to be done before all others.

    Args:
        draw: Decides them.
        platform: Of the device.
        known: Every text of the task, in small letters.
        apps: The apps that are on the device and that the task is not done in.
        crowded: Whether there is more than windows; not where the task is about all that is somewhere.
    """
    if crowded:
        yield from _files(draw, _FOLDERS.get(platform, ()), known)
        inbox = _MAILBOXES.get(platform)
        if inbox is not None:
            yield from list(mails(draw, inbox, known))[: draw.between(0, 2)]
        # What a task is about has neighbours of its own; another event may lie over that of a task.
        records = {p: make for p, make in _RECORDS.get(platform, {}).items() if p.casefold() not in known}
        for path in draw.some(sorted(records), _ROWS):
            yield AddRow(path, *columns(records[path](draw, None)))
    free = [app for app in _OPEN.get(platform, ()) if app in apps and app not in known]
    yield from [Launch(app) for app in draw.some(free, draw.between(0, _WINDOWS))]


def _files(draw: Draw, folders: tuple[str, ...], known: str) -> Iterable[SetupStep]:
    found: dict[str, WriteFile] = {}
    wanted = draw.between(1, _FILES) if folders else 0
    for _ in range(_TRIES):
        name = f"{draw.pick(_WORDS)} {draw.pick((*SLOTS['place'], *SLOTS['month']))}.txt"
        if len(found) < wanted and not any(word in known for word in name.casefold().removesuffix(".txt").split()):
            found.setdefault(name, WriteFile(f"{draw.pick(folders)}/{name}", lines(draw)))
    return found.values()
