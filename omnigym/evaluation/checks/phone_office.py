"""Checks of events in a phone's calendar, read from Android's content provider."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from omnigym.evaluation.matching import same_text
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.verdict import Verdict, not_yet, passed
from omnigym.evaluation.world.effects import Effect, How
from omnigym.foreign import reading

__all__ = ["event_absent", "event_exists", "event_on"]

_EVENTS = "content://com.android.calendar/events"
_ATTENDEES, _REMINDERS = "content://com.android.calendar/attendees", "content://com.android.calendar/reminders"
_HOWS: tuple[How, ...] = ("add", "change", "remove")


def _event_changes(title: str, **given: Any) -> tuple[Effect, ...]:
    """A new event, or other values of what is asked about of one that is there."""
    columns = [c for name, c in (("start", "dtstart"), ("location", "eventLocation")) if given.get(name)]
    columns += ["dtend"] if given.get("start") or given.get("minutes") else []
    columns += ["allDay"] if given.get("start") else []
    guests = [Effect(how, _ATTENDEES, ("*",), row={}) for how in _HOWS] if given.get("guests") else []
    reminders = [Effect("change", _REMINDERS)] if given.get("reminder") is not None else []
    return (
        Effect("add", _EVENTS, row={"title": title}, most=1),
        Effect("change", _EVENTS, tuple(columns), row={"title": title}),
        *guests,
        *reminders,
    )


def _zone(probe: Probe) -> tzinfo:
    """The time zone that is set on the phone; UTC if it is unknown."""
    try:
        return ZoneInfo(probe.setting("global/time_zone") or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


@check("event_exists", effects=lambda title, **given: _event_changes(title, **given))
def event_exists(
    probe: Probe,
    title: str,
    start: str = "",
    minutes: int = 0,
    location: str = "",
    guests: Sequence[str] = (),
    reminder: int | None = None,
) -> Verdict:
    """There is an event in the calendar.

    Args:
        probe: Reads the device.
        title: Its title, without regard to letter case.
        start: Its start in the phone's time zone, "2025-03-19 18:00", or only the day for an event of whole days; ""
            for any.
        minutes: Its length; 0 for any.
        location: Its location; "" for any.
        guests: Addresses of invited people; others may be invited too.
        reminder: Minutes before the event at which the phone reminds of it; None for any.
    """
    events = [e for e in probe.content(_EVENTS) if same_text(e["title"], title, True)]
    problem = f"There is no event {title!r}."
    for event in events:
        with reading("calendar's event"):
            begins, length = _begins(event, _zone(probe)), (int(event["dtend"]) - int(event["dtstart"])) // 60_000
        if start and begins != start:
            problem = f"{title!r} begins at {begins}, not at {start}."
        elif minutes and length != minutes:
            problem = f"{title!r} takes {length} minutes, not {minutes}."
        elif location and not same_text(event["eventLocation"], location, True):
            problem = f"{title!r} is at {event['eventLocation']!r}, not at {location!r}."
        elif wrong := _others(probe, event["_id"], guests, reminder):
            problem = f"{title!r} {wrong}."
        else:
            return passed()
    return not_yet(problem)


def _begins(event: Any, zone: tzinfo) -> str:
    if event["allDay"] == "1":
        return f"{datetime.fromtimestamp(int(event['dtstart']) // 1000, UTC):%Y-%m-%d}"
    return f"{datetime.fromtimestamp(int(event['dtstart']) // 1000, zone):%Y-%m-%d %H:%M}"


def _others(probe: Probe, number: str, guests: Sequence[str], reminder: int | None) -> str:
    """What is wrong with the guests and the reminder of an event, or ""."""
    rows = probe.content(_ATTENDEES) if guests else ()
    invited = {r["attendeeEmail"].casefold() for r in rows if r["event_id"] == number}
    if not invited.issuperset([g.casefold() for g in guests]):
        return f"has the guests {sorted(invited)}, not {list(guests)}"
    rows = probe.content(_REMINDERS) if reminder is not None else ()
    told = [r["minutes"] for r in rows if r["event_id"] == number]
    if reminder is not None and str(reminder) not in told:
        return f"is reminded of {told} minutes before, not {reminder}"
    return ""


@check("event_on", effects=lambda title, **_: (Effect("change", _EVENTS, ("dtstart", "dtend"), row={"title": title}),))
def event_on(probe: Probe, title: str, day: str) -> Verdict:
    """There is an event with that title that begins on a day, "2025-03-19", in the phone's time zone."""
    with reading("calendar's event"):
        days = [_begins(e, _zone(probe))[:10] for e in probe.content(_EVENTS) if same_text(e["title"], title, True)]
    return passed() if day in days else not_yet(f"{title!r} is on {days}, not on {day}.")


@check("event_absent", effects=lambda title: (Effect("remove", _EVENTS, row={"title": title}),))
def event_absent(probe: Probe, title: str) -> Verdict:
    """There is no event with that title in the calendar."""
    there = any(same_text(e["title"], title, True) for e in probe.content(_EVENTS))
    return not_yet(f"There is an event {title!r} still.") if there else passed()
