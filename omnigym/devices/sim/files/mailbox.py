"""The mailbox: a directory of mail files for each folder, under the user's application data.

A mail that arrives is a new file in the inbox, from whoever writes it there; what is seen is what the files say.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from omnigym.devices.sim.ui.memo import Derived
from omnigym.devices.sim.vfs import HOME, Directory, File, Vfs, base_name, join, parent_of, valid_name
from omnigym.documents import mail
from omnigym.documents.mail import Headers, Marks, read_headers, with_marks

__all__ = [
    "ACCOUNT",
    "FOLDERS",
    "MAILBOX",
    "Listed",
    "file_name",
    "folder_of",
    "folder_path",
    "folders",
    "keep",
    "listed",
    "mark",
    "move",
    "unread",
]

#: Whose mailbox it is.
ACCOUNT = "Alex Morgan <alex.morgan@outlook.com>"
MAILBOX = f"{HOME}/{mail.MAILBOX}"
#: The folders that every mailbox has: the name of the directory, and what a person reads.
FOLDERS: dict[str, str] = {
    "Inbox": "Inbox",
    "Drafts": "Drafts",
    "Sent": "Sent Items",
    "Archive": "Archive",
    "Junk": "Junk Email",
    "Deleted": "Deleted Items",
}
_NOT_IN_NAMES = re.compile(r'[<>:"/\\|?*\x00-\x1f]+')
_LONGEST_NAME = 80


class Listed(NamedTuple):
    """A mail of a folder: the name of its file, its content, and what a list shows of it."""

    name: str
    content: bytes
    headers: Headers


def folder_path(folder: str) -> str:
    """The directory of a folder."""
    return join(MAILBOX, folder)


def folder_of(path: str) -> str:
    """The folder that a mail's file lies in, or "" for a file from elsewhere."""
    parent = parent_of(path)
    return base_name(parent) if parent_of(parent).casefold() == MAILBOX.casefold() else ""


def folders(vfs: Vfs) -> tuple[str, ...]:
    """The names of all folders: those of every mailbox, then the user's own by name."""
    own = [s.name for s in vfs.list(MAILBOX) if s.is_dir and s.name not in FOLDERS] if vfs.is_dir(MAILBOX) else []
    return (*FOLDERS, *own)


_LISTED: Derived[tuple[Listed, ...]] = Derived(64)
_UNREAD: Derived[int] = Derived(64)


def listed(vfs: Vfs, folder: str) -> tuple[Listed, ...]:
    """The mails of a folder, the latest first; the same object while the folder is."""
    directory = vfs.get(folder_path(folder))
    return _LISTED.get(folder, directory, lambda: _mails(directory))


def _mails(directory: object) -> tuple[Listed, ...]:
    if type(directory) is not Directory:
        return ()
    found = [
        Listed(f.name, f.content, read_headers(f.content))
        for f in directory.entries.values()
        if type(f) is File and f.name.lower().endswith(".eml")
    ]
    return tuple(sorted(found, key=lambda m: (-m.headers.date_ms, m.name)))


def unread(vfs: Vfs, folder: str) -> int:
    """How many mails of a folder were not read."""
    directory = vfs.get(folder_path(folder))
    return _UNREAD.get(folder, directory, lambda: sum([not m.headers.marks.read for m in listed(vfs, folder)]))


def file_name(subject: str) -> str:
    """The name of a mail's file, from its subject.

    >>> file_name("Re: Budget?"), file_name("")
    ('Re Budget.eml', 'No subject.eml')
    """
    stem = " ".join(_NOT_IN_NAMES.sub(" ", subject).split())[:_LONGEST_NAME].rstrip(" .") or "No subject"
    return f"{stem}.eml" if valid_name(f"{stem}.eml") else f"Mail {stem}.eml"


def keep(vfs: Vfs, folder: str, name: str, content: bytes, now: int) -> tuple[Vfs, str]:
    """With a mail in a folder, under that name or a free one like it; and its path."""
    directory = folder_path(folder)
    path = join(directory, vfs.free_name(directory, name))
    return vfs.write(path, content, now), path


def move(vfs: Vfs, path: str, folder: str, now: int) -> tuple[Vfs, str]:
    """With a mail in another folder; and its path there.

    Raises:
        VfsError: It is no longer where it was.
    """
    name = vfs.free_name(folder_path(folder), base_name(path))
    target = join(folder_path(folder), name)
    return vfs.make_dir(folder_path(folder), now).move(path, target, now), target


def mark(
    vfs: Vfs, path: str, now: int, *, read: bool | None = None, flagged: bool | None = None, answered: bool = False
) -> Vfs:
    """With a mail's marks changed; where that changes nothing, the same value.

    Raises:
        VfsError: There is no such mail.
    """
    content = vfs.read(path)
    old = read_headers(content).marks
    new = Marks(
        old.read if read is None else read,
        old.flagged if flagged is None else flagged,
        old.answered or answered,
    )
    return vfs if new == old else vfs.write(path, with_marks(content, new), now)
