"""What the Clock keeps: alarms, cities and timers, each in a table of its own."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.devices.sim.android.store import Table

__all__ = ["ALARMS", "CITIES", "TIMERS", "Alarm", "City", "Timer"]

_FOLDER = "C:/data/data/com.google.android.deskclock"


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


ALARMS: Table[Alarm] = Table(f"{_FOLDER}/alarms.json", Alarm)
CITIES: Table[City] = Table(f"{_FOLDER}/cities.json", City)
TIMERS: Table[Timer] = Table(f"{_FOLDER}/timers.json", Timer)
