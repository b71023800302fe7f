"""What comes up by itself on the phone: calls that come in, alarms, reminders of events.

A `Watch` looks at each full minute, and at each moment between at which something is to happen, what has become due.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from omnigym.sim.android.apps.calendar.state import EVENTS, SPOKEN, reminded, spoken_reminders
from omnigym.sim.android.apps.clock.store import begun, next_change, ring_sounds, ringing, silenced, with_rings
from omnigym.sim.android.dates import hour_text, local
from omnigym.sim.android.people import CONTACTS, LINES, Call, Line, called, name_of
from omnigym.sim.app import Context
from omnigym.sim.audio import Sounding
from omnigym.sim.desktop import Desktop
from omnigym.sim.input.messages import carry_out
from omnigym.sim.input.virtual_time import schedule
from omnigym.sim.input.windows import launch
from omnigym.sim.system import Later, Notify, Watch
from omnigym.sim.vfs import Vfs, VfsError

__all__ = ["FIRST", "sounds", "watch"]

#: Virtual milliseconds between two looks at most, and for which a call rings.
_MINUTE, _RINGS = 60_000, 25_000


#: The first look: the world of a task is made before it.
FIRST = Later(1000, Watch())


def watch(desk: Desktop, _window: str, effect: Watch) -> None:
    """Let happen what is due, and look again when something else is."""
    now = desk.regs.clock_ms
    with suppress(VfsError):  # the disk is full, or something else lies at the path: it cannot be kept
        _ring(desk, effect.since_ms or now, now)
        _call(desk, now)
        _remind(desk, effect.since_ms or now, now)
    moments = [now - now % _MINUTE + _MINUTE, *_changes(desk.regs.vfs)]
    schedule(desk, "", Later(min([at for at in moments if at > now]) - now, Watch(now)))


def _changes(vfs: Vfs) -> Iterator[int]:
    """Moments between two minutes at which something changes by itself."""
    yield from next_change(vfs)
    for line in LINES.rows(vfs):
        yield line.began_ms + _RINGS if line.rings else line.rings_ms


def _ring(desk: Desktop, since_ms: int, now: int) -> None:
    regs = desk.regs
    if ringing(regs.vfs) is not None and min(next_change(regs.vfs)) <= now:
        _put(desk, silenced(regs.vfs, now, "missed"))
    new = begun(regs.vfs, since_ms, now, regs.settings)
    if new:
        _put(desk, with_rings(regs.vfs, new, now))
        launch(desk, "clock", "rings")


def _call(desk: Desktop, now: int) -> None:
    for line in LINES.rows(desk.regs.vfs):
        if line.rings and line.began_ms + _RINGS <= now:
            _miss(desk, line, now)
        elif 0 < line.rings_ms <= now and not line.began_ms:
            _put(desk, _with(desk.regs.vfs, line._replace(began_ms=now), now))
            launch(desk, "phone", f"line:{line.id}")


def _miss(desk: Desktop, line: Line, now: int) -> None:
    files = _with(desk.regs.vfs, line._replace(did="missed", did_ms=now), now)
    _put(desk, called(files, Call(0, line.number, "missed", line.began_ms), now))
    carry_out(desk, "", (Notify("phone", "Missed call", name_of(line.number, CONTACTS.rows(files))),))


def _with(vfs: Vfs, line: Line, now: int) -> Vfs:
    return LINES.written(vfs, tuple([line if other.id == line.id else other for other in LINES.rows(vfs)]), now)


def _remind(desk: Desktop, since_ms: int, now: int) -> None:
    regs = desk.regs
    for event in EVENTS.rows(regs.vfs):
        due = event.start_ms - 60_000 * event.reminder
        if event.reminder >= 0 and since_ms < due <= now:
            begins = local(event.start_ms, regs.settings)
            when = "All day" if event.all_day else hour_text(begins.hour, begins.minute, regs.settings)
            if any(note.event == event.title for note in SPOKEN.rows(regs.vfs)):
                _put(desk, reminded(regs.vfs, event.title, now))
            carry_out(desk, "", (Notify("calendar", event.title, when),))


def _put(desk: Desktop, vfs: Vfs) -> None:
    desk.regs.vfs = vfs
    desk.touch()


def sounds(ctx: Context) -> tuple[Sounding, ...]:
    """What is heard of alarms, timers and reminders, whatever apps are open."""
    return (*ring_sounds(ctx), *spoken_reminders(ctx))
