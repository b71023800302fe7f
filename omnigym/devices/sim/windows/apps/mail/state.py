"""The state of a mail window, and what of the mailbox it shows."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from omnigym.devices.sim.common.mailbox import Letter, folder_path, listed
from omnigym.devices.sim.documents.edit import Edit
from omnigym.devices.sim.memo import Derived
from omnigym.devices.sim.ui.widgets import Entry
from omnigym.devices.sim.vfs import Vfs, join
from omnigym.documents import Document
from omnigym.documents.mail import Attachment, Mail, read_mail

__all__ = [
    "BODY",
    "LIST",
    "ONLY",
    "Draft",
    "State",
    "entries",
    "is_empty",
    "is_unsaved",
    "path_of",
    "selected_paths",
    "shown_mail",
]

#: The list of mails, and the text that is read or written.
LIST = "mail.list"
BODY = "mail.body"
#: What the filter leaves, and what it is called.
ONLY = {"": "All", "unread": "Unread", "flagged": "Flagged", "attached": "Has files"}


class Draft(NamedTuple):
    """A mail that is being written, but for its text.

    Attributes:
        to, cc, subject: As they are typed.
        attachments: What goes with it.
        path: Its file among the drafts, or "".
        original: The path of the mail that it answers, or "".
        answers: The Message-ID of that mail, or "".
        changed: Whether something but the text was changed since it was saved.
        saved: The text as it was saved last.
    """

    to: str = ""
    cc: str = ""
    subject: str = ""
    attachments: tuple[Attachment, ...] = ()
    path: str = ""
    original: str = ""
    answers: str = ""
    changed: bool = False
    saved: Document = Document()


class State(NamedTuple):
    """The state of a mail window.

    Attributes:
        edit: The text in the reading pane: of the mail that is read or written.
        folder: The folder that is listed.
        query: What is searched for in it.
        only: A key of `ONLY`.
        selected, cursor: Names of mails' files.
        shown: The path of the mail that is read, or "".
        draft: The mail that is written, or None.
        naming: The name of a new folder while it is typed, or None.
        attach_from: The directory in which a file to attach is looked for first.
    """

    edit: Edit = Edit()
    folder: str = "Inbox"
    query: str = ""
    only: str = ""
    selected: tuple[str, ...] = ()
    cursor: str = ""
    shown: str = ""
    draft: Draft | None = None
    naming: str | None = None
    attach_from: str = ""


def is_empty(state: State) -> bool:
    """Whether nothing is written yet."""
    draft = state.draft
    if draft is None:
        return True
    return not (draft.to or draft.cc or draft.subject or draft.attachments or state.edit.document.text.strip())


def is_unsaved(state: State) -> bool:
    """Whether something would be lost if the draft were put away."""
    draft = state.draft
    if draft is None or is_empty(state):
        return False
    return draft.changed or state.edit.document != draft.saved


def path_of(state: State, name: str) -> str:
    """The path of a mail that is listed."""
    return join(folder_path(state.folder), name)


def selected_paths(state: State, vfs: Vfs) -> tuple[str, ...]:
    """The paths of what is selected and still there."""
    return tuple([p for n in state.selected if vfs.is_file(p := path_of(state, n))])


def shown_mail(state: State, vfs: Vfs) -> Mail | None:
    """The mail that is read, while its file is there."""
    if not state.shown or state.draft is not None or not vfs.is_file(state.shown):
        return None
    return read_mail(vfs.read(state.shown))


#: What was listed last for (folder, query, filter), of the folder's mails.
_ENTRIES: Derived[tuple[Entry, ...]] = Derived(64)


def entries(state: State, vfs: Vfs) -> tuple[Entry, ...]:
    """The mails that are listed; the same object while nothing of them is another."""
    mails = listed(vfs, state.folder)
    if not state.query and not state.only:
        return mails
    key = (state.folder, state.query, state.only)
    return _ENTRIES.get(key, mails, lambda: _found(mails, state.query, state.only))


def _found(mails: tuple[Entry, ...], query: str, only: str) -> tuple[Entry, ...]:
    wanted = query.casefold().split()
    return tuple([m for m in mails if _passes(m.data, only) and _holds(m.data.content, wanted)])


def _holds(content: bytes, words: list[str]) -> bool:
    return all(word in _searched(content) for word in words)


def _passes(mail: Letter, only: str) -> bool:
    if only == "unread":
        return not mail.headers.marks.read
    if only == "flagged":
        return mail.headers.marks.flagged
    return mail.headers.attached if only == "attached" else True


@lru_cache(maxsize=8192)
def _searched(content: bytes) -> str:
    """What a search looks through: people, subject and text."""
    mail = read_mail(content)
    h = mail.headers
    return f"{h.sender}\n{h.to}\n{h.cc}\n{h.subject}\n{mail.body}".casefold()
