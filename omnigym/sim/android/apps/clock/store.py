"""What the Clock keeps: alarms, cities and timers, each in a table of its own."""

from __future__ import annotations

import re
from typing import NamedTuple

from omnigym.sim.android.moments import DAYS, local
from omnigym.sim.app import Context
from omnigym.sim.sounding import Sounding
from omnigym.sim.tables.table import Table
from omnigym.sim.vfs import Vfs

_FOLDER = "C:/data/data/com.google.android.deskclock"


#: A time of the day.
_TIME = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")


class Alarm(NamedTuple):
    """An alarm at a ``time`` "HH:MM", on some ``days`` ("Mon"...), or once where there are none."""

    id: int
    time: str
    days: tuple[str, ...] = ()
    label: str = ""
    enabled: bool = True


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

# -- what is heard of alarms -------------------------------------------------------------------------------------------

#: How long an alarm rings, and a day, virtual milliseconds.
_RINGS, _DAY = 60_000, 86_400_000


def alarm_sounds(ctx: Context) -> tuple[Sounding, ...]:
    """The alarms that ring now, and those that are next: they ring whether or not the app is open."""
    now = local(ctx.clock_ms, ctx.settings)
    midnight = ctx.clock_ms - ctx.clock_ms % 1000 - 1000 * (3600 * now.hour + 60 * now.minute + now.second)
    found = []
    for alarm in ALARMS.rows(ctx.vfs):
        hour, _, minute = alarm.time.partition(":")
        at = midnight + 60_000 * (60 * int(hour) + int(minute))
        at += _DAY if at + _RINGS <= ctx.clock_ms else 0
        day = DAYS[local(at, ctx.settings).weekday()]
        if alarm.enabled and (not alarm.days or day in alarm.days):
            found.append(Sounding("alarm", at, stream="alarm", loops=True, until_ms=at + _RINGS))
    return tuple(found)


# -- the alarms and cities that the clock has when an episode starts --------------------------------------------------

_ALARMS = (
    Alarm(1, "07:00", ("Mon", "Tue", "Wed", "Thu", "Fri"), "Work"),
    Alarm(2, "09:30", ("Sat", "Sun"), "", False),
)
_CITIES = (City(1, "London", "Europe/London"), City(2, "New York", "America/New_York"))


def with_alarms(vfs: Vfs, now: int) -> Vfs:
    """The files with the alarms and cities of a user, as of the virtual moment ``now``."""
    return CITIES.written(ALARMS.written(vfs, _ALARMS, now), _CITIES, now)
