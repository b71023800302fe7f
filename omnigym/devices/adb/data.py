"""The user's data on a phone: files of shared storage, and what Android's own providers keep.

All of it is asked for each time, within a deadline and limits. Settings are left out: a phone changes hundreds of them
by itself.
"""

from __future__ import annotations

import json
import re
import secrets
import stat
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, TypeAlias

from omnigym.devices.adb.files import HOME, Files, TreeEntry, native_path
from omnigym.devices.adb.link import AdbLink, quote
from omnigym.devices.userdata import Row, TableInfo, TakenData
from omnigym.errors import TooLargeError, UnknownNameError, UnreadableError

# -- what Android's providers say, put together -----------------------------------------------------------------------

# One record for each person, call, message and event.

# A person is rows of several of Android's tables, and so is an event. Records are compared under
# their names on the simulated phone; Android's tables show them in parts.

#: The rows of a provider by its address; None of a damaged one.
Said: TypeAlias = Mapping[str, tuple[Row, ...] | None]
_PEOPLE, _CALLS, _SMS = "content://people/contacts", "content://people/calls", "content://people/messages"
_EVENTS = "content://calendar/events"
_CONTACTS, _CALENDAR = "content://com.android.contacts", "content://com.android.calendar"
#: What Android calls the part of a contact that is a firm.
_FIRM = "vnd.android.cursor.item/organization"
_KINDS = {"1": "incoming", "2": "outgoing", "3": "missed"}


class Provider(NamedTuple):
    """One of Android's tables.

    Attributes:
        key: As of `TableInfo`.
        of: The records that it shows.
        columns: Those that people see. Others change by themselves.
        where: Which rows, as the command ``content`` says it; "" for all.
    """

    key: str
    of: str
    columns: tuple[str, ...]
    where: str = ""


PROVIDERS: Mapping[str, Provider] = {
    f"{_CONTACTS}/contacts": Provider("_id", _PEOPLE, ("_id", "display_name", "starred")),
    f"{_CONTACTS}/data/phones": Provider("contact_id", _PEOPLE, ("contact_id", "display_name", "data1")),
    f"{_CONTACTS}/data/emails": Provider("contact_id", _PEOPLE, ("contact_id", "display_name", "data1")),
    # Android has no address for the firms alone.
    f"{_CONTACTS}/data": Provider("contact_id", _PEOPLE, ("contact_id", "data1"), f"mimetype='{_FIRM}'"),
    "content://call_log/calls": Provider("_id", _CALLS, ("_id", "number", "type", "date", "duration")),
    "content://sms": Provider("_id", _SMS, ("_id", "address", "body", "type", "read", "date")),
    f"{_CALENDAR}/events": Provider(
        "_id", _EVENTS, ("_id", "title", "dtstart", "dtend", "allDay", "eventLocation", "description")
    ),
    f"{_CALENDAR}/attendees": Provider("event_id", _EVENTS, ("event_id", "attendeeEmail")),
    f"{_CALENDAR}/reminders": Provider("event_id", _EVENTS, ("event_id", "minutes", "method")),
}


def tables_of(said: Said) -> dict[str, TableInfo]:
    """Android's tables of those that answered, and the records behind them."""
    tables = {address: TableInfo(PROVIDERS[address].key, PROVIDERS[address].of) for address in said}
    return {**tables, **{record: TableInfo("id") for record, (source, _) in _RECORDS.items() if source in said}}


def records_of(said: Said) -> dict[str, tuple[Row, ...] | None]:
    """The rows of all of `tables_of`; None of what is damaged."""
    records: dict[str, tuple[Row, ...] | None] = dict(said)
    for record, (source, make) in _RECORDS.items():
        if source in said:
            rows = said[source]
            records[record] = None if rows is None else tuple([make(row, said) for row in rows])
    return records


def _of(said: Said, address: str, column: str, value: str, wanted: str) -> list[str]:
    """A column of those rows that have a value in another one, sorted."""
    return sorted(row.get(wanted, "") for row in said.get(address) or () if row.get(column) == value)


def _person(row: Row, said: Said) -> Row:
    parts = [f"{_CONTACTS}/data{kind}" for kind in ("/phones", "/emails", "")]
    phones, mails, firms = (_of(said, part, "contact_id", row.get("_id", ""), "data1") for part in parts)
    return {
        "id": row.get("_id", ""),
        "name": row.get("display_name", ""),
        "phone": "\n".join(phones),
        "email": "\n".join(mails),
        "company": "\n".join(firms),
        "starred": row.get("starred", ""),
    }


def _call(row: Row, _: Said) -> Row:
    return {
        "id": row.get("_id", ""),
        "number": row.get("number", ""),
        "kind": _KINDS.get(row.get("type", ""), row.get("type", "")),
        "time_ms": row.get("date", ""),
        "seconds": row.get("duration", ""),
    }


def _message(row: Row, _: Said) -> Row:
    return {
        "id": row.get("_id", ""),
        "address": row.get("address", ""),
        "body": row.get("body", ""),
        "sent": str(int(row.get("type") == "2")),
        "time_ms": row.get("date", ""),
        "read": row.get("read", ""),
    }


def _event(row: Row, said: Said) -> Row:
    number = row.get("_id", "")
    reminders = _of(said, f"{_CALENDAR}/reminders", "event_id", number, "minutes")
    return {
        "id": number,
        "title": row.get("title", ""),
        "start_ms": row.get("dtstart", ""),
        "end_ms": row.get("dtend", ""),
        "all_day": row.get("allDay", ""),
        "location": row.get("eventLocation", ""),
        "description": row.get("description", ""),
        "guests": json.dumps(_of(said, f"{_CALENDAR}/attendees", "event_id", number, "attendeeEmail")),
        "reminder": ", ".join(reminders) or "-1",
    }


#: The records: Android's table with a row for each of them, and what makes one of it.
_RECORDS: Mapping[str, tuple[str, Callable[[Row, Said], Row]]] = {
    _PEOPLE: (f"{_CONTACTS}/contacts", _person),
    _CALLS: ("content://call_log/calls", _call),
    _SMS: ("content://sms", _message),
    _EVENTS: (f"{_CALENDAR}/events", _event),
}

# -- what ``content query`` prints, read ------------------------------------------------------------------------------

#: What it says where there is no such provider, or the shell may not read it, and where its database is damaged.
FAILED, CORRUPT = "Error while accessing provider", "SQLiteDatabaseCorruptException"

_ROW = re.compile(r"^Row: \d+ ", re.MULTILINE)
#: A column begins behind a comma; commas are in values too, so that a name and an equals sign must follow.
_COLUMN = re.compile(r"(?:^|, )([A-Za-z_][\w.]*)=")


def parse_rows(said: str) -> tuple[Mapping[str, str], ...]:
    r"""The rows, text by column; NULL is the empty text.

    A text that looks like a column itself (", x=") cannot be told from one.

    >>> parse_rows("Row: 0 _id=1, display_name=Ada, a friend, number=NULL\n")
    ({'_id': '1', 'display_name': 'Ada, a friend', 'number': ''},)
    """
    out = []
    for text in _ROW.split(said)[1:]:
        line = text.removesuffix("\n")
        names = list(_COLUMN.finditer(line))
        row = {}
        for n, found in enumerate(names):
            end = names[n + 1].start() if n + 1 < len(names) else len(line)
            value = line[found.end() : end]
            row[found[1]] = "" if value == "NULL" else value
        out.append(row)
    return tuple(out)


# -- data -------------------------------------------------------------------------------------------------------------

#: How many files and folders there may be, and how deep.
_MOST_FOUND, _DEEPEST = 10_000, 16
#: A larger file is taken for the same as long as its size and its time are; of all contents so much is kept, in bytes.
_MOST_READ, _MOST_KEPT = 1 << 20, 32 << 20
#: What the providers may say together, in bytes.
_MOST_SAID = 16 << 20
#: Characters of a command line, which a shell takes of at least 128 KB.
_MOST_LINE = 30_000
_TIMEOUT_S = 20.0
#: The apps' own files, on a simulated phone those of its sites, and pictures of pictures.
_SKIPPED = (f"{HOME}/Android", f"{HOME}/AppData", ".thumbnails")
_DIGEST = re.compile(r"^([0-9a-f]{32})  (.+)$", re.MULTILINE)


@dataclass(frozen=True)
class PhoneData(TakenData):
    """As `TakenData`; a place is a path as the phone has it.

    Attributes:
        damaged: The tables that are there, but damaged.
    """

    damaged: frozenset[str] = frozenset()

    def place(self, path: str) -> str:
        """As of `UserData`."""
        return native_path(path)

    def rows(self, address: str) -> tuple[Row, ...]:
        """As of `UserData`."""
        if address in self.damaged:
            raise UnreadableError(f"What the content provider {address!r} keeps is damaged.")
        if address not in self.records:
            raise UnknownNameError("content provider", address, self.records)
        return self.records[address]


class PhoneReader:
    """Reads one moment after another of a phone.

    Args:
        link: The phone.
        files: Its files.
    """

    def __init__(self, link: AdbLink, files: Files) -> None:
        self._link, self._files = link, files
        #: The contents of the last moment by digest, which need not be fetched again.
        self._kept: Mapping[Hashable, bytes] = {}

    def read(self) -> PhoneData:
        """All data of now.

        Raises:
            DeviceError: The phone does not answer.
            TooLargeError: There is more than is read.
        """
        found = self._link.again(lambda: self._files.below(HOME, _SKIPPED, _MOST_FOUND, _DEEPEST))
        digests, contents = self._contents(found)
        said = self._link.again(self._tables)
        records = records_of(said)
        whole = {address: rows for address, rows in records.items() if rows is not None}
        times = {path: float(mtime) for path, _, _, mtime in found}
        damaged = frozenset(records.keys() - whole.keys())
        return PhoneData(digests, contents, whole, tables_of(said), times=times, damaged=damaged)

    # -- files -------------------------------------------------------------------------------------------------------

    def _contents(self, found: Sequence[TreeEntry]) -> tuple[dict[str, Hashable], dict[str, bytes]]:
        digests: dict[str, Hashable] = {}
        small: list[str] = []
        room = _MOST_KEPT
        for path, mode, size, mtime in found:
            if stat.S_ISDIR(mode):
                digests[f"{path}/"] = True
            elif stat.S_ISREG(mode):
                digests[path] = ("changed", size, mtime)
                if size <= min(_MOST_READ, room) and path.isprintable():
                    room -= size
                    small.append(path)
        sums = self._sums(small)
        digests |= sums
        kept: dict[Hashable, bytes] = {}
        contents: dict[str, bytes] = {}
        for path, digest in sums.items():
            content = kept.get(digest, self._kept.get(digest))
            if content is None:
                try:
                    content = self._files.read(path)
                except FileNotFoundError:  # it is gone by now
                    continue
            contents[path] = kept[digest] = content
        self._kept = kept
        return digests, contents

    def _sums(self, paths: Collection[str]) -> dict[str, Hashable]:
        """What ``md5sum`` says of files; it is left out for one that is gone by now."""
        said = "".join(self._link.again(partial(self._link.shell, line)).text for line in _lines(paths))
        return {path: digest for digest, path in _DIGEST.findall(said) if path in paths}

    # -- tables ------------------------------------------------------------------------------------------------------

    def _tables(self) -> Said:
        """What the providers say that the phone has."""
        end = f"omnigym-{secrets.token_hex(8)}"  # so that nothing that somebody wrote into a row ends it
        queries = [
            f"content query --uri {address} --projection {':'.join(provider.columns)}"
            f"{f' --where {quote(provider.where)}' if provider.where else ''} 2>&1; echo {end}"
            for address, provider in PROVIDERS.items()
        ]
        output = self._link.shell("; ".join(queries), _TIMEOUT_S)
        if len(output.out) > _MOST_SAID:
            raise TooLargeError(f"The phone's tables have more than the {_MOST_SAID} bytes that are read.")
        found: dict[str, tuple[Row, ...] | None] = {}
        for address, said in zip(PROVIDERS, output.text.split(f"{end}\n"), strict=False):
            if CORRUPT in said:
                found[address] = None
            elif FAILED not in said:
                found[address] = parse_rows(said)
        return found


def _lines(paths: Collection[str]) -> Iterator[str]:
    """Command lines that are not too long."""
    line = ""
    for path in paths:
        word = f" {quote(path)}"
        if line and len(line) + len(word) > _MOST_LINE:
            yield f"md5sum{line}"
            line = ""
        line += word
    if line:
        yield f"md5sum{line}"
