"""The state of a mail window, and what of the mailbox it shows."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

from omnigym.a11y import Role
from omnigym.documents import Document
from omnigym.documents.mail import Attachment, Mail, address_of, name_of, preview, read_mail, split_addresses
from omnigym.sim.common.mail import OURS, Letter, folder_path, listed
from omnigym.sim.documents.edit import Edit
from omnigym.sim.memo import IdentityCache
from omnigym.sim.style.styles import PEOPLE
from omnigym.sim.ui.nodes import FILL, Node, column, row, state_flags
from omnigym.sim.ui.widgets import Entry, icon, text
from omnigym.sim.vfs import Vfs, join

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
_ENTRIES: IdentityCache[tuple[Entry, ...]] = IdentityCache(64)


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


# -- how a mail looks in a list, and how its people and its date are written ------------------------------------------

ROW_HEIGHT = 70
_PREVIEW = 110


class Today(NamedTuple):
    """What dates are told by: the day's ordinal, the zone's minutes east of Greenwich, and whether 24 hours are set."""

    day: int = 0
    minutes: int = 0
    all_hours: bool = False


def _moment(date_ms: int, today: Today) -> datetime:
    return datetime.fromtimestamp(date_ms // 1000, UTC) + timedelta(minutes=today.minutes)


def _time(moment: datetime, today: Today) -> str:
    if today.all_hours:
        return f"{moment.hour:02}:{moment.minute:02}"
    return f"{moment.hour % 12 or 12}:{moment.minute:02} {'AM' if moment.hour < 12 else 'PM'}"


@lru_cache(maxsize=4096)
def short_date(date_ms: int, today: Today) -> str:
    """When a mail came, as a list tells it: today the time, this week the day, else the date.

    >>> short_date(1741942800000, Today(739324)), short_date(1741942800000, Today(739326))
    ('9:00 AM', 'Fri 3/14')
    """
    if not date_ms:
        return ""
    moment = _moment(date_ms, today)
    age = today.day - moment.toordinal()
    if age <= 0:
        return _time(moment, today)
    return f"{moment:%a} {moment.month}/{moment.day}" if age < 7 else f"{moment.month}/{moment.day}/{moment.year}"


@lru_cache(maxsize=1024)
def full_date(date_ms: int, today: Today) -> str:
    """When a mail came, in full.

    >>> full_date(1741942800000, Today())
    'Fri 3/14/2025 9:00 AM'
    """
    if not date_ms:
        return ""
    moment = _moment(date_ms, today)
    return f"{moment:%a} {moment.month}/{moment.day}/{moment.year} {_time(moment, today)}"


def people(addresses: str) -> str:
    """The names of some people, separated by semicolons."""
    return "; ".join([name_of(a) for a in split_addresses(addresses)])


@lru_cache(maxsize=1024)
def initials_of(name: str) -> str:
    """The letters on a person's disc."""
    words = [w for w in name.replace("-", " ").split() if w[0].isalnum()]
    return (words[0][0] + (words[-1][0] if len(words) > 1 else "")).upper() if words else "?"


def avatar(address: str, size: int) -> Node:
    """A disc with a person's initials."""
    initials = text(initials_of(name_of(address)), style="avatar_large" if size > 36 else "avatar", role=None)
    return row(initials, style=f"person_{colour_of(address)}", w=size, h=size, justify="center")


def colour_of(address: str) -> str:
    """The colour of a person's disc."""
    return PEOPLE[crc32((address_of(address) or name_of(address)).encode()) % len(PEOPLE)]


def mail_row(entry: Entry, selected: bool, prefix: str, folder: str, today: Today) -> Node:
    """A row of the list of mails."""
    mail: Letter = entry.data
    h = mail.headers
    ours = folder in OURS
    whom = (people(h.to) or "(No recipients)") if ours else name_of(h.sender) or "(Unknown)"
    new, date, subject = not h.marks.read, short_date(h.date_ms, today), h.subject or "(No subject)"
    beginning = preview(mail.content, _PREVIEW)
    notes = (
        icon("arrow-reply", style="muted_small") if h.marks.answered else None,
        icon("attach", style="muted_small") if h.attached else None,
        icon("flag", style="danger_small") if h.marks.flagged else None,
    )
    made = row(
        column(style="accent" if new else "", w=3, h=FILL),
        avatar(h.to if ours else h.sender, 32),
        column(
            row(
                text("[Draft]", style="error", role=None) if folder == "Drafts" else None,
                text(whom, style="strong" if new else "", role=None, w=FILL),
                *notes,
                gap=4,
            ),
            row(
                text(subject, style="unread" if new else "", role=None, w=FILL),
                text(date, style="unread_date" if new else "caption", role=None),
                gap=6,
            ),
            text(beginning, style="muted", role=None, w=FILL),
            pad=(0, 7, 10, 7),
            gap=1,
        ),
        style="row",
        key=f"{prefix}.{entry.id}",
        role=Role.LIST_ITEM,
        flags=state_flags(selected=selected),
        w=FILL,
        h=FILL,
        gap=9,
        name=_described(whom, subject, date, mail),
    )
    return made._replace(value=beginning)


def _described(whom: str, subject: str, date: str, mail: Letter) -> str:
    marks = mail.headers.marks
    states = (("Unread", not marks.read), ("Flagged", marks.flagged), ("Has attachments", mail.headers.attached))
    return ", ".join([*[word for word, holds in states if holds], whom, subject, date])
