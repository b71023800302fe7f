"""The calendars of the desktop's user, the events in them, and the reminders of these: one store for all that plan."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import NamedTuple

from omnigym.sim.desktop import Desktop
from omnigym.sim.input.messages import carry_out
from omnigym.sim.kinds.calendar.events import Event, Shown, in_days
from omnigym.sim.notifications import notifications
from omnigym.sim.system import Later, Notify, Remind
from omnigym.sim.tables.table import Table
from omnigym.sim.vfs import HOME, Vfs
from omnigym.sim.windows.clock import local, time_of, zone_of

_FOLDER = f"{HOME}/AppData/Local/Calendar"
#: The colours that a calendar may have.
COLOURS = ("blue", "green", "plum", "rust", "teal", "brown")
#: So many days ahead reminders are set, and so many of them.
_AHEAD, _MOST = 14, 500
_HOUR, _DAY = 3_600_000, 86_400_000


class Calendar(NamedTuple):
    """A calendar: its name, one of `COLOURS`, and whether its events are shown."""

    id: int
    name: str
    colour: str = "blue"
    shown: bool = True


EVENTS: Table[Event] = Table(
    "content://calendar/events",
    f"{_FOLDER}/events.json",
    Event,
    valid=lambda e: e.end_ms >= e.start_ms,
    filled=("calendar",),
)
CALENDARS: Table[Calendar] = Table(
    "content://calendar/calendars",
    f"{_FOLDER}/calendars.json",
    Calendar,
    valid=lambda c: c.colour in COLOURS,
    initial=(Calendar(1, "Personal", "blue"), Calendar(2, "Work", "green"), Calendar(3, "Family", "plum")),
)
#: (title, days from today, minutes of the day, minutes long, place, how it comes again, calendar); 0 long is all day.
_FIRST = (
    ("Stand-up", -4, 9 * 60 + 45, 15, "", "weekdays", "Work"),
    ("Budget review", 0, 14 * 60, 90, "Room 3", "", "Work"),
    ("Swimming", 0, 18 * 60, 60, "City pool", "weekly", "Personal"),
    ("Farmers' market", 1, 10 * 60, 120, "Market Square", "", "Family"),
    ("Sunday at Grandma's", 2, 12 * 60 + 30, 180, "Mill Lane 3", "", "Family"),
    ("Agenda meeting", 3, 9 * 60, 75, "Room 1", "", "Work"),
    ("Books are due", 4, 0, 0, "City Library", "", "Personal"),
    ("Lunch with Tom", 6, 12 * 60 + 30, 60, "Noodle place", "", "Work"),
    ("Flight to Lisbon", 7, 8 * 60 + 5, 165, "Gate B12", "", "Personal"),
    ("Dentist", -2, 16 * 60 + 30, 45, "Riverton Dental", "", "Personal"),
)


def with_events(vfs: Vfs, now: int) -> Vfs:
    """The files with what a new user has planned, as of the virtual moment ``now``."""
    midnight = now - now % _DAY
    rows = [
        Event(
            n,
            title,
            start := midnight + day * _DAY + minute * 60_000,
            start + (long * 60_000 or _DAY),
            not long,
            place,
            reminder=15 if long else -1,
            repeat=repeat,
            calendar=calendar,
        )
        for n, (title, day, minute, long, place, repeat, calendar) in enumerate(_FIRST, 1)
    ]
    return CALENDARS.written(EVENTS.written(vfs, rows, now), CALENDARS.rows(vfs), now)


def reminders(events: tuple[Event, ...], now: int, settings: Mapping[str, str]) -> tuple[Later, ...]:
    """The effects that remind of events; each is told once, however often it is asked for."""
    zone = zone_of(settings).offset
    first = local(now, settings).date()
    told = [e for e in events if e.reminder >= 0]
    coming = [(s, _start(s, zone.utcoffset(None))) for s in in_days(told, first, _AHEAD, zone)]
    due = [(at - s.event.reminder * 60_000 - now, Remind(s.event.id, at, s.event.reminder)) for s, at in coming]
    return tuple([Later(ms, effect) for ms, effect in sorted(due) if ms > 0][:_MOST])


def _start(shown: Shown, offset: timedelta) -> int:
    """The moment at which what is on a day begins there."""
    midnight = shown.day.toordinal() - 719_163
    return midnight * _DAY + shown.start * 60_000 - int(offset.total_seconds()) * 1000 * (not shown.event.all_day)


def remind(desk: Desktop, wid: str, effect: Remind) -> None:
    """Tell of an event that is still there, still then, still to be told, and was not told before."""
    regs = desk.regs
    event = next((e for e in EVENTS.rows(regs.vfs) if e.id == effect.event), None)
    if event is None or event.reminder != effect.minutes:
        return
    zone = zone_of(regs.settings).offset
    begins = local(effect.start_ms, regs.settings)
    day = begins.date() if not event.all_day else local(effect.start_ms, {}).date()
    there = [s for s in in_days((event,), day, 1, zone) if _start(s, zone.utcoffset(None)) == effect.start_ms]
    text = "All day" if event.all_day else time_of(begins, regs.settings)
    note = Notify("calendar", event.title, f"{text}{f', {event.location}' if event.location else ''}")
    due = effect.start_ms - effect.minutes * 60_000
    known = [n for n in notifications(regs.vfs) if (n.app, n.title) == note[:2] and n.time_ms >= due]
    if there and not known:
        carry_out(desk, wid, (note,))
