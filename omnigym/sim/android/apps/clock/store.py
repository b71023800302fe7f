"""What the Clock keeps: alarms, cities and timers, each in a table of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from omnigym.sim.android.dates import DAYS, local
from omnigym.sim.android.speech import spoken
from omnigym.sim.app import Context
from omnigym.sim.audio import Sounding
from omnigym.sim.tables.table import Table, next_id
from omnigym.sim.vfs import Vfs

_FOLDER = "C:/data/data/com.google.android.deskclock"


#: A time of the day.
_TIME = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")


class Alarm(NamedTuple):
    """An alarm at a ``time`` "HH:MM", on some ``days`` ("Mon"...), or once where there are none.

    Its ``sound`` is one of `SOUNDS`, or what is said: see `omnigym.sim.android.speech`.
    """

    id: int
    time: str
    days: tuple[str, ...] = ()
    label: str = ""
    enabled: bool = True
    sound: str = "alarm"


class City(NamedTuple):
    """A city of the world clock, by its time zone."""

    id: int
    name: str
    zone: str


class Timer(NamedTuple):
    """A timer of so many ``seconds``; it ends at ``ends_ms``, or stands still with ``left`` seconds where that is 0."""

    id: int
    seconds: int
    ends_ms: int
    left: int = 0


class Ring(NamedTuple):
    """Something that has begun to ring.

    Attributes:
        id: Which.
        what: "alarm" or "timer".
        of: Its id.
        name: What it is called.
        sound: As of `Alarm`.
        began_ms: When it began, virtual milliseconds since 1970.
        did: What became of it: "dismissed", "snoozed", "missed", or "" while it rings.
        did_ms: When.
        again_ms: When one that was snoozed rings again; 0 where it has, or never does.
    """

    id: int
    what: str
    of: int
    name: str
    sound: str
    began_ms: int
    did: str = ""
    did_ms: int = 0
    again_ms: int = 0


def _rings(alarm: Alarm) -> bool:
    return _TIME.fullmatch(alarm.time) is not None


ALARMS: Table[Alarm] = Table(
    "content://clock/alarms",
    f"{_FOLDER}/alarms.json",
    Alarm,
    valid=_rings,
    columns={"days": lambda a: " ".join([day for day in DAYS if day in a.days])},
)
CITIES: Table[City] = Table("content://clock/cities", f"{_FOLDER}/cities.json", City)
TIMERS: Table[Timer] = Table(
    "content://clock/timers",
    f"{_FOLDER}/timers.json",
    Timer,
    columns={"running": lambda t: t.ends_ms > 0},
)

RINGS: Table[Ring] = Table(
    "content://clock/rings",
    f"{_FOLDER}/rings.json",
    Ring,
    columns={"waited": lambda r: max(0, r.did_ms - r.began_ms) // 1000},
)

# -- alarms and timers that ring --------------------------------------------------------------------------------------

#: The sounds that an alarm may have, and what a person calls them.
SOUNDS = {
    "alarm": "Classic",
    "alarm/morning": "Morning",
    "alarm/beeps": "Beeps",
    "alarm/buzzer": "Buzzer",
    "ring/bells": "Bells",
    "ring/marimba": "Marimba",
}
#: How long something rings and is snoozed, and a day, virtual milliseconds.
_RINGS, SNOOZES, _DAY = 60_000, 600_000, 86_400_000


def ringing(vfs: Vfs) -> Ring | None:
    """What rings now; the last of several."""
    return next((r for r in reversed(RINGS.rows(vfs)) if not r.did), None)


def ring_sounds(ctx: Context) -> tuple[Sounding, ...]:
    """What is heard of alarms and timers, whether or not the app is open."""
    ring = ringing(ctx.vfs)
    if ring is None:
        return ()
    end = ring.began_ms + _RINGS
    if ring.sound in SOUNDS:
        return (Sounding(ring.sound, ring.began_ms, stream="alarm", loops=True, until_ms=end),)
    return spoken(ring.sound, ring.began_ms, "alarm", until_ms=end)


def _moment(alarm: Alarm, since_ms: int, settings: Mapping[str, str]) -> int:
    """The first moment after another at which an alarm is set, whatever the day."""
    begun = local(since_ms, settings)
    midnight = since_ms - since_ms % 1000 - 1000 * (3600 * begun.hour + 60 * begun.minute + begun.second)
    hour, _, minute = alarm.time.partition(":")
    at = midnight + 60_000 * (60 * int(hour) + int(minute))
    return at if at > since_ms else at + _DAY


def begun(vfs: Vfs, since_ms: int, now: int, settings: Mapping[str, str]) -> tuple[Ring, ...]:
    """What begins to ring after a moment, until now: alarms that are on, and what was snoozed."""
    found = []
    for alarm in ALARMS.rows(vfs):
        at = _moment(alarm, since_ms, settings)
        if alarm.enabled and at <= now and (not alarm.days or DAYS[local(at, settings).weekday()] in alarm.days):
            found.append(Ring(0, "alarm", alarm.id, alarm.label, alarm.sound, now))
    again = [r._replace(id=0, began_ms=now, did="", did_ms=0, again_ms=0) for r in RINGS.rows(vfs) if _is_due(r, now)]
    return (*again, *found)


def _is_due(ring: Ring, now: int) -> bool:
    return 0 < ring.again_ms <= now


def with_rings(vfs: Vfs, new: Iterable[Ring], now: int) -> Vfs:
    """The files when something begins to ring: what rings still is put by."""
    rows, added = RINGS.rows(vfs), tuple(new)
    if added:
        rows = tuple([_silent(r, now, "missed") if not r.did else r for r in rows])
        rows = tuple([r._replace(again_ms=0) if _is_due(r, now) else r for r in rows])
    for ring in added:
        rows = (*rows, ring._replace(id=next_id(rows)))
    return RINGS.written(vfs, rows, now) if added else vfs


def _silent(ring: Ring, now: int, did: str) -> Ring:
    return ring._replace(did=did, did_ms=now, again_ms=now + SNOOZES if did == "snoozed" else 0)


def silenced(vfs: Vfs, now: int, did: str) -> Vfs:
    """The files when what rings was "dismissed", "snoozed", or "missed"; an alarm that rings once is off then."""
    ring = ringing(vfs)
    if ring is None:
        return vfs
    vfs = RINGS.written(vfs, tuple([_silent(r, now, did) if r.id == ring.id else r for r in RINGS.rows(vfs)]), now)
    once = ring.what == "alarm" and did != "snoozed"
    alarms = tuple([_off(a) if once and a.id == ring.of and not a.days else a for a in ALARMS.rows(vfs)])
    return ALARMS.written(vfs, alarms, now) if alarms != ALARMS.rows(vfs) else vfs


def _off(alarm: Alarm) -> Alarm:
    return alarm._replace(enabled=False)


def next_change(vfs: Vfs) -> tuple[int, ...]:
    """The moments at which something falls silent, or rings again."""
    ring = ringing(vfs)
    ends = (ring.began_ms + _RINGS,) if ring is not None else ()
    return (*ends, *[r.again_ms for r in RINGS.rows(vfs) if r.again_ms])


# -- the alarms and cities that the clock has when an episode starts --------------------------------------------------

_ALARMS = (
    Alarm(1, "07:00", ("Mon", "Tue", "Wed", "Thu", "Fri"), "Work"),
    Alarm(2, "09:30", ("Sat", "Sun"), "", False),
)
_CITIES = (City(1, "London", "Europe/London"), City(2, "New York", "America/New_York"))


def with_alarms(vfs: Vfs, now: int) -> Vfs:
    """The files with the alarms and cities of a user, as of the virtual moment ``now``."""
    return CITIES.written(ALARMS.written(vfs, _ALARMS, now), _CITIES, now)
