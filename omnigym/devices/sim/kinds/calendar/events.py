"""Events of calendars: the record that is kept, and the occurrences of those that come again."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import lru_cache
from typing import NamedTuple

from omnigym.documents.ical import Occasion

__all__ = ["REMINDERS", "REPEATS", "Event", "Shown", "in_days", "moment_ms", "on_day", "shifted"]

#: What a person reads of how an event comes again, and of minutes of reminders.
REPEATS = {
    "": "Never",
    "daily": "Every day",
    "weekdays": "Every weekday",
    "weekly": "Every week",
    "monthly": "Every month",
    "yearly": "Every year",
}
REMINDERS = {
    -1: "None",
    0: "At start time",
    5: "5 minutes",
    15: "15 minutes",
    30: "30 minutes",
    60: "1 hour",
    1440: "1 day",
}
#: Days that what comes again may last: longer than any view.
_LONGEST = 60
#: Events on days that are shown at once: more than a view has room for.
_MOST = 2_000


class Event(NamedTuple):
    """An event that is kept: its number, the fields of an `Occasion`, and the name of the calendar that it is in."""

    id: int
    title: str
    start_ms: int
    end_ms: int
    all_day: bool = False
    location: str = ""
    description: str = ""
    guests: tuple[str, ...] = ()
    reminder: int = -1
    repeat: str = ""
    uid: str = ""
    organizer: str = ""
    calendar: str = ""

    @property
    def occasion(self) -> Occasion:
        """What a file says of it; one that never left the calendar has an identity of its number."""
        found = Occasion(*self[1:12])
        return found if found.uid else found._replace(uid=f"event-{self.id}@omnigym")

    def begins(self, zone: tzinfo) -> datetime:
        """When it begins, there; whole days are the same everywhere."""
        return _local(self.start_ms, UTC if self.all_day else zone)

    def ends(self, zone: tzinfo) -> datetime:
        """When it ends, there."""
        return _local(self.end_ms, UTC if self.all_day else zone)

    def first_day(self, zone: tzinfo) -> date:
        """The day on which it begins."""
        return self.begins(zone).date()

    def last_day(self, zone: tzinfo) -> date:
        """The last day of it."""
        return _local(max(self.start_ms, self.end_ms - 1), UTC if self.all_day else zone).date()


@lru_cache(maxsize=4096)
def _local(moment: int, zone: tzinfo) -> datetime:
    return datetime.fromtimestamp(moment // 1000, UTC).astimezone(zone)


def moment_ms(day: date, minute: int, zone: tzinfo) -> int:
    """The moment of a minute of a day there."""
    return int((datetime(day.year, day.month, day.day, tzinfo=zone) + timedelta(minutes=minute)).timestamp()) * 1000


class Shown(NamedTuple):
    """An event on a day: the minutes of that day between which it is, and the time at which all of it begins."""

    event: Event
    day: date
    start: int
    end: int
    time: str


def in_days(events: Iterable[Event], first: date, days: int, zone: tzinfo) -> tuple[Shown, ...]:
    """What is on each of some days, those of whole days first, then by time; of too many the first that were made."""
    last, found = first + timedelta(days=days - 1), list[Shown]()
    for event in events:
        if len(found) > _MOST:
            break
        for begin in _beginnings(event, first, last, zone):
            found += on_day(event, begin, first, last, zone)
    return tuple(sorted(found, key=lambda s: (s.day, not s.event.all_day, s.start, s.event.id)))


def on_day(event: Event, begin: date, first: date, last: date, zone: tzinfo) -> list[Shown]:
    """Each of the days from ``first`` to ``last`` on which an event is that begins on the day ``begin``."""
    start = event.begins(zone)
    at, length = start.hour * 60 + start.minute, (event.end_ms - event.start_ms) // 60_000
    span = (event.last_day(zone) - event.first_day(zone)).days
    time = "" if event.all_day else f"{start:%H:%M}"
    found = []
    for n in range(max(0, (first - begin).days), min(span, (last - begin).days) + 1):
        day = begin + timedelta(days=n)
        minutes = (0, 1440) if event.all_day else (max(0, at - 1440 * n), min(1440, at + length - 1440 * n))
        found.append(Shown(event, day, *minutes, time))
    return found


def _beginnings(event: Event, first: date, last: date, zone: tzinfo) -> list[date]:
    """The days on which an event begins that may be seen between two days."""
    begin = event.first_day(zone)
    span = min(_LONGEST, (event.last_day(zone) - begin).days)
    if event.repeat not in REPEATS or not event.repeat:
        return [begin]
    day = max(begin, first - timedelta(days=span))
    found: list[date] = []
    while day <= last:
        if _comes(event.repeat, begin, day):
            found.append(day)
        day += timedelta(days=1)
    return found


def _comes(repeat: str, begin: date, day: date) -> bool:
    """Whether what began on one day begins on another one again."""
    if repeat == "weekly":
        return (day - begin).days % 7 == 0
    if repeat == "weekdays":
        return day.weekday() < 5
    if repeat == "monthly":
        return day.day == begin.day
    return repeat == "daily" or (day.month, day.day) == (begin.month, begin.day)


def shifted(event: Event, minutes: int, end_only: bool = False) -> Event:
    """An event that begins and ends so much later, or only ends later; one never ends before a quarter of an hour."""
    by = minutes * 60_000
    if end_only:
        return event._replace(end_ms=max(event.start_ms + 15 * 60_000, event.end_ms + by))
    return event._replace(start_ms=event.start_ms + by, end_ms=event.end_ms + by)
