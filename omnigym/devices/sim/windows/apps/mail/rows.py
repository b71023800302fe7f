"""How a mail looks in a list, and how its people and its date are written."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

from omnigym.a11y import Role
from omnigym.devices.sim.common.mailbox import OURS, Letter
from omnigym.devices.sim.style.styles import PEOPLE
from omnigym.devices.sim.ui.nodes import FILL, Node, column, row, state_flags
from omnigym.devices.sim.ui.widgets import Entry, icon, text
from omnigym.documents.mail import address_of, name_of, preview, split_addresses

__all__ = ["ROW_HEIGHT", "Today", "avatar", "colour_of", "full_date", "initials_of", "mail_row", "people", "short_date"]

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
