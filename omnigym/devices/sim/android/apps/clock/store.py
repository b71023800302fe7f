"""What the Clock keeps: alarms, cities and timers, each in a table of its own."""

from __future__ import annotations

import re
from typing import NamedTuple

from omnigym.devices.sim.android.moments import DAYS
from omnigym.devices.sim.tables.table import Table

__all__ = ["ALARMS", "CITIES", "TIMERS", "Alarm", "City", "Timer"]

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
