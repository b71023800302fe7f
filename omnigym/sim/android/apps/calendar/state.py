"""Calendar: the events that it keeps, and the state of its screens."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from omnigym.sim.android.speech import spoken
from omnigym.sim.app import Context
from omnigym.sim.audio import Sounding
from omnigym.sim.kinds.calendar.events import Draft, Event
from omnigym.sim.tables.table import Row, Source, Table, View
from omnigym.sim.vfs import Vfs

# -- where one is in Calendar, and the event that is being written there ----------------------------------------------

AGENDA = "calendar.agenda"
#: Virtual milliseconds from a reminder to what it says.
_CHIME = 1000
#: How events are shown: the name, its icon.
MODES = {"schedule": ("Schedule", "view_agenda"), "day": ("Day", "view_day"), "month": ("Month", "calendar_view_month")}
REMINDERS = {
    -1: "No notification",
    0: "At the time of the event",
    5: "5 minutes before",
    10: "10 minutes before",
    30: "30 minutes before",
    60: "1 hour before",
    1440: "1 day before",
}


class State(NamedTuple):
    """Where one is.

    Attributes:
        mode: One of `MODES`.
        day: The day that is looked at; None for today.
        shown: A day of the month whose days are offered above the schedule, or None.
        event: Id of the event that is shown, or 0.
        draft: The event that is written, or None.
        said: Id of the spoken note that is played, or 0, and
        said_ms: since when.
    """

    mode: str = "schedule"
    day: date | None = None
    shown: date | None = None
    event: int = 0
    draft: Draft | None = None
    said: int = 0
    said_ms: int = 0


# -- what Calendar keeps ----------------------------------------------------------------------------------------------

# Events, in a table of its own, which the provider of calendars shows.

EVENTS: Table[Event] = Table(
    "content://calendar/events",
    "C:/data/data/com.android.providers.calendar/events.json",
    Event,
)


class Spoken(NamedTuple):
    """What somebody has said about an event.

    Attributes:
        id: A number.
        event: The event's title.
        voice: What is said: see `omnigym.sim.android.speech`.
        reminded_ms: When its reminder said it, virtual milliseconds since 1970; 0 for not yet.
    """

    id: int
    event: str
    voice: str
    reminded_ms: int = 0


SPOKEN: Table[Spoken] = Table(
    "content://calendar/spoken", "C:/data/data/com.android.providers.calendar/spoken.json", Spoken
)


def note_of(vfs: Vfs, event: Event) -> Spoken | None:
    """What was said about an event, or None."""
    return next((note for note in SPOKEN.rows(vfs) if note.event == event.title), None)


def reminded(vfs: Vfs, title: str, now: int) -> Vfs:
    """The files when an event is reminded of, and its note said aloud."""
    rows = tuple([n._replace(reminded_ms=now) if n.event == title else n for n in SPOKEN.rows(vfs)])
    return SPOKEN.written(vfs, rows, now)


def spoken_reminders(ctx: Context) -> tuple[Sounding, ...]:
    """What reminders say, after their chime."""
    told = [n for n in SPOKEN.rows(ctx.vfs) if n.reminded_ms]
    return tuple([s for note in told for s in spoken(note.voice, note.reminded_ms + _CHIME, "notification")])


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
    SPOKEN,
)

# -- the events that are in the calendar when an episode starts -------------------------------------------------------

_HOUR = 3_600_000
#: (title, days from today, minutes of the day, minutes long, place); 0 minutes long is the whole day.
_EVENTS = (
    ("Stand-up", 0, 9 * 60 + 30, 15, ""),
    ("Lunch with Carla", 0, 12 * 60 + 30, 60, "Rossi Bakery"),
    ("Gym", 1, 10 * 60, 90, ""),
    ("Family lunch", 2, 13 * 60, 120, "Mom’s"),
    ("Dentist", 3, 8 * 60 + 30, 45, "City Clinic, Harbour Street 4"),
    ("Project review", 4, 14 * 60, 60, "Room 4"),
    ("Mia’s birthday", 6, 0, 0, ""),
    ("Flight to Lisbon", 7, 8 * 60 + 40, 145, "Airport"),
    ("Spring run", 23, 9 * 60, 180, "Riverside Park"),
)
_TODAY = 1_741_910_400_000  # midnight


def with_events(vfs: Vfs, now: int) -> Vfs:
    """The files with the events of a user, as of the virtual moment ``now``."""
    return EVENTS.written(vfs, tuple(map(_event, range(len(_EVENTS)))), now)


def _event(n: int) -> Event:
    title, days, minute, minutes, place = _EVENTS[n]
    start = _TODAY + days * 24 * _HOUR + minute * 60_000
    return Event(n + 1, title, start, start + (minutes * 60_000 or 24 * _HOUR), not minutes, place, reminder=30)
