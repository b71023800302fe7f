"""Where one is in Calendar, and the events that it shows."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import NamedTuple, TypeAlias

from omnigym.documents.ical import Agenda, Occasion, read_ics, write_ics
from omnigym.documents.mail import Attachment, address_of
from omnigym.errors import OmnigymError
from omnigym.sim.app import Context, Effect, OpenDialog, SetFiles
from omnigym.sim.common.file_dialog import FileDialog
from omnigym.sim.common.mail import ACCOUNT, addressed, composed, sent
from omnigym.sim.common.message_box import tell
from omnigym.sim.kinds.calendar.events import Draft, Event, shifted
from omnigym.sim.tables.table import next_id
from omnigym.sim.vfs import HOME, Vfs, VfsError, base_name, native
from omnigym.sim.windows.clock import local, zone_of
from omnigym.sim.windows.contacts import addresses
from omnigym.sim.windows.events import CALENDARS, EVENTS, reminders

TITLE = "Calendar"
#: How days are shown: the name, what a person reads.
MODES = {"day": "Day", "work": "Work week", "week": "Week", "month": "Month"}


#: Logical pixels: the month and the calendars at the side, the event beside the days, and from which width on both.
SIDE, CARD, WIDE = 224, 268, 700


class Moving(NamedTuple):
    """An event that is dragged: its number, "start" or "end", where it was pressed, and how far it is by now."""

    event: int
    edge: str
    x: int
    y: int
    minutes: int = 0


class State(NamedTuple):
    """Where one is.

    Attributes:
        mode: One of `MODES`.
        day: The day that is looked at; None for today.
        turned: A day of the month at the side; None for that of ``day``.
        event: The number of the event that is shown beside the days, or 0.
        draft: The event that is written, or None.
        lasts: So many minutes its end follows its beginning.
        moving: What is dragged, or None.
        came: What a file that was opened has, to be taken over or answered; or None.
    """

    mode: str = "week"
    day: date | None = None
    turned: date | None = None
    event: int = 0
    draft: Draft | None = None
    lasts: int = 60
    moving: Moving | None = None
    came: Agenda | None = None


Result: TypeAlias = tuple[State, tuple[Effect, ...]]


def grid_w(state: State, w: int) -> int:
    """The room for the days in a window of so many logical pixels."""
    return w - SIDE * (w >= WIDE) - CARD * (state.event > 0 or state.came is not None)


def today(ctx: Context) -> date:
    """The day on the clock."""
    return local(ctx.clock_ms, ctx.settings).date()


def event_in(ctx: Context, number: int) -> Event | None:
    """The event of a number."""
    return next((e for e in EVENTS.rows(ctx.vfs) if e.id == number), None)


def kept(ctx: Context, rows: Iterable[Event], *more: Effect) -> tuple[Effect, ...]:
    """The effects that keep events, and remind of them."""
    rows = tuple(rows)
    files = EVENTS.written(ctx.vfs, rows, ctx.clock_ms)
    return SetFiles(files), *reminders(rows, ctx.clock_ms, ctx.settings), *more


def moving(rows: tuple[Event, ...], state: State) -> tuple[Event, ...]:
    """The events as they are while one of them is dragged."""
    held = state.moving
    if held is None or not held.minutes:
        return rows
    return tuple([shifted(e, held.minutes, held.edge == "end") if e.id == held.event else e for e in rows])


def days_of(mode: str, day: date) -> tuple[date, ...]:
    """The days that are shown with one; of a month those of its weeks."""
    sunday = day - timedelta(days=(day.weekday() + 1) % 7)
    if mode == "month":
        first = day.replace(day=1)
        start = first - timedelta(days=(first.weekday() + 1) % 7)
        return tuple([start + timedelta(days=n) for n in range(42)])
    span = {"day": (day, 1), "work": (sunday + timedelta(days=1), 5)}.get(mode, (sunday, 7))
    return tuple([span[0] + timedelta(days=n) for n in range(span[1])])


# -- invitations ------------------------------------------------------------------------------------------------------

# Those that go out with an event, and those that come in a file.

_TYPES = (("iCalendar file", "ics"),)
_ME = address_of(ACCOUNT)


def guests_of(typed: str, vfs: Vfs) -> tuple[tuple[str, ...], str]:
    """The addresses of guests whose names or addresses were typed, and who of them is none that is known; or ""."""
    found, strange = addressed(typed, addresses(vfs))
    return tuple([address_of(who) for who in found]), strange


def invited(vfs: Vfs, event: Event, guests: tuple[str, ...], now: int) -> Vfs:
    """The files after an invitation was sent: a mail to the guests with the event in a file."""
    if not guests:
        return vfs
    asked = event.occasion._replace(guests=event.guests, organizer=_ME)
    body = (
        f"You are invited: {event.title}{f', {event.location}' if event.location else ''}.\n{event.description}".strip()
    )
    return _posted(vfs, ", ".join(guests), event.title, body, write_ics((asked,), now, "REQUEST"), now)


def _posted(vfs: Vfs, to: str, subject: str, body: str, ics: bytes, now: int) -> Vfs:
    files = (Attachment("invite.ics", ics),)
    return sent(vfs, composed(ACCOUNT, to, "", subject, body, files, "", now), now, returns=ACCOUNT)


def answer(state: State, ctx: Context, accepted: bool) -> Result:
    """The invitation that came is accepted or declined, which its sender is told."""
    came = state.came
    if came is None:
        return state, ()
    word, vfs = ("Accepted", "Declined")[not accepted], ctx.vfs
    for event in came.events:
        if event.organizer:
            reply = write_ics((event,), ctx.clock_ms, "REPLY", (_ME, word.upper()))
            vfs = _posted(vfs, event.organizer, f"{word}: {event.title}", f"{word}.", reply, ctx.clock_ms)
    ctx = ctx._replace(vfs=vfs)
    return take(state, ctx) if accepted else remove(state, ctx)


def take(state: State, ctx: Context) -> Result:
    """What came is kept: a new event, or a new state of one that is known by its identity."""
    came = state.came
    if came is None:
        return state, ()
    rows, last = EVENTS.rows(ctx.vfs), 0
    calendar = next((c.name for c in CALENDARS.rows(ctx.vfs)), "")
    for occasion in came.events:
        known = next((e for e in rows if occasion.uid and e.occasion.uid == occasion.uid), None)
        last = known.id if known is not None else next_id(rows)
        event = Event(last, *occasion, calendar=calendar)
        if known is not None:  # what its user has set stays
            told = known.reminder if event.reminder < 0 else event.reminder
            event = event._replace(calendar=known.calendar, reminder=told)
        rows = tuple([event if e.id == last else e for e in rows]) if known is not None else (*rows, event)
    day = event.first_day(zone_of(ctx.settings).offset) if came.events else state.day
    return state._replace(came=None, event=last, day=day, turned=None), kept(ctx, rows)


def remove(state: State, ctx: Context) -> Result:
    """What was called off, or declined, is not kept any longer."""
    gone = {e.uid for e in state.came.events if e.uid} if state.came is not None else set()
    rows = EVENTS.rows(ctx.vfs)
    left = tuple([e for e in rows if e.occasion.uid not in gone])
    return state._replace(came=None), kept(ctx, left) if left != rows else (SetFiles(ctx.vfs),)


def opened(state: State, ctx: Context, path: str | None) -> Result:
    """The events of a file, to be looked at first."""
    if not path:
        return state, ()
    try:
        came = read_ics(ctx.vfs.read(path), zone_of(ctx.settings).minutes)
    except (VfsError, OmnigymError):
        return state, (tell(TITLE, f"{base_name(path)}\nWe can't open this file. It isn't a valid calendar file."),)
    if not came.events:
        return state, (tell(TITLE, f"{base_name(path)}\nThere are no events in this file.", "info"),)
    return state._replace(came=came, event=0, draft=None), ()


def ask_import(state: State, _ctx: Context) -> Result:
    """Asks for a file to take events from."""
    return state, (OpenDialog("file_dialog", FileDialog(False, f"{HOME}/Documents", "", _TYPES), ("opened",)),)


def ask_export(state: State, _ctx: Context, name: str, number: int = 0) -> Result:
    """Asks for a file to write an event into, or all of them for 0."""
    dialog = FileDialog(True, f"{HOME}/Documents", f"{name}.ics", _TYPES)
    return state, (OpenDialog("file_dialog", dialog, ("exported", number)),)


def exported(state: State, ctx: Context, number: int, path: str | None) -> Result:
    """The file is written."""
    if path is None:
        return state, ()
    found: list[Occasion] = [e.occasion for e in EVENTS.rows(ctx.vfs) if number in (0, e.id)]
    try:
        return state, (SetFiles(ctx.vfs.write(path, write_ics(found, ctx.clock_ms), ctx.clock_ms)),)
    except VfsError as e:
        return state, (tell(TITLE, f"{native(path)}\n{e}"),)
