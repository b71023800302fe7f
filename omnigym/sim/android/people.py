"""Contacts, calls and text messages: what the phone keeps of people, each in a table of its own."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from omnigym.sim.app import OpenDialog
from omnigym.sim.common.contacts import Contact
from omnigym.sim.memo import IdentityCache
from omnigym.sim.tables.table import Row, Source, Table, View, next_id
from omnigym.sim.ui.nodes import Msg
from omnigym.sim.vfs import Vfs


class Call(NamedTuple):
    """A call. ``kind`` is "incoming", "outgoing", "missed" or "declined"; ``seconds`` says how long it was."""

    id: int
    number: str
    kind: str
    time_ms: int
    seconds: int = 0


class Sms(NamedTuple):
    """A message, to or from ``address``; it was sent by the user where ``sent``.

    One with a ``voice`` is spoken: see `omnigym.sim.android.speech`.
    """

    id: int
    address: str
    body: str
    sent: bool
    time_ms: int
    read: bool = True
    voice: str = ""


class Line(NamedTuple):
    """Who is at the other end of a number: one who calls at a moment, or who answers when called.

    Attributes:
        id, number: Which.
        voice: What is said when the call is answered: see `omnigym.sim.android.speech`.
        replies: What is said after a key of the keypad: the key, a space, and what.
        ring: The ringtone, a name as of `omnigym.sim.audio.Sounding`.
        rings_ms: When it rings, virtual milliseconds since 1970; 0 for one who only answers.
        began_ms: When it began to ring.
        did: What became of it: "answered", "declined", "missed", or "" before that.
        did_ms: When.
        tones: The keys that were sent during the call.
    """

    id: int
    number: str
    voice: str = ""
    replies: tuple[str, ...] = ()
    ring: str = "ring"
    rings_ms: int = 0
    began_ms: int = 0
    did: str = ""
    did_ms: int = 0
    tones: str = ""

    @property
    def rings(self) -> bool:
        """Whether it rings now."""
        return self.began_ms > 0 and not self.did


class Voicemail(NamedTuple):
    """What somebody said after no one had answered; ``voice`` as of `Line`."""

    id: int
    number: str
    voice: str
    time_ms: int
    heard: bool = False


_DATA = "C:/data/data"
#: What Android calls the part of a contact that is a firm.
_FIRM = "vnd.android.cursor.item/organization"
#: The numbers that Android gives to the kinds of calls.
_KINDS = {"incoming": "1", "outgoing": "2", "missed": "3", "declined": "5"}
CONTACTS: Table[Contact] = Table(
    "content://people/contacts", f"{_DATA}/com.android.providers.contacts/contacts.json", Contact
)
CALLS: Table[Call] = Table(
    "content://people/calls",
    f"{_DATA}/com.android.providers.contacts/calllog.json",
    Call,
    valid=lambda c: c.kind in _KINDS,
)
SMS: Table[Sms] = Table(
    "content://people/messages",
    f"{_DATA}/com.android.providers.telephony/sms.json",
    Sms,
)
LINES: Table[Line] = Table(
    "content://people/lines",
    f"{_DATA}/com.android.server.telecom/lines.json",
    Line,
    columns={"waited": lambda line: max(0, line.did_ms - line.began_ms) // 1000},
)
VOICEMAILS: Table[Voicemail] = Table(
    "content://people/voicemails", f"{_DATA}/com.android.server.telecom/voicemails.json", Voicemail
)

#: Digits of a number that tell it from others, however it is written.
_TELLING = 7


def ask_person(vfs: Vfs, title: str, reply: Msg) -> OpenDialog:
    """The effect that lets the user choose a contact; the window gets ``(*reply, name)``, or None in its place."""
    people = tuple([(c.name, c.name) for c in sorted(CONTACTS.rows(vfs), key=lambda c: (c.name, c.id))])
    return OpenDialog("choose", (title, people, ""), reply)


@lru_cache(maxsize=1024)
def digits(number: str) -> str:
    """A number without what is only written between its digits."""
    return "".join([c for c in number if c.isdecimal() or c in "+*#"])


def in_groups(number: str) -> str:
    """Return a number as people write it: its digits in groups, as the contacts have them; what is none stays.

    >>> in_groups("5550103390"), in_groups("+15550103390"), in_groups("5550120"), in_groups("*100#")
    ('555 010 3390', '+1 555 010 3390', '555 0120', '*100#')
    """
    plus, rest = number[: number.startswith("+")], number.removeprefix("+")
    if not rest.isdecimal() or not 5 <= len(rest) <= 13:
        return number
    country, rest = (rest[:-10], rest[-10:]) if len(rest) > 10 else ("", rest)
    groups = (rest[:3], rest[3:6], rest[6:]) if len(rest) > 7 else (rest[:3], rest[3:])
    return plus + " ".join([group for group in (country, *groups) if group])


def same_number(a: str, b: str) -> bool:
    """Whether two numbers reach the same phone: "555-0142" and "+1 555 0142"."""
    return _telling(a) == _telling(b)


def _telling(number: str) -> str:
    return digits(number)[-_TELLING:]


def name_of(number: str, contacts: tuple[Contact, ...]) -> str:
    """Whose number it is; the number itself for a stranger."""
    return _NAMES.get("", contacts, lambda: _by_number(contacts)).get(_telling(number), number)


def _by_number(contacts: tuple[Contact, ...]) -> dict[str, str]:
    """The first contact of each number."""
    return {_telling(c.phone): c.name for c in reversed(contacts) if c.phone}


#: Names by what tells a number.
_NAMES: IdentityCache[dict[str, str]] = IdentityCache(1)


def called(vfs: Vfs, call: Call, now: int) -> Vfs:
    """The files with one more call in the list, whatever its id."""
    calls = CALLS.rows(vfs)
    return CALLS.written(vfs, (*calls, call._replace(id=next_id(calls))), now)


def _contacts(vfs: Vfs) -> tuple[Row, ...]:
    rows = CONTACTS.checked(vfs)
    return tuple([{"_id": str(c.id), "display_name": c.name, "starred": str(int(c.starred))} for c in rows])


def _phones(vfs: Vfs) -> tuple[Row, ...]:
    return tuple(
        [{"contact_id": str(c.id), "display_name": c.name, "data1": c.phone} for c in CONTACTS.checked(vfs) if c.phone]
    )


def _emails(vfs: Vfs) -> tuple[Row, ...]:
    return tuple(
        [{"contact_id": str(c.id), "display_name": c.name, "data1": c.email} for c in CONTACTS.checked(vfs) if c.email]
    )


def _firms(vfs: Vfs) -> tuple[Row, ...]:
    return tuple(
        [{"contact_id": str(c.id), "mimetype": _FIRM, "data1": c.company} for c in CONTACTS.checked(vfs) if c.company]
    )


def _calls(vfs: Vfs) -> tuple[Row, ...]:
    contacts = CONTACTS.rows(vfs)
    return tuple(
        [
            {
                "_id": str(c.id),
                "number": c.number,
                "type": _KINDS.get(c.kind, "0"),
                "date": str(c.time_ms),
                "duration": str(c.seconds),
                "name": name if (name := name_of(c.number, contacts)) != c.number else "",
            }
            for c in CALLS.checked(vfs)
        ]
    )


def _sms(vfs: Vfs) -> tuple[Row, ...]:
    return tuple(
        [
            {
                "_id": str(m.id),
                "address": m.address,
                "body": m.body,
                "type": "2" if m.sent else "1",
                "read": str(int(m.read)),
                "date": str(m.time_ms),
            }
            for m in SMS.checked(vfs)
        ]
    )


def _whole(row: Row, column: str, default: int) -> int:
    """A number of a row that somebody wants to insert."""
    text = row.get(column, "")
    return int(text) if text.isdecimal() else default


def _with_call(vfs: Vfs, row: Row, now: int) -> Vfs:
    kind = next((k for k, number in _KINDS.items() if number == row.get("type")), "incoming")
    return called(vfs, Call(0, row.get("number", ""), kind, _whole(row, "date", now), _whole(row, "duration", 0)), now)


def _with_sms(vfs: Vfs, row: Row, now: int) -> Vfs:
    messages, sent = SMS.rows(vfs), row.get("type") == "2"
    read = row.get("read", str(int(sent))) == "1"
    sms = Sms(next_id(messages), row.get("address", ""), row.get("body", ""), sent, _whole(row, "date", now), read)
    return SMS.written(vfs, (*messages, sms), now)


#: What checks read of people, under the names that Android gives the columns. A contact is made of rows of several
#: tables on Android, so only calls and messages can be inserted.
CONTACT_TABLES: tuple[Source, ...] = (
    CONTACTS,
    View("content://com.android.contacts/contacts", _contacts, key="_id", of=CONTACTS.address),
    View("content://com.android.contacts/data/phones", _phones, key="contact_id", of=CONTACTS.address),
    View("content://com.android.contacts/data/emails", _emails, key="contact_id", of=CONTACTS.address),
    View("content://com.android.contacts/data", _firms, key="contact_id", of=CONTACTS.address),
)
CALL_TABLES: tuple[Source, ...] = (
    CALLS,
    View("content://call_log/calls", _calls, _with_call, key="_id", of=CALLS.address),
    LINES,
    VOICEMAILS,
)
MESSAGE_TABLES: tuple[Source, ...] = (SMS, View("content://sms", _sms, _with_sms, key="_id", of=SMS.address))

# -- contacts, calls and messages that are on the phone when an episode starts ----------------------------------------

_HOUR = 3_600_000
_CONTACTS = (
    ("Alice Warner", "+1 555 010 2231", "alice.warner@example.com", "Brightside Labs", True),
    ("Ben Ortega", "+1 555 010 7784", "ben.ortega@example.com", "", False),
    ("Carla Rossi", "+1 555 010 3390", "carla.rossi@example.com", "Rossi Bakery", False),
    ("Daniel Cho", "+1 555 010 6612", "daniel.cho@example.com", "Northwind", False),
    ("Dr. Patel", "+1 555 010 9005", "", "City Clinic", False),
    ("Emma Lindqvist", "+1 555 010 4418", "emma.lindqvist@example.com", "", True),
    ("Grace Okafor", "+1 555 010 8127", "grace.okafor@example.com", "", False),
    ("Jonas Weber", "+1 555 010 5563", "jonas.weber@example.com", "Weber & Sons", False),
    ("Mia Tanaka", "+1 555 010 2076", "mia.tanaka@example.com", "", False),
    ("Mom", "+1 555 010 1122", "", "", True),
    ("Noah Brown", "+1 555 010 3745", "noah.brown@example.com", "", False),
    ("Sofia Marin", "+1 555 010 6951", "sofia.marin@example.com", "Marin Travel", False),
)
#: (number, kind, hours ago, seconds)
_CALLS = (
    ("+1 555 010 3390", "incoming", 70, 184),
    ("+1 555 010 9005", "outgoing", 50, 95),
    ("+1 555 019 8800", "missed", 45, 0),
    ("+1 555 010 1122", "incoming", 26, 611),
    ("+1 555 010 7784", "outgoing", 20, 47),
    ("+1 555 010 4418", "missed", 3, 0),
)
#: (address, body, sent, hours ago)
_SMS = (
    ("+1 555 010 1122", "Are you coming for lunch on Sunday?", False, 52),
    ("+1 555 010 1122", "Yes, I will bring a cake.", True, 51),
    ("+1 555 010 1122", "Wonderful! Your father will be glad.", False, 51),
    ("+1 555 010 7784", "The meeting room is booked until four.", False, 29),
    ("+1 555 010 7784", "Thanks, I will be there at three.", True, 28),
    ("+1 555 010 6951", "Your tickets to Lisbon are ready.", False, 22),
    ("+1 555 019 3300", "Your parcel will be delivered tomorrow between 10 and 12.", False, 15),
    ("+1 555 010 4418", "Did you see the photos from the lake?", False, 4),
)


def with_people(vfs: Vfs, now: int) -> Vfs:
    """The files with the people of a user, as of the virtual moment ``now``."""
    contacts = tuple([Contact(n, *entry) for n, entry in enumerate(_CONTACTS, 1)])
    calls = tuple([Call(n, a, k, now - h * _HOUR, s) for n, (a, k, h, s) in enumerate(_CALLS, 1)])
    sms = tuple([Sms(n, a, b, s, now - h * _HOUR + n, s or h > 4) for n, (a, b, s, h) in enumerate(_SMS, 1)])
    vfs = CONTACTS.written(vfs, contacts, now)
    return SMS.written(CALLS.written(vfs, calls, now), sms, now)
