"""Mail: the mailbox as files and as rows, and the rules by which mails are written."""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from omnigym.documents.mail import MAILBOX as BELOW_HOME
from omnigym.documents.mail import (
    Attachment,
    Headers,
    Mail,
    MailMarks,
    address_of,
    name_of,
    prefix_subject,
    read_headers,
    reply_recipients,
    split_addresses,
    with_marks,
    write_mail,
)
from omnigym.documents.mail_rows import mail_row
from omnigym.sim.block_map import changes
from omnigym.sim.tables.table import Row, View, files_in
from omnigym.sim.ui.widgets import Entry
from omnigym.sim.vfs import HOME, Directory, File, Vfs, base_name, join, parent_of, valid_name

# -- the mailbox ------------------------------------------------------------------------------------------------------

# A directory of mail files for each folder, under the user's application data.

# A mail that arrives is a new file in the inbox, from whoever writes it there; what is seen is what the files say.

#: Whose mailbox it is.
ACCOUNT = "Alex Morgan <alex.morgan@outlook.com>"
MAILBOX = f"{HOME}/{BELOW_HOME}"
#: The folders that every mailbox has: the name of the directory, and what a person reads.
FOLDERS: dict[str, str] = {
    "Inbox": "Inbox",
    "Drafts": "Drafts",
    "Sent": "Sent Items",
    "Archive": "Archive",
    "Junk": "Junk Email",
    "Deleted": "Deleted Items",
}
#: The folders of mails that are from the account itself: they are listed by whom they are to.
OURS = frozenset({"Sent", "Drafts"})
_MOST_FOLDERS = 64
_NOT_IN_NAMES = re.compile(r'[<>:"/\\|?*\x00-\x1f]+')
_LONGEST_NAME = 80


class Letter(NamedTuple):
    """What a list shows of a mail: the content of its file, and the headers in it."""

    content: bytes
    headers: Headers


def folder_path(folder: str, mailbox: str = MAILBOX) -> str:
    """The directory of a folder."""
    return join(mailbox, folder)


def folder_of(path: str) -> str:
    """The folder that a mail's file lies in, or "" for a file from elsewhere."""
    parent = parent_of(path)
    return base_name(parent) if parent_of(parent).casefold() == MAILBOX.casefold() else ""


def folders(vfs: Vfs) -> tuple[str, ...]:
    """The names of all folders: those of every mailbox, then the user's own by name."""
    found = vfs.get(MAILBOX)
    entries = found.entries.values() if type(found) is Directory else ()
    own = sorted([e.name for e in entries if type(e) is Directory and e.name not in FOLDERS], key=str.casefold)
    return (*FOLDERS, *own)


class _Listing(NamedTuple):
    """What was listed of a folder.

    Attributes:
        directory: It was read from that.
        mails: The latest first.
        unread: How many of them were not read.
    """

    directory: Directory
    mails: tuple[Entry, ...]
    unread: int


#: What was listed last of each folder of a mailbox.
_LISTED: dict[tuple[str, str], _Listing] = {}
#: So many files are put in their places; if more have changed, the folder is read anew.
_FEW = 8
_NOTHING = _Listing(Directory("", {}, 0), (), 0)


def listed(vfs: Vfs, folder: str, mailbox: str = MAILBOX) -> tuple[Entry, ...]:
    """The mails of a folder, the latest first; the same object while the folder is.

    An entry's id is the name of its file, its text whom it is from (of one's own mails: to), its data a `Letter`.
    """
    return _listing(vfs, folder, mailbox).mails


def unread(vfs: Vfs, folder: str) -> int:
    """How many mails of a folder were not read."""
    return _listing(vfs, folder, MAILBOX).unread


def _listing(vfs: Vfs, folder: str, mailbox: str) -> _Listing:
    found = vfs.get(folder_path(folder, mailbox))
    directory = found if type(found) is Directory else _NOTHING.directory
    known = _LISTED.get((mailbox, folder), _NOTHING)
    if known.directory is not directory:
        if len(_LISTED) > _MOST_FOLDERS:
            _LISTED.clear()
        known = _LISTED[mailbox, folder] = _relisted(folder in OURS, known, directory)
    return known


def _relisted(ours: bool, before: _Listing, now: Directory) -> _Listing:
    """The mails of a directory, from those that it had before: most are still the same."""
    differing = changes(before.directory.entries, now.entries)
    if len(differing) > _FEW:
        mails = sorted(_mails(now.entries.values(), ours), key=_order)
        return _Listing(now, tuple(mails), _unread(mails))
    gone = [old for _, old, _ in differing if old is not None]
    come = [new for _, _, new in differing if new is not None]
    mails, lost, won = list(before.mails), _mails(gone, ours), _mails(come, ours)
    for mail in lost:
        del mails[bisect_left(mails, _order(mail), key=_order)]
    for mail in won:
        insort(mails, mail, key=_order)
    return _Listing(now, tuple(mails), before.unread - _unread(lost) + _unread(won))


def _mails(files: Iterable[File | Directory], ours: bool) -> list[Entry]:
    return [_entry(f, ours) for f in files if type(f) is File and f.name.lower().endswith(".eml")]


def _unread(mails: list[Entry]) -> int:
    return sum([not mail.data.headers.marks.read for mail in mails])


def _entry(file: File, ours: bool) -> Entry:
    headers = read_headers(file.content)
    return Entry(file.name, name_of(headers.to if ours else headers.sender), Letter(file.content, headers))


def _order(entry: Entry) -> tuple[int, str]:
    return -entry.data.headers.date_ms, entry.id


def file_name(subject: str) -> str:
    """The name of a mail's file, from its subject.

    >>> file_name("Re: Budget?"), file_name("")
    ('Re Budget.eml', 'No subject.eml')
    """
    stem = " ".join(_NOT_IN_NAMES.sub(" ", subject).split())[:_LONGEST_NAME].rstrip(" .") or "No subject"
    return f"{stem}.eml" if valid_name(f"{stem}.eml") else f"Mail {stem}.eml"


def keep(vfs: Vfs, folder: str, name: str, content: bytes, now: int, mailbox: str = MAILBOX) -> tuple[Vfs, str]:
    """With a mail in a folder, under that name or a free one like it; and its path."""
    directory = folder_path(folder, mailbox)
    path = join(directory, vfs.free_name(directory, name))
    return vfs.write(path, content, now), path


def move(vfs: Vfs, path: str, folder: str, now: int, mailbox: str = MAILBOX) -> tuple[Vfs, str]:
    """With a mail in another folder; and its path there.

    Raises:
        VfsError: It is no longer where it was.
    """
    directory = folder_path(folder, mailbox)
    target = join(directory, vfs.free_name(directory, base_name(path)))
    return vfs.make_dir(directory, now).move(path, target, now), target


def mark(
    vfs: Vfs, path: str, now: int, *, read: bool | None = None, flagged: bool | None = None, answered: bool = False
) -> Vfs:
    """With a mail's marks changed; where that changes nothing, the same value.

    Raises:
        VfsError: There is no such mail.
    """
    content = vfs.read(path)
    old = read_headers(content).marks
    new = MailMarks(
        old.read if read is None else read,
        old.flagged if flagged is None else flagged,
        old.answered or answered,
    )
    return vfs if new == old else vfs.write(path, with_marks(content, new), now)


# -- the mails of a mailbox as rows -----------------------------------------------------------------------------------

# A mail that is moved is the same one, whose folder is another.


def mail_table(mailbox: str) -> View:
    """What checks read of a mailbox.

    Args:
        mailbox: Its directory in the virtual file system.
    """
    return View("content://mail/messages", lambda vfs: _rows(vfs, mailbox), path=mailbox, key="id")


def _rows(vfs: Vfs, mailbox: str) -> tuple[Row, ...]:
    found = vfs.get(mailbox)
    folders = sorted(found.entries.values(), key=lambda e: e.name) if type(found) is Directory else []
    return tuple(
        [
            row
            for folder in folders
            for _, content in files_in(vfs, join(mailbox, folder.name))
            if (row := mail_row(folder.name, content)) is not None
        ]
    )


# -- the rules that every mail program has, whatever it looks like ----------------------------------------------------

# A program keeps what is written in a state of its own; here are its recipients, answers, drafts and sending, as
# functions of the files. A file is never written over another mail: where a name is taken, the new one gets a number.


class Answer(NamedTuple):
    """How an answer to a mail begins.

    Attributes:
        to, cc: Whom it goes to.
        subject: "Re: " and the mail's.
        answers: The id of the mail, for `Headers.in_reply_to`.
    """

    to: str
    cc: str
    subject: str
    answers: str


def answer_to(mail: Mail, account: str, everybody: bool) -> Answer:
    """An answer to the sender of a mail; to all to whom it went besides, where ``everybody`` is meant."""
    to, others = reply_recipients(mail, account)
    return Answer(to, others if everybody else "", prefix_subject("Re:", mail.headers.subject), mail.headers.message_id)


def addressed(typed: str, people: Mapping[str, str]) -> tuple[tuple[str, ...], str]:
    """The addresses that were typed, and the first part that is none and no person's name; or "".

    Args:
        typed: Parts between commas or semicolons.
        people: Addresses with names, by the name in small letters.
    """
    parts = split_addresses(typed)
    found = [part if address_of(part) else people.get(part.casefold(), part) for part in parts]
    return tuple(found), next((part for part, who in zip(parts, found, strict=True) if not address_of(who)), "")


def composed(
    sender: str,
    to: str,
    cc: str,
    subject: str,
    body: str,
    attachments: tuple[Attachment, ...],
    answers: str,
    now: int,
) -> Mail:
    """A mail that is written now; its own writer has read it."""
    headers = Headers(sender, to, cc, subject.strip(), now, in_reply_to=answers, marks=MailMarks(read=True))
    return Mail(headers, body, attachments)


def draft_removed(vfs: Vfs, path: str, now: int) -> Vfs:
    """The files without a draft; unchanged where ``path`` is "" or nothing is there any more."""
    return vfs.delete(path, now) if path and vfs.is_file(path) else vfs


def draft_kept(vfs: Vfs, mail: Mail, path: str, now: int, mailbox: str = MAILBOX) -> tuple[Vfs, str]:
    """The files with a draft, and its path: the one that it had, or one by its subject where it had none."""
    content = write_mail(mail, draft=True)
    if path and vfs.is_file(path):
        return vfs.write(path, content, now), path
    return keep(vfs, "Drafts", file_name(mail.headers.subject), content, now, mailbox)


def sent(
    vfs: Vfs, mail: Mail, now: int, *, mailbox: str = MAILBOX, draft: str = "", original: str = "", returns: str = ""
) -> Vfs:
    """The files after a mail was sent.

    Args:
        vfs: The files.
        mail: What is sent.
        now: When.
        mailbox: Its directory.
        draft: The path of its draft, which goes; or "".
        original: The path of the mail that it answers, which is marked so; or "".
        returns: The address whose mail arrives in the same mailbox: mail to it is in the inbox, unread; "" for none.
    """
    name, headers = file_name(mail.headers.subject), mail.headers
    vfs, _ = keep(vfs, "Sent", name, write_mail(mail), now, mailbox)
    if returns and address_of(returns) in {address_of(a) for a in split_addresses(f"{headers.to}, {headers.cc}")}:
        arrived = mail._replace(headers=headers._replace(marks=MailMarks()))
        vfs, _ = keep(vfs, "Inbox", name, write_mail(arrived), now, mailbox)
    vfs = draft_removed(vfs, draft, now)
    return mark(vfs, original, now, answered=True) if original and vfs.is_file(original) else vfs
