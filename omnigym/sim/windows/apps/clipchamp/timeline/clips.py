"""Clips on the tracks of a film, and what is done to them: pure functions from clips to clips.

All times are milliseconds of the film, and multiples of `GRID`. No two clips of a track are at the same time.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from omnigym.pictures import TITLES
from omnigym.sim.tables.table import next_id

GRID = 500
#: How long a film may be.
LONGEST = 600_000
#: What each track takes, from the top.
TRACKS = {"title": ("title",), "picture": ("video", "image"), "sound": ("sound",)}
_OF = {kind: track for track, kinds in TRACKS.items() for kind in kinds}


class Clip(NamedTuple):
    """A part of a film.

    Attributes:
        id: Its number, as long as it is there.
        kind: "video", "image", "sound" or "title".
        source: The path of the file that it shows or plays; of a title its text.
        at: When it begins,
        length: how long it is.
        skip: What of its source comes before it.
        whole: How long the source is; 0 for what is as long as one likes.
        fade_in, fade_out: How long it comes out of the dark, and goes into it.
        style: Of a title, one of `omnigym.pictures.TITLES`.
        mute: Whether what it sounds like is left out.
    """

    id: int
    kind: str
    source: str
    at: int
    length: int
    skip: int = 0
    whole: int = 0
    fade_in: int = 0
    fade_out: int = 0
    style: str = "plain"
    mute: bool = False

    @property
    def track(self) -> str:
        """The track that it is on."""
        return _OF[self.kind]

    @property
    def end(self) -> int:
        """When it is over."""
        return self.at + self.length


Clips: TypeAlias = tuple[Clip, ...]


def is_film(clips: Clips) -> bool:
    """Whether clips from a file make sense: all as this module would have made them."""
    sound = all(
        clip.kind in _OF
        and clip.at >= 0
        and clip.length >= GRID
        and clip.end <= LONGEST
        and clip.skip >= 0
        and (not clip.whole or clip.skip + clip.length <= clip.whole)
        and 0 <= clip.fade_in <= clip.length
        and 0 <= clip.fade_out <= clip.length
        and clip.style in TITLES
        for clip in clips
    )
    if not sound or len({clip.id for clip in clips}) < len(clips):
        return False
    return all(a.end <= b.at for track in TRACKS for a, b in pairwise(on_track(clips, track)))


def on_track(clips: Iterable[Clip], track: str) -> Clips:
    """The clips of a track, in their order."""
    return tuple(sorted([clip for clip in clips if clip.track == track], key=lambda clip: clip.at))


def end_of(clips: Iterable[Clip]) -> int:
    """How long the film is."""
    return max([clip.end for clip in clips], default=0)


def clip_in(clips: Clips, number: int) -> Clip | None:
    """The clip of a number."""
    return next((clip for clip in clips if clip.id == number), None)


def at_time(clips: Clips, track: str, at: int) -> Clip | None:
    """The clip of a track at a time."""
    return next((clip for clip in clips if clip.track == track and clip.at <= at < clip.end), None)


def changed(clips: Clips, clip: Clip) -> Clips:
    """With a clip in the place of the one of its number."""
    return tuple([clip if other.id == clip.id else other for other in clips])


def without(clips: Clips, number: int) -> Clips:
    """Without a clip; the others stay where they are."""
    return tuple([clip for clip in clips if clip.id != number])


def gaps(clips: Clips, track: str) -> tuple[tuple[int, int], ...]:
    """Where nothing is before or between the clips of a track: beginnings and ends."""
    line = on_track(clips, track)
    begins = (0, *[clip.end for clip in line])
    return tuple([(begin, clip.at) for begin, clip in zip(begins, line, strict=False) if begin < clip.at])


def closed(clips: Clips, track: str, at: int) -> Clips:
    """With the gap of a track that begins there closed: what comes behind it moves up."""
    gap = next((gap for gap in gaps(clips, track) if gap[0] == at), None)
    if gap is None:
        return clips
    begin, end = gap
    return tuple([c._replace(at=c.at - (end - begin)) if c.track == track and c.at >= end else c for c in clips])


def _free(others: Clips, length: int, wanted: int) -> int | None:
    """The time nearest to one from which so much room is free; None where there is none."""
    begins = [wanted, *[clip.end for clip in others], *[clip.at - length for clip in others], 0]
    fits = [
        b for b in begins if 0 <= b <= LONGEST - length and not any(b < o.end and o.at < b + length for o in others)
    ]
    return min(fits, key=lambda b: (abs(b - wanted), b), default=None)


def placed(clips: Clips, number: int, at: int) -> Clips:
    """With a clip moved to a time, or as near to it as there is room."""
    clip = clip_in(clips, number)
    if clip is None:
        return clips
    others = on_track(without(clips, number), clip.track)
    to = _free(others, clip.length, _even(at))
    return clips if to is None else changed(clips, clip._replace(at=to))


def added(clips: Clips, clip: Clip, at: int | None = None) -> tuple[Clips, int]:
    """With a clip more, and its number: behind all others of its track, or near to a time; 0 where there is no room."""
    line = on_track(clips, clip.track)
    to = end_of(line) if at is None else _free(line, clip.length, _even(at))
    if to is None or to + clip.length > LONGEST:
        return clips, 0
    new = clip._replace(id=next_id(clips), at=to)
    return (*clips, new), new.id


def split(clips: Clips, number: int, at: int) -> tuple[Clips, int]:
    """With a clip as two, the second from that time on, and the number of that one; 0 where it is not within it."""
    clip = clip_in(clips, number)
    if clip is None or not clip.at < at < clip.end:
        return clips, 0
    left = clip._replace(length=at - clip.at, fade_in=min(clip.fade_in, at - clip.at), fade_out=0)
    right = clip._replace(
        id=next_id(clips),
        at=at,
        length=clip.end - at,
        skip=clip.skip + at - clip.at if clip.whole else 0,
        fade_in=0,
        fade_out=min(clip.fade_out, clip.end - at),
    )
    return (*changed(clips, left), right), right.id


def trimmed(clips: Clips, number: int, begin: int | None = None, end: int | None = None) -> Clips:
    """With a clip that begins or ends at another time; its source and its neighbours bound it."""
    clip = clip_in(clips, number)
    if clip is None:
        return clips
    others = on_track(without(clips, number), clip.track)
    if begin is not None:
        least = max([0, *[o.end for o in others if o.end <= clip.at]])
        least = max(least, clip.at - clip.skip) if clip.whole else least
        to = min(max(_even(begin), least), clip.end - GRID)
        skip = clip.skip + to - clip.at if clip.whole else 0
        clip = clip._replace(at=to, length=clip.end - to, skip=skip)
    if end is not None:
        most = min([LONGEST, *[o.at for o in others if o.at >= clip.end]])
        most = min(most, clip.at + clip.whole - clip.skip) if clip.whole else most
        clip = clip._replace(length=max(min(_even(end), most), clip.at + GRID) - clip.at)
    into, out = min(clip.fade_in, clip.length), min(clip.fade_out, clip.length)
    return changed(clips, clip._replace(fade_in=into, fade_out=out))


def swapped(clips: Clips, number: int, by: int) -> Clips:
    """With a clip and its neighbour before (-1) or behind (1) it having changed places; what is between them stays."""
    clip = clip_in(clips, number)
    line = on_track(clips, clip.track) if clip is not None else ()
    at = line.index(clip) + by if clip is not None else -1
    if not 0 <= at < len(line):
        return clips
    first, second = (line[at], line[at + 1]) if by < 0 else (line[at - 1], line[at])
    ahead = second._replace(at=first.at)
    return changed(changed(clips, ahead), first._replace(at=second.end - first.length))


def _even(at: int) -> int:
    """The nearest time that is a multiple of `GRID`."""
    return max(0, round(at / GRID) * GRID)
