"""Sounds of a simulated device: values that apps declare, and their samples, mixed on request.

All is done in whole numbers, so that every machine makes the same bytes. There are 16 samples in a millisecond, so each
virtual moment is that of a sample.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from omnigym.documents.sound import resampled, samples_of
from omnigym.sim.memo import Memo
from omnigym.sounds import load, ships
from omnigym.values import Sound

__all__ = ["FULL", "STREAMS", "Part", "Playing", "Sounding", "ended", "mixed"]

#: What a sound is for, by which its volume is set.
STREAMS = ("media", "alarm", "ring", "notification", "call")
#: The gain at which a sound is as loud as its source.
FULL = 1024
_PER_MS, _RATE = 16, 16_000
#: So many sounds at once fit into the sums; no more are mixed.
_MOST = 32


class Sounding(NamedTuple):
    """A sound, and where in it one is: a pure function of a state, good until the state changes.

    Attributes:
        source: The bytes of a .wav file, or a name: a sound of `omnigym.sounds`; one of those that the system has
            ("chime", "alarm", "ring", "ringback"); or any other, of which a melody is made that no other name has.
        since_ms: The virtual moment, in milliseconds since 1970, at which it was
        place_ms: at this place. A moment that is yet to come is when it begins.
        speed: Seconds of it in a second, by which its pitch changes as well.
        stream: One of `STREAMS`.
        volume: Of its own, from 0 to 100.
        loops: Whether it begins again at its end.
        seconds: How long it is; 0 for as long as its source. A melody has no end of its own.
        until_ms: The virtual moment at which it ends in any case; 0 for none.
    """

    source: bytes | str
    since_ms: int
    place_ms: int = 0
    speed: float = 1.0
    stream: str = "media"
    volume: int = 100
    loops: bool = False
    seconds: float = 0.0
    until_ms: int = 0


class Playing(NamedTuple):
    """A sound in the background, and the app that plays it, with which it ends; "" for the system's own."""

    sounding: Sounding
    app: str = ""


class Part(NamedTuple):
    """A sound for a while.

    Attributes:
        sounding: What.
        gain: How loud, from 0 to `FULL`.
        begin_ms, end_ms: From when to when, virtual milliseconds since 1970.
    """

    sounding: Sounding
    gain: int
    begin_ms: int
    end_ms: int


def mixed(parts: Iterable[Part], begin_ms: int, end_ms: int) -> Sound:
    """The samples of a stretch of virtual time, int16 (16 x its milliseconds,).

    Args:
        parts: What sounds in it.
        begin_ms, end_ms: Virtual milliseconds since 1970.
    """
    total = np.zeros(_PER_MS * (end_ms - begin_ms), np.int32)
    for part in _joined(parts):
        sounding = part.sounding
        begin = max(part.begin_ms, sounding.since_ms, begin_ms)
        end = min(part.end_ms, end_ms, sounding.until_ms or end_ms)
        gain = min(part.gain, FULL) * sounding.volume // 100
        if begin < end and gain > 0:
            at = _PER_MS * (begin - begin_ms)
            heard = _heard(sounding, _PER_MS * (begin - sounding.since_ms), _PER_MS * (end - begin))
            total[at : at + len(heard)] += np.multiply(heard, gain, dtype=np.int32)
    total >>= 10
    np.clip(total, -32768, 32767, out=total)
    return total.astype(np.int16)


def ended(parts: Iterable[Part], begin_ms: int, end_ms: int) -> tuple[str, ...]:
    """The names of the sounds whose end was heard in a stretch of virtual time, in the order of their ends.

    One that loops ends where it was heard whole for the first time. Sounds without a name or an end are left out.

    Args:
        parts: As of `mixed`.
        begin_ms, end_ms: Virtual milliseconds since 1970; the begin is not in the stretch, the end is.
    """
    found = list[tuple[int, str]]()
    for part in _joined(parts):
        sounding, length = part.sounding, _length(part.sounding)
        if not isinstance(sounding.source, str) or length is None or part.gain * sounding.volume <= 0:
            continue
        at = sounding.since_ms + int((length // _PER_MS - sounding.place_ms) / sounding.speed)
        last = min(part.end_ms, end_ms, sounding.until_ms or end_ms)
        if max(part.begin_ms, begin_ms) < at <= last:
            found.append((at, sounding.source))
    return tuple([name for _, name in sorted(found)])


def _joined(parts: Iterable[Part]) -> list[Part]:
    """The parts, where one that goes on is one part; of each moment `_MOST` at most."""
    joined: list[Part] = []
    going: dict[tuple[Sounding, int], int] = {}
    counts: dict[int, int] = {}
    for part in parts:
        counts[part.begin_ms] = counts.get(part.begin_ms, 0) + 1
        if counts[part.begin_ms] > _MOST:
            continue
        place = going.get(part[:2], -1)
        if place >= 0 and joined[place].end_ms == part.begin_ms:
            joined[place] = joined[place]._replace(end_ms=part.end_ms)
        else:
            going[part[:2]] = len(joined)
            joined.append(part)
    return joined


def _heard(sounding: Sounding, passed: int, count: int) -> Sound:
    """The samples of a sound from so many after its `Sounding.since_ms`; fewer where it ends."""
    first, speed = _PER_MS * sounding.place_ms, round(1000 * sounding.speed)
    if speed == 1000:
        return _between(sounding, first + passed, first + passed + count)
    places = (np.arange(passed, passed + count, dtype=np.int64) * speed) + 1000 * first
    start = int(places[0]) // 1000
    source = _between(sounding, start, int(places[-1]) // 1000 + 2)
    places -= 1000 * start
    whole = places // 1000
    whole = whole[: int(np.searchsorted(whole, len(source) - 1))]
    share = (places[: len(whole)] - 1000 * whole).astype(np.int32)
    low, high = source[whole].astype(np.int32), source[whole + 1].astype(np.int32)
    return ((low * (1000 - share) + high * share) // 1000).astype(np.int16)


def _between(sounding: Sounding, start: int, end: int) -> Sound:
    """The samples [start, end) of a source as they are; fewer where it ends."""
    length = _length(sounding)
    if sounding.loops and length:
        pieces = []
        while start < end:
            inside = start % length
            count = min(end - start, length - inside)
            pieces.append(_plain(sounding.source, inside, inside + count))
            start += count
        return np.concatenate(pieces)
    return _plain(sounding.source, start, end if length is None else min(end, length))


def _plain(source: bytes | str, start: int, end: int) -> Sound:
    if start >= end:
        return np.zeros(0, np.int16)
    blocks = [_block(source, n) for n in range(start // _RATE, (end - 1) // _RATE + 1)]
    whole = blocks[0] if len(blocks) == 1 else np.concatenate(blocks)
    return whole[start % _RATE : start % _RATE + end - start]


def _length(sounding: Sounding) -> int | None:
    """How many samples it has; None where it has no end."""
    source = sounding.source
    if isinstance(source, bytes):
        rate, samples = samples_of(source)
        own: int | None = len(samples) * _RATE // rate
    elif ships(source):
        own = len(load(source))
    else:
        notes = _SYSTEM.get(source)
        own = None if notes is None else _PER_MS * sum(ms for _, ms in notes)
    wanted = round(_RATE * sounding.seconds) if sounding.seconds > 0 else None
    return min([n for n in (own, wanted) if n is not None], default=None)


# -- the samples of sources, a second at a time -----------------------------------------------------------------------

#: A second is 32 KB.
_BLOCKS: Memo[Sound] = Memo(128)

#: Notes as numbers of MIDI, 0 for a rest, and milliseconds.
_SYSTEM: dict[str, tuple[tuple[int, int], ...]] = {
    "chime": ((81, 140), (88, 360)),
    "alarm": (*((84, 120), (0, 80)) * 4, (0, 400)),
    "ring": (*((79, 70), (83, 70)) * 7, (0, 2020)),
    "ringback": ((66, 1000), (0, 2000)),
}
#: Thousandths of hertz of the highest octave of MIDI, from C: those of the others are halves.
_HIGH = (
    *(8372018, 8869844, 9397273, 9956063, 10548082, 11175303),
    *(11839822, 12543854, 13289750, 14080000, 14917240, 15804266),
)
_SCALE = (60, 62, 64, 67, 69, 72, 74, 76, 79, 81)
#: Milliseconds of a note of a melody, and how loud notes are.
_NOTE, _LOUD = 250, 12_000


def _block(source: bytes | str, n: int) -> Sound:
    """The n-th second of a source, int16 (16000,), with silence behind its end."""
    found = _BLOCKS.get((source, n))
    if found is None:
        found = _of_file(source, n) if isinstance(source, bytes) else _of_name(source, n)
        found.setflags(write=False)
        _BLOCKS.put((source, n), found)
    return found


def _of_file(content: bytes, n: int) -> Sound:
    rate, samples = samples_of(content)
    return _padded(resampled(samples, rate, _RATE, n * _RATE, (n + 1) * _RATE))


def _padded(part: Sound) -> Sound:
    """A second of samples, with silence behind them."""
    out = np.zeros(_RATE, np.int16)
    out[: len(part)] = part
    return out


def _of_name(name: str, n: int) -> Sound:
    notes = _SYSTEM.get(name)
    if ships(name):
        return _padded(load(name)[n * _RATE : (n + 1) * _RATE])
    if notes is None:
        per = 1000 // _NOTE
        notes = tuple([(_SCALE[crc32(f"{name}/{n * per + k}".encode()) % len(_SCALE)], _NOTE) for k in range(per)])
        return np.concatenate([_note(*note) for note in notes])
    whole = np.concatenate([_note(*note) for note in notes])
    return _padded(whole[n * _RATE : (n + 1) * _RATE])


def _note(number: int, ms: int) -> Sound:
    """A triangle wave that fades away, int16 (16 x ms,)."""
    count = _PER_MS * ms
    if not number:
        return np.zeros(count, np.int16)
    place: NDArray[np.int64] = np.arange(count, dtype=np.int64)
    rising = place * (_HIGH[number % 12] >> (10 - number // 12)) * 65536 // (1000 * _RATE) % 65536
    wave = 2 * np.abs(rising - 32768) - 32768
    loud = np.minimum(place * FULL // 80, FULL - place * 700 // count)
    return (wave * _LOUD // 32768 * loud // FULL).astype(np.int16)
