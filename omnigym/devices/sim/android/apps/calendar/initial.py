"""The events that are in the calendar when an episode starts."""

from __future__ import annotations

from omnigym.devices.sim.android.apps.calendar.store import EVENTS
from omnigym.devices.sim.kinds.calendar.events import Event
from omnigym.devices.sim.vfs import Vfs

__all__ = ["with_events"]

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
