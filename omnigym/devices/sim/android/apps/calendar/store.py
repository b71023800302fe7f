"""What Calendar keeps: events, in a table of its own, which the provider of calendars shows."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import NamedTuple

from omnigym.devices.sim.android.moments import local
from omnigym.devices.sim.tables.table import Row, Source, Table, View
from omnigym.devices.sim.vfs import Vfs

__all__ = ["CALENDAR_TABLES", "EVENTS", "Event", "moment_ms"]


class Event(NamedTuple):
    """An event.

    Attributes:
        id: Its number.
        title: What it is called.
        start_ms, end_ms: When it is, in milliseconds since the epoch; of an event of whole days the midnights in UTC
            at which it begins and ends.
        all_day: Whether it is one of whole days.
        location, description: Where it is, and what is noted.
        guests: Addresses of those who are invited.
        reminder: So many minutes before it the phone reminds of it; -1 for never.
    """

    id: int
    title: str
    start_ms: int
    end_ms: int
    all_day: bool = False
    location: str = ""
    description: str = ""
    guests: tuple[str, ...] = ()
    reminder: int = -1

    def first_day(self, settings: Mapping[str, str]) -> date:
        """The day on which it begins."""
        return local(self.start_ms, {} if self.all_day else settings).date()

    def last_day(self, settings: Mapping[str, str]) -> date:
        """The last day of it."""
        return local(max(self.start_ms, self.end_ms - 1), {} if self.all_day else settings).date()


EVENTS: Table[Event] = Table(
    "content://calendar/events",
    "C:/data/data/com.android.providers.calendar/events.json",
    Event,
)


def moment_ms(day: str, time: str, settings: Mapping[str, str]) -> int:
    """The moment of a local day "2025-03-14" and time "09:30".

    Raises:
        ValueError: There is no such day or time.
    """
    naive = datetime.fromisoformat(f"{day}T{time}:00+00:00")
    offset = local(0, settings).utcoffset() or timedelta()
    return int((naive - offset).timestamp()) * 1000


def _events(vfs: Vfs) -> tuple[Row, ...]:
    return tuple(
        [
            {
                "_id": str(e.id),
                "title": e.title,
                "dtstart": str(e.start_ms),
                "dtend": str(e.end_ms),
                "allDay": str(int(e.all_day)),
                "eventLocation": e.location,
                "description": e.description,
                "calendar_id": "1",
            }
            for e in EVENTS.checked(vfs)
        ]
    )


def _attendees(vfs: Vfs) -> tuple[Row, ...]:
    return tuple([{"event_id": str(e.id), "attendeeEmail": g} for e in EVENTS.checked(vfs) for g in e.guests])


def _reminders(vfs: Vfs) -> tuple[Row, ...]:
    rows = [e for e in EVENTS.checked(vfs) if e.reminder >= 0]
    return tuple([{"event_id": str(e.id), "minutes": str(e.reminder), "method": "1"} for e in rows])


#: What checks read of the calendar; all but the first under the names that Android gives the columns.
CALENDAR_TABLES: tuple[Source, ...] = (
    EVENTS,
    View("content://com.android.calendar/events", _events, key="_id", of=EVENTS.address),
    View("content://com.android.calendar/attendees", _attendees, key="event_id", of=EVENTS.address),
    View("content://com.android.calendar/reminders", _reminders, key="event_id", of=EVENTS.address),
)
