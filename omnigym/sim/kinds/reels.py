"""Reels: what is heard and seen of something recorded, at a place in it. Films, short clips, radio and memos are such.

A recording has *cues*, the sounds along it, and *moves*, what is seen for a moment. Both are records of a table, so
that the setup of a task can say them. A frame shows nothing of the cues.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from omnigym.sim.audio import Sounding
from omnigym.sim.tables.table import Table, next_id
from omnigym.sim.vfs import Vfs
from omnigym.sim.widgets.film import FrameData

__all__ = ["FRAME_MS", "Cue", "Done", "Move", "done", "frame", "heard", "is_reel", "looped", "shifted"]

#: How often the picture of what plays changes, virtual milliseconds.
FRAME_MS = 500
#: No sound that is heard once is longer, milliseconds.
_TAIL_MS = 15_000
#: So many cues and moves a recording has at most.
_LONGEST = 256
#: So many cues are heard at once at most, before a place and after it.
_MOST = 12


class Cue(NamedTuple):
    """A sound along a recording.

    Attributes:
        at_ms: Where it begins.
        sound: The source, as of `omnigym.sim.audio.Sounding`.
        ms: For how long it is repeated; 0 for once.
        volume: From 0 to 100.
        from_ms: Where in the sound it begins.
    """

    at_ms: int
    sound: str
    ms: int = 0
    volume: int = 100
    from_ms: int = 0


class Move(NamedTuple):
    """What is seen in front of the scene for a while: one of `omnigym.sim.widgets.film.MOVES`."""

    at_ms: int
    what: str
    ms: int = 1000


class Done(NamedTuple):
    """What somebody did at a place of a recording: a pause, a like, whether or not it was taken back.

    Attributes:
        id: Its number.
        what: Such as "pause".
        of: What tells the recording.
        at_ms: The place.
    """

    id: int
    what: str
    of: str
    at_ms: int


def done(table: Table[Done], vfs: Vfs, what: str, of: str, at_ms: int, now_ms: int) -> Vfs:
    """The files with one thing more that was done."""
    rows = table.rows(vfs)
    return table.written(vfs, (*rows, Done(next_id(rows), what, of, at_ms)), now_ms)


def is_reel(cues: tuple[Cue, ...], moves: tuple[Move, ...] = ()) -> bool:
    """Whether a recording of a file can be played: its cues and moves are few enough, and the moves take time."""
    return len(cues) <= _LONGEST and len(moves) <= _LONGEST and all(move.ms > 0 for move in moves)


def heard(
    cues: Iterable[Cue], now_ms: int, place_ms: int, *, speed: float = 1.0, volume: int = 100, until_ms: int = 0
) -> tuple[Sounding, ...]:
    """What sounds from a moment on, while a recording plays.

    Args:
        cues: Its sounds.
        now_ms: The virtual moment, in milliseconds since 1970, at which it is
        place_ms: at this place.
        speed: Milliseconds of it in a millisecond, above 0.
        volume: Of the player, from 0 to 100.
        until_ms: The virtual moment at which it stops in any case; 0 for none.
    """
    ordered = sorted(cues)
    begun = [cue for cue in ordered if cue.at_ms <= place_ms and not 0 < cue.ms <= place_ms - cue.at_ms][-_MOST:]
    coming = [cue for cue in ordered if cue.at_ms > place_ms][:_MOST]
    found = []
    for cue in (*begun, *coming):
        since = now_ms + round((cue.at_ms - place_ms) / speed)
        ends = since + round(cue.ms / speed) if cue.ms else 0
        until = min([moment for moment in (ends, until_ms) if moment], default=0)
        loud = min(max(volume, 0), 100) * min(max(cue.volume, 0), 100) // 100
        loops = cue.ms > 0
        found.append(Sounding(cue.sound, since, max(cue.from_ms, 0), speed, volume=loud, loops=loops, until_ms=until))
    return tuple(found)


def looped(cues: Iterable[Cue], now_ms: int, place_ms: int, length_ms: int) -> tuple[Sounding, ...]:
    """What sounds from a moment on, while a recording is played again and again: this time round, and the next.

    Args:
        cues, now_ms, place_ms: As of `heard`.
        length_ms: How long the recording is.
    """
    cues, ends = tuple(cues), now_ms - place_ms + length_ms
    return (
        *heard(cues, now_ms, place_ms, until_ms=ends),
        *heard(cues, ends, 0, until_ms=ends + length_ms),
    )


def frame(scene: str, place_ms: int, moves: Iterable[Move] = ()) -> FrameData:
    """What is seen at a place of a recording, virtual milliseconds from its beginning."""
    seen = [
        (move.what, (place_ms - move.at_ms) * 1000 // move.ms) for move in moves if 0 <= place_ms - move.at_ms < move.ms
    ]
    return FrameData(scene, place_ms, tuple(seen))


def shifted(cues: Iterable[Cue], begin_ms: int, ms: int) -> tuple[Cue, ...]:
    """The cues that sound within so many milliseconds from a place on, counted from there."""
    return tuple(
        [
            cue._replace(
                at_ms=max(cue.at_ms - begin_ms, 0),
                ms=_left(cue, begin_ms, ms),
                from_ms=cue.from_ms + max(begin_ms - cue.at_ms, 0),
            )
            for cue in cues
            if begin_ms <= cue.at_ms < begin_ms + ms or 0 <= begin_ms - cue.at_ms < (cue.ms or _TAIL_MS)
        ]
    )


def _left(cue: Cue, begin_ms: int, ms: int) -> int:
    """For how long a cue that is repeated is heard of a stretch."""
    return min(cue.at_ms + cue.ms, begin_ms + ms) - max(cue.at_ms, begin_ms) if cue.ms else 0
