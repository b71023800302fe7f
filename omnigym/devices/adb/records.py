"""What Android's providers say, put together: one record for each person, call, message and event.

A person is rows of several of Android's tables, and so is an event. What is compared are the records, under the names
that they have on the simulated phone; Android's tables show them in parts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from omnigym.devices.userdata import Row, TableInfo

__all__ = ["PROVIDERS", "Said", "records_of", "tables_of"]

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
