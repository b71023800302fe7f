"""Other items on a device in an episode of ``variation="all"``, whatever its task: files, mails, records, windows.

As of `omnigym.tasks.worlds.neighbours`, it is put there before the task's own things, and none of it has a name that
the task says.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from omnigym.devices.protocol import Platform
from omnigym.documents.mail import MAILBOX, PHONE_MAILBOX
from omnigym.tasks.setup import AddRow, Launch, SetupStep, WriteFile
from omnigym.tasks.worlds.blanks import World
from omnigym.tasks.worlds.draw import SLOTS, Draw
from omnigym.tasks.worlds.neighbours import columns, contact, event, mails, note, sticky_note
from omnigym.tasks.worlds.writing import lines

__all__ = ["Company", "Thing", "company"]

#: The most files, records and windows.
_FILES, _ROWS, _WINDOWS = 4, 2, 2
#: How many companies there are on a platform.
_COMPANIES = 64
#: By how much an episode begins later: days, and minutes of the day.
_MOST_DAYS, _MOST_MINUTES = 20, 8 * 60
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


class Thing(NamedTuple):
    """A step that puts one item on a device.

    Attributes:
        step: The step.
        names: What it is called, in small letters: the task may say none of these.
        text: All that it says, in small letters.
    """

    step: SetupStep
    names: tuple[str, ...]
    text: str


class Company(NamedTuple):
    """The other items in the episodes of one number.

    Attributes:
        things: Files, mails and records, in the order in which they are put there.
        apps: Apps of which windows are opened, as far as the task is not done in them: the first `windows`.
        windows: How many.
        minutes: By how much the episode begins later, half of it before the things are put there.
    """

    things: tuple[Thing, ...]
    apps: tuple[str, ...]
    windows: int
    minutes: int

    def steps(self, known: str, world: World, apps: Collection[str], *, crowded: bool = True) -> list[SetupStep]:
        """Return the steps that put the items on a device, to be done before all others.

        Args:
            known: Every text of the task, in small letters.
            world: Of the task: what it asks about is kept free.
            apps: The apps that are on the device and that the task is not done in.
            crowded: Whether there is more than windows; not where the task is about all that is somewhere.
        """
        there = self.things if crowded else ()
        free = [t for t in there if not any(name in known for name in t.names) and not world.says(t.text)]
        opened = [app for app in self.apps if app in apps and app not in known][: self.windows]
        return [*[thing.step for thing in free], *map(Launch, opened)]


@lru_cache(maxsize=_COMPANIES * len(_FOLDERS))
def company(platform: Platform, number: int) -> Company:
    """Return the company of a number on a platform; there are few, so the contents of their apps are cached."""
    number %= _COMPANIES
    draw = Draw(f"company {platform} {number}")
    minutes = draw.between(0, _MOST_DAYS) * 24 * 60 + draw.between(0, _MOST_MINUTES)
    things = [*_files(draw, _FOLDERS.get(platform, ()))]
    inbox = _MAILBOXES.get(platform)
    if inbox is not None:
        things += [_mail(step) for step in [*mails(draw, inbox, "")][: draw.between(0, 2)]]
    records = _RECORDS.get(platform, {})
    for path in draw.some(sorted(records), _ROWS):
        row = records[path](draw, None)
        said = "\n".join([value for value in row.values() if isinstance(value, str)])
        # What a task is about has neighbours of its own; another event may lie over that of a task.
        things.append(Thing(AddRow(path, *columns(row)), (path.casefold(),), said.casefold()))
    apps = draw.some(_OPEN.get(platform, ()), len(_OPEN.get(platform, ())))
    return Company(tuple(things), tuple(apps), draw.between(0, _WINDOWS), minutes)


def _files(draw: Draw, folders: tuple[str, ...]) -> Iterable[Thing]:
    found: dict[str, Thing] = {}
    for _ in range(draw.between(1, _FILES) if folders else 0):
        name = f"{draw.pick(_WORDS)} {draw.pick((*SLOTS['place'], *SLOTS['month']))}.txt"
        folder, text = draw.pick(folders), lines(draw)
        words = tuple(name.casefold().removesuffix(".txt").split())
        found.setdefault(name, Thing(WriteFile(f"{folder}/{name}", text), words, text.casefold()))
    return found.values()


def _mail(step: WriteFile) -> Thing:
    assert isinstance(step.content, str)  # a mail is a text
    said = step.content.partition("Subject: ")[2].casefold()
    return Thing(step, (said.partition("\n")[0],), said)
