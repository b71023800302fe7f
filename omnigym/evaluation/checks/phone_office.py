"""Checks of events in a phone's calendar, read from Android's content provider."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, tzinfo
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from omnigym.devices.userdata import Row
from omnigym.evaluation.checks.rows import is_new
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.matching import same_text
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.world.effects import Effect
from omnigym.foreign import convert_errors

__all__ = ["event_absent", "event_exists", "event_on", "event_planned"]

#: What Android's tables show in parts.
_RECORDS = "content://calendar/events"
_EVENTS = "content://com.android.calendar/events"
_ATTENDEES, _REMINDERS = "content://com.android.calendar/attendees", "content://com.android.calendar/reminders"


def _event_changes(title: str, was: str | None = None, **given: Any) -> tuple[Effect, ...]:
    """A new event, or other values of what is asked about of the one that was there."""
    if was is None:
        # It changes no guest (no column of theirs), but is about them: who invites somebody works on what it made.
        more = [Effect("change", _ATTENDEES, ())]
        told: dict[str, Any] = {name: given[name] for name in ("location", "guests") if given.get(name)}
        if start := given.get("start"):
            told["all_day"] = len(start) == len("2025-03-19")
        else:  # it may be whole days as well
            why = "Nobody said when it begins."
            more.append(Effect("change", _RECORDS, ("all_day",), row={"title": title}, why=why))
        return Effect("add", _RECORDS, row={"title": title, **told}, most=1), *more
    columns = [c for name, c in (("start", "dtstart"), ("location", "eventLocation")) if given.get(name)]
    columns += ["dtend"] if given.get("start") or given.get("minutes") else []
    columns += ["allDay"] if given.get("start") else []
    columns += ["title"] if was != title else []
    # Invitations and reminders are rows of their own on Android, which name an event by its number only.
    numbered = "The check compares the event's number."
    guests = [
        Effect("change", _ATTENDEES, ("event_id", "attendeeEmail"), {"attendeeEmail": guest}, most=1, why=numbered)
        for guest in given.get("guests", ())
    ]
    minutes = given.get("reminder")
    reminders = [Effect("change", _REMINDERS, row={"minutes": minutes}, most=1, why=numbered)]
    timed = "The check compares them, in the zone of the phone."
    row = {"title": title, **({"eventLocation": given["location"]} if given.get("location") else {})}
    changed = [Effect("change", _EVENTS, tuple(columns), row=row, was={"title": was}, why=timed)] if columns else []
    return (*changed, *guests, *(reminders if minutes is not None else ()))


def _zone(probe: Probe) -> tzinfo:
    """The time zone that is set on the phone; UTC if it is unknown."""
    return _zone_of(probe.setting("global/time_zone"))


def _zone_of(name: str) -> tzinfo:
    try:
        return ZoneInfo(name or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


def _before(probe: Probe) -> Iterator[tuple[Row, tzinfo]]:
    """The events that there were, each with the time zone that was set then."""
    for data in probe.earlier:
        if _EVENTS in data.tables:
            zone = _zone_of(data.settings.get("global/time_zone", ""))
            yield from [(event, zone) for event in data.rows(_EVENTS)]


@check("event_exists", effects=lambda title, **given: _event_changes(title, **given))
def event_exists(
    probe: Probe,
    title: str,
    start: str = "",
    minutes: int = 0,
    location: str = "",
    guests: Sequence[str] = (),
    reminder: int | None = None,
    was: str | None = None,
) -> Verdict:
    """The calendar has an event: a new one, or with ``was`` one that existed.

    Args:
        probe: Reads the device.
        title: Its title, without regard to letter case.
        start: Its start in the phone's time zone, "2025-03-19 18:00", or only the day for an event of whole days; ""
            for any.
        minutes: Its length; 0 for any.
        location: Its location; "" for any.
        guests: Addresses of invited people; others may be invited too, but to a new event for which nobody is named.
        reminder: Minutes before the event at which the phone reminds of it; None for any.
        was: The title that the very same event had before: it was changed, and no other one was made in its place.
    """
    events = [e for e in probe.content(_EVENTS) if same_text(e["title"], title, True)]
    if was is not None and probe.earlier:
        there = {e["_id"] for e, _ in _before(probe) if same_text(e["title"], was, True)}
        events = [e for e in events if e["_id"] in there]
    elif probe.earlier:
        events = [e for e in events if is_new(probe, _EVENTS, e)]
    problem = f"There is no event {title!r}."
    for event in events:
        with convert_errors("calendar's event"):
            begins, length = _begins(event, _zone(probe)), (int(event["dtend"]) - int(event["dtstart"])) // 60_000
        if start and begins != start:
            problem = f"{title!r} begins at {begins}, not at {start}."
        elif minutes and length != minutes:
            problem = f"{title!r} takes {length} minutes, not {minutes}."
        elif location and not same_text(event["eventLocation"], location, True):
            problem = f"{title!r} is at {event['eventLocation']!r}, not at {location!r}."
        elif was is None and not guests and (asked := _invited(probe, event["_id"])):
            problem = f"To {title!r} are invited {sorted(asked)}, and nobody was to be."
        elif wrong := _others(probe, event["_id"], guests, reminder):
            problem = f"{title!r} {wrong}."
        else:
            return passed()
    return not_yet(problem)


def _begins(event: Any, zone: tzinfo) -> str:
    if event["allDay"] == "1":
        return f"{datetime.fromtimestamp(int(event['dtstart']) // 1000, UTC):%Y-%m-%d}"
    return f"{datetime.fromtimestamp(int(event['dtstart']) // 1000, zone):%Y-%m-%d %H:%M}"


def _invited(probe: Probe, number: str) -> set[str]:
    return {r["attendeeEmail"].casefold() for r in probe.content(_ATTENDEES) if r["event_id"] == number}


def _others(probe: Probe, number: str, guests: Sequence[str], reminder: int | None) -> str:
    """What is wrong with the guests and the reminder of an event, or ""."""
    invited = _invited(probe, number) if guests else set()
    if not invited.issuperset([g.casefold() for g in guests]):
        return f"has the guests {sorted(invited)}, not {list(guests)}"
    rows = probe.content(_REMINDERS) if reminder is not None else ()
    told = [r["minutes"] for r in rows if r["event_id"] == number]
    if reminder is not None and str(reminder) not in told:
        return f"is reminded of {told} minutes before, not {reminder}"
    return ""


@check("event_planned", effects=lambda title, **_: _event_changes(title))
def event_planned(probe: Probe, title: str, day: str) -> Verdict:
    """An event with that title begins on a day, "2025-03-19", at any time (CRAB's ``check_event_registered``).

    It is a new one, where the device can tell; the day is that in the phone's time zone.
    """
    there = {e["_id"] for e, _ in _before(probe)}
    zone, events = _zone(probe), [e for e in probe.content(_EVENTS) if same_text(e["title"], title, True)]
    new = [e for e in events if e["_id"] not in there]
    with convert_errors("calendar's event"):
        days = [_begins(e, zone)[:10] for e in new]
    return passed() if day in days else not_yet(f"New events {title!r} are on {days}, not on {day}.")


def _put_off(title: str) -> tuple[Effect, ...]:
    why = "The check compares them, in the zone of the phone."
    named = {"title": title}
    return (Effect("change", _EVENTS, ("dtstart", "dtend"), row=named, was=named, most=1, why=why),)


@check("event_on", effects=lambda title, **_: _put_off(title))
def event_on(probe: Probe, title: str, day: str) -> Verdict:
    """The event with that title was moved to a day, "2025-03-19", in the phone's time zone.

    It is the one that was there: it begins at the time of the day at which it began, and takes as long.
    """
    zone, events = _zone(probe), [e for e in probe.content(_EVENTS) if same_text(e["title"], title, True)]
    with convert_errors("calendar's event"):
        there = [e for e in events if _begins(e, zone)[:10] == day]
        if not there:
            return not_yet(f"{title!r} is on {[_begins(e, zone)[:10] for e in events]}, not on {day}.")
        if not probe.earlier or any(_is_moved(e, zone, old, then) for e in there for old, then in _before(probe)):
            return passed()
    return not_yet(f"{title!r} on {day} is another event than before, or at another time, or takes not as long.")


def _is_moved(event: Row, zone: tzinfo, old: Row, then: tzinfo) -> bool:
    """Whether an event is ``old`` on another day at most; the zone may have been set to another one since."""
    lengths = [int(e["dtend"]) - int(e["dtstart"]) for e in (event, old)]
    if event["_id"] != old["_id"] or lengths[0] != lengths[1]:
        return False
    return any(_begins(event, z)[10:] == _begins(old, z)[10:] for z in (zone, then))


@check("event_absent", effects=lambda title: (Effect("remove", _EVENTS, row={"title": title}),))
def event_absent(probe: Probe, title: str) -> Verdict:
    """The calendar has no event with that title."""
    there = any(same_text(e["title"], title, True) for e in probe.content(_EVENTS))
    return not_yet(f"There is an event {title!r} still.") if there else passed()
