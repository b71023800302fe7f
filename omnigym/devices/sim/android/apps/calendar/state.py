"""Where one is in Calendar, and the event that is being written there."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import NamedTuple

from omnigym.devices.sim.android.apps.calendar.store import Event, moment_ms
from omnigym.devices.sim.android.moments import local

__all__ = ["AGENDA", "MODES", "REMINDERS", "Draft", "State", "draft_of", "event_of", "moved", "new_draft"]

AGENDA = "calendar.agenda"
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


class Draft(NamedTuple):
    """An event as the form has it: days "2025-03-14", times "09:30", guests between commas."""

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


class State(NamedTuple):
    """Where one is.

    Attributes:
        mode: One of `MODES`.
        day: The day that is looked at; None for today.
        shown: A day of the month whose days are offered above the schedule, or None.
        event: Id of the event that is shown, or 0.
        draft: The event that is written, or None.
    """

    mode: str = "schedule"
    day: date | None = None
    shown: date | None = None
    event: int = 0
    draft: Draft | None = None


def new_draft(day: date, now: datetime) -> Draft:
    """A new event on a day: at the next full hour, an hour long."""
    hour = (now.hour + 1) % 24
    start = datetime(day.year, day.month, day.day, hour)
    end = start + timedelta(hours=1)
    return Draft(0, "", False, day.isoformat(), f"{start:%H:%M}", end.date().isoformat(), f"{end:%H:%M}")


def draft_of(event: Event, settings: Mapping[str, str]) -> Draft:
    """An event as the form shows it."""
    start = local(event.start_ms, {} if event.all_day else settings)
    end = local(event.end_ms, {} if event.all_day else settings)
    last = event.last_day(settings) if event.all_day else end.date()
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
    )


def event_of(draft: Draft, number: int, settings: Mapping[str, str]) -> Event | None:
    """The event of a draft; None where it ends before it begins."""
    if draft.all_day:
        start = moment_ms(draft.day, "00:00", {})
        end = moment_ms(draft.end_day, "00:00", {}) + 86_400_000
    else:
        start = moment_ms(draft.day, draft.time, settings)
        end = moment_ms(draft.end_day, draft.end_time, settings)
    if end < start:
        return None
    guests = tuple([g.strip() for g in draft.guests.split(",") if g.strip()])
    title = draft.title.strip() or "(No title)"
    return Event(
        number,
        title,
        start,
        end,
        draft.all_day,
        draft.location.strip(),
        draft.description.strip(),
        guests,
        draft.reminder,
    )


def moved(draft: Draft, day: str, time: str) -> Draft:
    """The draft with another beginning, as long as it was."""
    begin = datetime.fromisoformat(f"{draft.day}T{draft.time}")
    end = datetime.fromisoformat(f"{draft.end_day}T{draft.end_time}")
    later = datetime.fromisoformat(f"{day}T{time}") + max(end - begin, timedelta())
    return draft._replace(day=day, time=time, end_day=later.date().isoformat(), end_time=f"{later:%H:%M}")
