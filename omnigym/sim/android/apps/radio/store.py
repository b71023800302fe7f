"""What Radio keeps: stations and their programmes, what is on, favourites, recordings, and texts to the studios.

What is on air follows from the virtual clock: a programme is sent again and again, whether or not anybody listens.
"""

from __future__ import annotations

from typing import NamedTuple

from omnigym.sim.audio import Sounding
from omnigym.sim.kinds.reels import Cue, Done, is_reel, looped, shifted
from omnigym.sim.tables.store import Store, data_of
from omnigym.sim.vfs import Vfs

__all__ = [
    "FAVOURITES",
    "HISTORY",
    "RECORDINGS",
    "STATIONS",
    "TABLES",
    "TEXTS",
    "TUNER",
    "Favourite",
    "Recording",
    "Station",
    "Text",
    "Tuner",
    "air_cues",
    "air_sounds",
    "station_of",
    "tuner",
    "with_stations",
]

_LONGEST = 86_400


class Slot(NamedTuple):
    """A part of a programme, as it is announced."""

    at_ms: int
    title: str


class Station(NamedTuple):
    """A station.

    Attributes:
        id: Its number.
        name: What tells it.
        note: What it sends.
        seconds: How long its programme is, which begins anew whenever the clock has gone a multiple of it.
        cues: What is heard along the programme.
        slots: What is announced along it.
    """

    id: int
    name: str
    note: str = ""
    seconds: int = 60
    cues: tuple[Cue, ...] = ()
    slots: tuple[Slot, ...] = ()

    def place_ms(self, now_ms: int) -> int:
        """Where the programme is at a virtual moment."""
        return now_ms % (1000 * self.seconds)

    def slot(self, now_ms: int) -> str:
        """What is announced at a virtual moment, or ""."""
        begun = [slot for slot in self.slots if slot.at_ms <= self.place_ms(now_ms)]
        return max(begun).title if begun else ""


class Tuner(NamedTuple):
    """What is on.

    Attributes:
        id: Always 1.
        station: The name of the station, or "".
        playing: Whether it is heard.
        sleeps_ms: The virtual moment at which it falls silent; 0 for none, and
        sleep: the minutes that were set for that.
    """

    id: int = 1
    station: str = ""
    playing: bool = False
    sleeps_ms: int = 0
    sleep: int = 0


class Favourite(NamedTuple):
    """A station that somebody likes."""

    id: int
    station: str


class Recording(NamedTuple):
    """A part of a programme that was recorded.

    Attributes:
        id: Its number.
        station: Whose.
        begun_ms: The virtual moment at which it begins.
        place_ms: Where the programme was then.
        ms: How long it is; 0 while it goes on.
    """

    id: int
    station: str
    begun_ms: int
    place_ms: int
    ms: int = 0


class Text(NamedTuple):
    """What somebody has written to a studio."""

    id: int
    station: str
    text: str


_STORE = Store("radio", "C:/data/data/org.omnigym.radio", data_of(__file__, "radio.json"))
STATIONS = _STORE.table("stations", Station, valid=lambda s: 1 <= s.seconds <= _LONGEST and is_reel(s.cues))
TUNER = _STORE.table("tuner", Tuner)
FAVOURITES = _STORE.table("favourites", Favourite)
HISTORY = _STORE.table("history", Done)
RECORDINGS = _STORE.table("recordings", Recording)
TEXTS = _STORE.table("texts", Text)
TABLES = _STORE.tables


def with_stations(vfs: Vfs, now: int) -> Vfs:
    """The files with the stations that can be received."""
    return _STORE.initial(vfs, now)


def station_of(vfs: Vfs, name: str) -> Station | None:
    """The station of a name, or None."""
    return next((s for s in STATIONS.rows(vfs) if s.name == name), None)


def tuner(vfs: Vfs) -> Tuner:
    """What is on."""
    return next(iter(TUNER.rows(vfs)), Tuner())


def air_sounds(station: Station, now_ms: int) -> tuple[Sounding, ...]:
    """What is heard of a station from a virtual moment on."""
    return looped(station.cues, now_ms, station.place_ms(now_ms), 1000 * station.seconds)


def air_cues(vfs: Vfs, begun_ms: int, ended_ms: int) -> tuple[Cue, ...]:
    """What the station that is on lets sound between two virtual moments, counted from the first one."""
    on = tuner(vfs)
    station = station_of(vfs, on.station) if on.playing else None
    if station is None:
        return ()
    length, place = 1000 * station.seconds, station.place_ms(begun_ms)
    turns = range((place + ended_ms - begun_ms) // length + 1)
    long = [cue._replace(at_ms=cue.at_ms + n * length) for n in turns for cue in station.cues]
    return shifted(long, place, ended_ms - begun_ms)
