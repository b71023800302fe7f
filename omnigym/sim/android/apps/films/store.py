"""What Films keeps: the films, what is played, and what somebody has saved, liked and shared."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.sim.app import Context
from omnigym.sim.audio import Sounding
from omnigym.sim.kinds.player import Player, Transport, is_playable
from omnigym.sim.kinds.reels import FRAME_MS, Cue, Done, Move, heard, is_reel, shifted
from omnigym.sim.tables.store import Store, data_of
from omnigym.sim.vfs import Vfs

__all__ = [
    "FILMS",
    "HISTORY",
    "LIKES",
    "MOMENTS",
    "SHARES",
    "TABLES",
    "TRANSPORT",
    "WISHES",
    "Film",
    "Like",
    "Moment",
    "Share",
    "Wishes",
    "film_of",
    "played_cues",
    "sounds",
    "wishes",
    "with_films",
]

#: The longest film, seconds.
_LONGEST = 14_400


class Chapter(NamedTuple):
    """A part of a film, from a place on."""

    at_ms: int
    title: str


class Caption(NamedTuple):
    """What is said, as it is shown from a place on for a while."""

    at_ms: int
    text: str
    ms: int = 3000


class Film(NamedTuple):
    """A film.

    Attributes:
        id: Its number.
        title: What tells it.
        note: What kind of film it is.
        seconds: How long it is.
        scenes: What is seen in it, one after another, each for the same time.
        cues: What is heard.
        moves: What is seen in front of the scenes.
        chapters, captions: Its parts, and what is said in it.
    """

    id: int
    title: str
    note: str = ""
    seconds: int = 60
    scenes: tuple[str, ...] = ("room",)
    cues: tuple[Cue, ...] = ()
    moves: tuple[Move, ...] = ()
    chapters: tuple[Chapter, ...] = ()
    captions: tuple[Caption, ...] = ()

    def scene_at(self, place_ms: int) -> str:
        """The scene at a place."""
        at = place_ms * len(self.scenes) // (1000 * self.seconds)
        return self.scenes[min(max(at, 0), len(self.scenes) - 1)]

    def caption_at(self, place_ms: int) -> str:
        """What the captions show at a place, or ""."""
        return next((c.text for c in self.captions if 0 <= place_ms - c.at_ms < c.ms), "")


class Moment(NamedTuple):
    """A moment of a film that somebody has saved."""

    id: int
    film: str
    at_ms: int


class Like(NamedTuple):
    """A film that somebody likes."""

    id: int
    film: str


class Share(NamedTuple):
    """A film that was shared with somebody."""

    id: int
    film: str
    to: str


class Wishes(NamedTuple):
    """How films are played: with captions or without them, and how loud, from 0 to 100."""

    id: int = 1
    captions: bool = False
    volume: int = 100


def _is_film(film: Film) -> bool:
    return 1 <= film.seconds <= _LONGEST and bool(film.scenes) and is_reel(film.cues, film.moves)


_STORE = Store("films", "C:/data/data/org.omnigym.films", data_of(__file__, "films.json"))
FILMS = _STORE.table("films", Film, valid=_is_film)
PLAYER = _STORE.table("player", Player, valid=is_playable)
MOMENTS = _STORE.table("moments", Moment)
LIKES = _STORE.table("likes", Like)
SHARES = _STORE.table("shares", Share)
HISTORY = _STORE.table("history", Done)
WISHES = _STORE.table("wishes", Wishes, valid=lambda w: 0 <= w.volume <= 100)

TABLES = _STORE.tables


def with_films(vfs: Vfs, now: int) -> Vfs:
    """The files with the films of a user."""
    return _STORE.initial(vfs, now)


def film_of(vfs: Vfs, title: str) -> Film | None:
    """The film of a title, or None."""
    return next((f for f in FILMS.rows(vfs) if f.title == title), None)


def wishes(vfs: Vfs) -> Wishes:
    """How films are played."""
    return next(iter(WISHES.rows(vfs)), Wishes())


def _seconds(vfs: Vfs, title: str) -> int | None:
    film = film_of(vfs, title)
    return None if film is None else film.seconds


TRANSPORT = Transport(PLAYER, _seconds, lambda _vfs, _title: None, FRAME_MS)


def sounds(_state: object, ctx: Context) -> tuple[Sounding, ...]:
    """What is heard of the film that plays."""
    player = TRANSPORT.player(ctx.vfs)
    film = film_of(ctx.vfs, player.path) if player.playing else None
    if film is None:
        return ()
    place = min(max(player.position_ms, 0), 1000 * film.seconds)
    ends = player.since_ms + round((1000 * film.seconds - place) / player.speed)
    loud = wishes(ctx.vfs).volume
    return heard(film.cues, player.since_ms, place, speed=player.speed, volume=loud, until_ms=ends)


def played_cues(vfs: Vfs, begun_ms: int, ended_ms: int) -> tuple[Cue, ...]:
    """What the film that plays lets sound between two virtual moments, counted from the first one."""
    player = TRANSPORT.player(vfs)
    film = film_of(vfs, player.path) if player.playing and player.speed == 1 else None
    if film is None:
        return ()
    return shifted(film.cues, begun_ms - player.since_ms + player.position_ms, ended_ms - begun_ms)
