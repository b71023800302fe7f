"""Events of calendars: the record that is kept, and the occurrences of those that come again."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import lru_cache
from typing import NamedTuple

from omnigym.documents.ical import Occasion

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


# -- events while they are written ------------------------------------------------------------------------------------

# Days and times as texts, which a person types or picks.

_DAY = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")
_TIME = re.compile(r"(\d{1,2}):(\d\d)\s*([ap]m)?", re.IGNORECASE)


class Draft(NamedTuple):
    """An event in a form: days "2025-03-14" or "3/14/2025", times "09:30" or "9:30 AM", guests between commas."""

    id: int
    title: str
    all_day: bool
    day: str
    time: str
    end_day: str
    end_time: str
    location: str = ""
    guests: str = ""
    reminder: int = 30
    description: str = ""
    repeat: str = ""
    calendar: str = ""


def typed_day(text: str) -> date | None:
    """The day that a person means; None where there is none.

    >>> typed_day("3/14/2025"), typed_day("2025-02-30")
    (datetime.date(2025, 3, 14), None)
    """
    found = _DAY.fullmatch(text.strip())
    try:
        return date(int(found[3]), int(found[1]), int(found[2])) if found else date.fromisoformat(text.strip())
    except ValueError:
        return None


def typed_minute(text: str) -> int | None:
    """The minute of the day that a person means; None where there is none.

    >>> typed_minute("9:30 PM"), typed_minute("21:30"), typed_minute("9")
    (1290, 1290, None)
    """
    found = _TIME.fullmatch(text.strip())
    if found is None:
        return None
    hour, minute, half = int(found[1]), int(found[2]), (found[3] or "").lower()
    if minute > 59 or (hour > 23 if not half else not 1 <= hour <= 12):
        return None
    return (hour % 12 + 12 * (half == "pm") if half else hour) * 60 + minute


def new_draft(day: date, now: datetime) -> Draft:
    """A new event on a day: at the next full hour, an hour long."""
    start = datetime(day.year, day.month, day.day, (now.hour + 1) % 24)
    end = start + timedelta(hours=1)
    return Draft(0, "", False, day.isoformat(), f"{start:%H:%M}", end.date().isoformat(), f"{end:%H:%M}")


def draft_of(event: Event, zone: tzinfo) -> Draft:
    """An event as a form shows it."""
    start, end = event.begins(zone), event.ends(zone)
    last = event.last_day(zone) if event.all_day else end.date()
    times = ("09:00", "10:00") if event.all_day else (f"{start:%H:%M}", f"{end:%H:%M}")
    return Draft(
        event.id,
        event.title,
        event.all_day,
        start.date().isoformat(),
        times[0],
        last.isoformat(),
        times[1],
        event.location,
        ", ".join(event.guests),
        event.reminder,
        event.description,
        event.repeat,
        event.calendar,
    )


def fault_of(draft: Draft) -> str:
    """What of a draft is no day or time; "" where all of it is."""
    days = [text for text in (draft.day, draft.end_day) if typed_day(text) is None]
    times = [] if draft.all_day else [text for text in (draft.time, draft.end_time) if typed_minute(text) is None]
    return next((f"“{text}”" for text in (*days, *times)), "")


def event_of(draft: Draft, kept: Event, zone: tzinfo) -> Event | None:
    """The event of a draft; None where it ends before it begins, or where `fault_of` finds something.

    Args:
        draft: It.
        kept: The event as it was, or one with nothing but a number.
        zone: Where its times are meant.
    """
    begin, end = typed_day(draft.day), typed_day(draft.end_day)
    if begin is None or end is None or fault_of(draft):
        return None
    if draft.all_day:
        span = moment_ms(begin, 0, UTC), moment_ms(end, 1440, UTC)
    else:
        span = (
            moment_ms(begin, typed_minute(draft.time) or 0, zone),
            moment_ms(end, typed_minute(draft.end_time) or 0, zone),
        )
    if span[1] < span[0]:
        return None
    return kept._replace(
        title=draft.title.strip() or "(No title)",
        start_ms=span[0],
        end_ms=span[1],
        all_day=draft.all_day,
        location=draft.location.strip(),
        description=draft.description.strip(),
        guests=tuple([g.strip() for g in draft.guests.split(",") if g.strip()]),
        reminder=draft.reminder,
        repeat=draft.repeat,
        calendar=draft.calendar,
    )


def length_of(draft: Draft) -> int | None:
    """How many minutes a draft lasts, 0 where it ends before it begins; None while one of the two is none yet."""
    begin, end = _moment(draft.day, draft.time), _moment(draft.end_day, draft.end_time)
    return None if begin is None or end is None else max(0, int((end - begin).total_seconds()) // 60)


def lasting(draft: Draft, minutes: int) -> Draft:
    """The draft with an end so long after its beginning; as it is while that is none yet."""
    begin = _moment(draft.day, draft.time)
    if begin is None:
        return draft
    end = begin + timedelta(minutes=minutes)
    return draft._replace(end_day=end.date().isoformat(), end_time=f"{end:%H:%M}")


def moved(draft: Draft, day: str, time: str) -> Draft:
    """The draft with another beginning, as long as it was."""
    return lasting(draft._replace(day=day, time=time), length_of(draft) or 0)


def _moment(day: str, time: str) -> datetime | None:
    found, minute = typed_day(day), typed_minute(time)
    if found is None or minute is None:
        return None
    return datetime(found.year, found.month, found.day, minute // 60, minute % 60)
