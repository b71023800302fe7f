"""The phone's mailbox: a directory for each folder, a mail file (RFC 5322) for each mail."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.devices.sim.common.mailbox import listed
from omnigym.devices.sim.memo import Derived
from omnigym.devices.sim.ui.widgets import Entry
from omnigym.devices.sim.vfs import Vfs
from omnigym.documents.mail import PHONE_MAILBOX, read_mail

__all__ = ["ACCOUNT", "MAIL", "PLACES", "Place", "letters", "mail_path", "unread"]

#: Whose phone it is.
ACCOUNT = "Alex Morgan <alex.morgan@gmail.com>"
MAIL = f"C:{PHONE_MAILBOX}"


class Place(NamedTuple):
    """What Gmail lists together.

    Attributes:
        label, icon: As its menu has it.
        folders: The directories that the mails are in.
        starred: Whether only those with a star are meant.
    """

    label: str
    icon: str
    folders: tuple[str, ...]
    starred: bool = False


PLACES: dict[str, Place] = {
    "inbox": Place("Inbox", "inbox", ("Inbox",)),
    "starred": Place("Starred", "star_border", ("Inbox", "Sent", "Archive"), True),
    "sent": Place("Sent", "send", ("Sent",)),
    "drafts": Place("Drafts", "drafts", ("Drafts",)),
    "all": Place("All mail", "all_inbox", ("Inbox", "Sent", "Archive", "Drafts")),
    "spam": Place("Spam", "report", ("Spam",)),
    "trash": Place("Trash", "delete", ("Trash",)),
}

_FOUND: Derived[tuple[Entry, ...]] = Derived(32)


def mail_path(entry: str) -> str:
    """The path of a mail that is listed."""
    return f"{MAIL}/{entry}"


def letters(vfs: Vfs, place: str, query: str = "") -> tuple[Entry, ...]:
    """The mails of a place, the latest first; with ``query`` those in which that occurs.

    An entry's id is its folder and file, "Inbox/Hello.eml"; its text and data are those of `mailbox.listed`.
    """
    wanted = query.strip().casefold()
    return _FOUND.get((place, wanted), vfs.get(MAIL), lambda: _read(vfs, PLACES[place], wanted))


def _read(vfs: Vfs, place: Place, wanted: str) -> tuple[Entry, ...]:
    found = [
        Entry(f"{folder}/{mail.id}", mail.text, mail.data)
        for folder in place.folders
        for mail in listed(vfs, folder, MAIL)
        if (not place.starred or mail.data.headers.marks.flagged) and (not wanted or _says(mail, wanted))
    ]
    if len(place.folders) > 1:
        found.sort(key=lambda mail: (-mail.data.headers.date_ms, mail.id))
    return tuple(found)


def _says(mail: Entry, wanted: str) -> bool:
    headers = mail.data.headers
    heads = f"{headers.sender}\n{headers.to}\n{headers.subject}".casefold()
    return wanted in heads or wanted in read_mail(mail.data.content).body.casefold()


def unread(vfs: Vfs) -> int:
    """How many mails of the inbox were not read."""
    return sum([not mail.data.headers.marks.read for mail in letters(vfs, "inbox")])
