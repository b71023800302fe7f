"""Events while they are written: days and times as texts, which a person types or picks."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import NamedTuple

from omnigym.devices.sim.kinds.calendar.events import Event, moment_ms

__all__ = [
    "Draft",
    "draft_of",
    "event_of",
    "fault_of",
    "lasting",
    "length_of",
    "moved",
    "new_draft",
    "typed_day",
    "typed_minute",
]

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
