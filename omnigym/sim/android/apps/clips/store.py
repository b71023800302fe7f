"""What Clips keeps: the clips of the feed, and what somebody has liked, saved, followed, written and shared."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.sim.kinds.reels import Cue, Done, Move, is_reel
from omnigym.sim.tables.store import Store, data_of
from omnigym.sim.vfs import Vfs

_LONGEST = 600


class Clip(NamedTuple):
    """A short film that is played again and again.

    Attributes:
        id: Its number.
        place: Its place in the feed; smaller ones come first.
        author: Who made it.
        words: What stands below it.
        seconds: How long it is.
        scene: What is seen in it.
        cues: What is heard.
        moves: What is seen in front of the scene.
    """

    id: int
    place: int
    author: str
    words: str = ""
    seconds: int = 10
    scene: str = "room"
    cues: tuple[Cue, ...] = ()
    moves: tuple[Move, ...] = ()


class Mark(NamedTuple):
    """A clip that somebody likes, or has saved: its number, who made it, and the place in it where that was done."""

    id: int
    clip: int
    author: str
    at_ms: int = 0


class Follow(NamedTuple):
    """An author whom somebody follows."""

    id: int
    author: str


class Comment(NamedTuple):
    """What somebody has written below a clip."""

    id: int
    clip: int
    author: str
    text: str


class Share(NamedTuple):
    """A clip that was shared with somebody."""

    id: int
    clip: int
    author: str
    to: str


def _is_clip(clip: Clip) -> bool:
    return 1 <= clip.seconds <= _LONGEST and is_reel(clip.cues, clip.moves)


_STORE = Store("clips", "C:/data/data/org.omnigym.clips", data_of(__file__, "clips.json"))
CLIPS = _STORE.table("clips", Clip, valid=_is_clip)
#: The tables of likes and of what is saved, by name.
MARKS = {"likes": _STORE.table("likes", Mark), "saved": _STORE.table("saved", Mark)}
HISTORY = _STORE.table("history", Done)
FOLLOWS = _STORE.table("follows", Follow)
COMMENTS = _STORE.table("comments", Comment)
SHARES = _STORE.table("shares", Share)
TABLES = _STORE.tables


def with_clips(vfs: Vfs, now: int) -> Vfs:
    """The files with the clips of the feed."""
    return _STORE.initial(vfs, now)


def feed(vfs: Vfs) -> tuple[Clip, ...]:
    """The clips in the order of the feed, those of one place by their authors."""
    return tuple(sorted(CLIPS.rows(vfs), key=lambda clip: (clip.place, clip.author.casefold(), clip.id)))
