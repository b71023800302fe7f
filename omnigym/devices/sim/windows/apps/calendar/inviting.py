"""Invitations: those that go out with an event, and those that come in a file."""

from __future__ import annotations

from omnigym.devices.sim.app import Context, OpenDialog, SetFiles
from omnigym.devices.sim.common.mailbox import ACCOUNT
from omnigym.devices.sim.common.writing import addressed, composed, sent
from omnigym.devices.sim.kinds.calendar.events import Event
from omnigym.devices.sim.tables.table import next_id
from omnigym.devices.sim.vfs import HOME, Vfs, VfsError, base_name, native
from omnigym.devices.sim.windows.apps.calendar.state import TITLE, Result, State, kept
from omnigym.devices.sim.windows.apps.dialogs.file_dialog import FileDialog
from omnigym.devices.sim.windows.apps.dialogs.message_box import tell
from omnigym.devices.sim.windows.clock import zone_of
from omnigym.devices.sim.windows.contacts import addresses
from omnigym.devices.sim.windows.events import CALENDARS, EVENTS
from omnigym.documents.ical import Occasion, read_ics, write_ics
from omnigym.documents.mail import Attachment, address_of
from omnigym.errors import OmnigymError

__all__ = ["answer", "ask_export", "ask_import", "exported", "guests_of", "invited", "opened", "remove", "take"]

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
