"""What Calendar keeps: events, in a table of its own, which the provider of calendars shows."""

from __future__ import annotations

from omnigym.devices.sim.kinds.calendar.events import Event
from omnigym.devices.sim.tables.table import Row, Source, Table, View
from omnigym.devices.sim.vfs import Vfs

__all__ = ["CALENDAR_TABLES", "EVENTS"]


EVENTS: Table[Event] = Table(
    "content://calendar/events",
    "C:/data/data/com.android.providers.calendar/events.json",
    Event,
)


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
