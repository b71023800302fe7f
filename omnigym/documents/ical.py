"""iCalendar files (.ics, RFC 5545): stored events, and invitations to answer (iTIP, RFC 5546)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from omnigym.documents.content_lines import Component, Line, components_in, escape_text, fold_lines
from omnigym.errors import UnreadableError
from omnigym.foreign import convert_errors

__all__ = ["REPEATS", "Agenda", "Occasion", "read_ics", "write_ics"]

#: How an event comes again: what is kept of it, to its rule.
REPEATS = {
    "daily": "FREQ=DAILY",
    "weekdays": "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
    "weekly": "FREQ=WEEKLY",
    "monthly": "FREQ=MONTHLY",
    "yearly": "FREQ=YEARLY",
}
_DAY, _MINUTE = 86_400_000, 60_000
_MOMENT = re.compile(r"(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?")
_SPAN = re.compile(r"([+-]?)P(?:(\d{1,5})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,7})M)?(?:(\d{1,7})S)?)?")


class Occasion(NamedTuple):
    """An event.

    Attributes:
        title: What it is called.
        start_ms, end_ms: When it is, in milliseconds since the epoch; of an event of whole days the midnights in UTC
            at which it begins and ends.
        all_day: Whether it is one of whole days.
        location, description: Where it is, and what is noted.
        guests: Addresses of those who are invited.
        reminder: So many minutes before it one is reminded of it; -1 for never.
        repeat: A key of `REPEATS`, "" for once, or a rule that is none of them, as it stands in the file.
        uid: By which one knows it again.
        organizer: The address of who invites, or "".
    """

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


class Agenda(NamedTuple):
    """The contents of a file: its method ("REQUEST", "REPLY" for answers, "PUBLISH" or ""), and its events."""

    method: str
    events: tuple[Occasion, ...]


def read_ics(content: bytes, minutes: int = 0) -> Agenda:
    """Return the events of a file.

    Args:
        content: Of the file.
        minutes: East of Greenwich: where times are meant that name no zone of their own, or one other than UTC.

    Raises:
        UnreadableError: It is no iCalendar file, or has an event that does not say when it is.
        TooLargeError: It is more than is read.
    """
    with convert_errors(".ics file"):
        calendars = components_in(content, "VCALENDAR", ".ics file")
        events = [_event(c, minutes) for calendar in calendars for c in calendar.inside if c.name == "VEVENT"]
        return Agenda(calendars[0].text("METHOD").upper(), tuple(events))


def _event(found: Component, minutes: int) -> Occasion:
    start, end = found.line("DTSTART"), found.line("DTEND")
    if start is None:
        raise UnreadableError("Expected a .ics file whose events say when they begin, got one without DTSTART.")
    all_day = "T" not in start.value
    start_ms = _moment(start, minutes)
    if end is not None:
        end_ms = _moment(end, minutes)
    else:
        end_ms = start_ms + (_span(found.text("DURATION")) or (_DAY if all_day else 0))
    guests = [_address(line) for line in found.lines if line.name == "ATTENDEE"]
    organizer = found.line("ORGANIZER")
    return Occasion(
        found.text("SUMMARY") or "(No title)",
        start_ms,
        max(end_ms, start_ms),
        all_day,
        found.text("LOCATION"),
        line.text.strip() if (line := found.line("DESCRIPTION")) is not None else "",
        tuple([guest for guest in guests if guest]),
        _reminder(found),
        _repeat(found.text("RRULE")),
        found.text("UID"),
        _address(organizer) if organizer is not None else "",
    )


def _moment(line: Line, minutes: int) -> int:
    found = _MOMENT.fullmatch(line.value.strip())
    if found is None:
        raise UnreadableError(f"Expected a moment such as 20250314T090000Z in a .ics file, got {line.value[:40]!r}.")
    year, month, day, hour, minute, second = [int(part or 0) for part in found.groups()[:6]]
    moment = datetime(year, month, day, hour, minute, min(second, 59), tzinfo=UTC)
    local = found[4] is not None and not found[7]
    return int((moment - timedelta(minutes=minutes if local else 0)).timestamp()) * 1000


def _span(text: str) -> int:
    """Milliseconds of a duration: "-PT15M"; 0 for none."""
    found = _SPAN.fullmatch(text)
    if found is None:
        return 0
    weeks, days, hours, minutes, seconds = [int(part or 0) for part in found.groups()[1:]]
    span = timedelta(weeks=weeks, days=days, hours=hours, minutes=minutes, seconds=seconds)
    return (-1 if found[1] == "-" else 1) * int(span.total_seconds()) * 1000


def _reminder(found: Component) -> int:
    alarm = next((c.text("TRIGGER") for c in found.inside if c.name == "VALARM"), "")
    return max(0, -_span(alarm) // _MINUTE) if _SPAN.fullmatch(alarm) else -1


def _repeat(rule: str) -> str:
    return next((name for name, known in REPEATS.items() if known == rule), rule)


def _address(line: Line) -> str:
    value = line.value.strip()
    return (value[7:] if value[:7].lower() == "mailto:" else value).strip()


def write_ics(
    events: Iterable[Occasion], now: int, method: str = "PUBLISH", answer: tuple[str, str] = ("", "")
) -> bytes:
    """Return the file of events.

    Args:
        events: They; each has a `Occasion.uid`.
        now: When it is written, in milliseconds since the epoch.
        method: As of `Agenda`.
        answer: Of a reply: who answers, and "ACCEPTED" or "DECLINED".
    """
    head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//omnigym//Calendar//EN", f"METHOD:{method}"]
    return fold_lines([*head, *[line for e in events for line in _lines(e, now, answer)], "END:VCALENDAR"])


def _lines(event: Occasion, now: int, answer: tuple[str, str]) -> list[str]:
    rule, (who, said) = REPEATS.get(event.repeat, event.repeat), answer
    texts = (("SUMMARY", event.title), ("LOCATION", event.location), ("DESCRIPTION", event.description))
    ask = "" if event.organizer == "" else ";PARTSTAT=NEEDS-ACTION;RSVP=TRUE"
    guests = [f"ATTENDEE;PARTSTAT={said}:mailto:{who}"] if who else [f"ATTENDEE{ask}:mailto:{g}" for g in event.guests]
    alarm = [
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        f"DESCRIPTION:{escape_text(event.title)}",
        f"TRIGGER:-PT{event.reminder}M",
    ]
    return [
        "BEGIN:VEVENT",
        f"UID:{escape_text(event.uid)}",
        f"DTSTAMP:{_written(now, False)}",
        f"DTSTART{';VALUE=DATE' * event.all_day}:{_written(event.start_ms, event.all_day)}",
        f"DTEND{';VALUE=DATE' * event.all_day}:{_written(event.end_ms, event.all_day)}",
        *[f"{name}:{escape_text(value)}" for name, value in texts if value],
        *([f"RRULE:{rule}"] if rule else []),
        *([f"ORGANIZER:mailto:{event.organizer}"] if event.organizer else []),
        *guests,
        *([*alarm, "END:VALARM"] if event.reminder >= 0 else []),
        "END:VEVENT",
    ]


def _written(moment: int, day: bool) -> str:
    at = datetime.fromtimestamp(moment // 1000, UTC)
    return f"{at:%Y%m%d}" if day else f"{at:%Y%m%dT%H%M%SZ}"
