"""Where one is in Gmail, and what is being written there."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.devices.sim.android.apps.gmail.store import mail_path
from omnigym.devices.sim.documents.edit import Edit
from omnigym.devices.sim.vfs import Vfs
from omnigym.documents.mail import Attachment, Mail, read_mail

__all__ = ["BODY", "LIST", "Draft", "State", "is_empty", "shown_mail"]

LIST, BODY = "gmail.list", "gmail.body"


class Draft(NamedTuple):
    """A mail that is being written, but for its text.

    Attributes:
        to, cc, subject: As they are typed.
        attachments: What goes with it.
        entry: Its file among the drafts, "Drafts/Hello.eml", or "".
        original: The mail that it answers, or "".
        answers: The Message-ID of that mail, or "".
        wide: Whether the field for copies is shown.
    """

    to: str = ""
    cc: str = ""
    subject: str = ""
    attachments: tuple[Attachment, ...] = ()
    entry: str = ""
    original: str = ""
    answers: str = ""
    wide: bool = False


class State(NamedTuple):
    """Where one is.

    Attributes:
        edit: The text of the mail that is written.
        place: What is listed, one of `omnigym.devices.sim.android.apps.gmail.store.PLACES`.
        query: What is searched for in it.
        shown: The mail that is read, or "".
        draft: The mail that is written, or None.
        refreshing: Whether the list was pulled down, and looks for new mails.
    """

    edit: Edit = Edit()
    place: str = "inbox"
    query: str = ""
    shown: str = ""
    draft: Draft | None = None
    refreshing: bool = False


def is_empty(state: State) -> bool:
    """Whether nothing is written yet."""
    draft = state.draft
    if draft is None:
        return True
    return not (draft.to or draft.cc or draft.subject or draft.attachments or state.edit.document.text.strip())


def shown_mail(state: State, vfs: Vfs) -> Mail | None:
    """The mail that is read, while its file is there."""
    path = mail_path(state.shown)
    return read_mail(vfs.read(path)) if state.shown and vfs.is_file(path) else None
