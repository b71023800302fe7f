"""What the office apps of a phone keep: events of Calendar, from its provider, and tasks of Tasks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.verdict import Verdict, not_yet, passed
from omnigym.foreign import read_json, reading, rows_in

__all__ = ["event_absent", "event_exists", "event_on", "phone_task_absent", "phone_task_exists"]

_EVENTS = "content://com.android.calendar/events"
_ATTENDEES, _REMINDERS = "content://com.android.calendar/attendees", "content://com.android.calendar/reminders"
_TASKS = "/data/data/com.google.android.apps.tasks"


def _zone(probe: Probe) -> tzinfo:
    """The time zone that is set on the phone; UTC where that is not known."""
    try:
        return ZoneInfo(probe.setting("global/time_zone") or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


def _same(a: str, b: str) -> bool:
    return a.casefold().split() == b.casefold().split()


@check("event_exists")
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
        probe: What reads the device.
        title: What it is called; letter case does not count.
        start: When it begins in the phone's zone, "2025-03-19 18:00", or the day alone for one of whole days; "" for
            any time.
        minutes: How long it is; 0 for any length.
        location: Where it is; "" for anywhere.
        guests: Addresses of people who are invited, maybe among others.
        reminder: How many minutes before it the phone reminds of it; None for any.
    """
    events = [e for e in probe.content(_EVENTS) if _same(e["title"], title)]
    problem = f"There is no event {title!r}."
    for event in events:
        with reading("calendar's event"):
            begins, length = _begins(event, _zone(probe)), (int(event["dtend"]) - int(event["dtstart"])) // 60_000
        if start and begins != start:
            problem = f"{title!r} begins at {begins}, not at {start}."
        elif minutes and length != minutes:
            problem = f"{title!r} takes {length} minutes, not {minutes}."
        elif location and not _same(event["eventLocation"], location):
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


@check("event_on")
def event_on(probe: Probe, title: str, day: str) -> Verdict:
    """There is an event of that name, and it begins on a day, "2025-03-19", in the phone's zone."""
    with reading("calendar's event"):
        days = [_begins(e, _zone(probe))[:10] for e in probe.content(_EVENTS) if _same(e["title"], title)]
    return passed() if day in days else not_yet(f"{title!r} is on {days}, not on {day}.")


@check("event_absent")
def event_absent(probe: Probe, title: str) -> Verdict:
    """There is no event of that name in the calendar."""
    there = any(_same(e["title"], title) for e in probe.content(_EVENTS))
    return not_yet(f"There is an event {title!r} still.") if there else passed()


def _rows(probe: Probe, name: str) -> list[dict[str, Any]]:
    found = probe.read(f"{_TASKS}/{name}.json", read_json)
    return rows_in(found.get("rows")) if isinstance(found, dict) else []


def _tasks(probe: Probe, title: str, listed: str) -> list[dict[str, Any]]:
    """The tasks of that name, on the list of that name where it is given."""
    lists = [x.get("id") for x in _rows(probe, "lists") if _same(str(x.get("name", "")), listed)]
    found = [t for t in _rows(probe, "tasks") if _same(str(t.get("title", "")), title)]
    return [t for t in found if t.get("list") in lists] if listed else found


@check("phone_task_exists")
def phone_task_exists(
    probe: Probe,
    title: str,
    list: str = "",  # noqa: A002
    due: str | None = None,
    details: str | None = None,
    done: bool | None = None,
    starred: bool | None = None,
) -> Verdict:
    """There is a task in Google's Tasks.

    Args:
        probe: What reads the device.
        title: What it is called; letter case does not count.
        list: The list that it is on; "" for any.
        due: The day, "2025-03-21", or "" for none; None for any.
        details: What else it says; None for anything.
        done, starred: How it stands; None for either.
    """
    tasks = _tasks(probe, title, list)
    if not tasks:
        return not_yet(f"There is no task {title!r}{f' on the list {list!r}' if list else ''}.")
    wanted = {"due": due, "details": details, "done": done, "starred": starred}
    wanted = {name: value for name, value in wanted.items() if value is not None}
    if any(all(_fits(task.get(name), value) for name, value in wanted.items()) for task in tasks):
        return passed()
    return not_yet(f"The task {title!r} is {tasks[0]}; wanted: {wanted}.")


def _fits(found: object, wanted: object) -> bool:
    return _same(found, wanted) if isinstance(found, str) and isinstance(wanted, str) else bool(found == wanted)


@check("phone_task_absent")
def phone_task_absent(probe: Probe, title: str, list: str = "") -> Verdict:  # noqa: A002
    """There is no task of that name in Google's Tasks; with ``list``, none on that list."""
    return not_yet(f"There is a task {title!r} still.") if _tasks(probe, title, list) else passed()
