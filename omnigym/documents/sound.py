"""Sounds as files, written with the standard library."""

from __future__ import annotations

import io
import math
import wave
from collections.abc import Iterator
from functools import lru_cache
from struct import pack, unpack_from
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from omnigym.errors import UnreadableError
from omnigym.foreign import convert_errors, sound_text

__all__ = [
    "Tags",
    "chunk",
    "chunks",
    "resample_sound",
    "samples_of",
    "seconds_of",
    "silence",
    "tags_of",
    "tone",
    "wav_bytes",
]

_RATE = 8000
_PITCH = 440
#: What is shown of a tag.
_MOST_SAID = 200


class Tags(NamedTuple):
    """The tags of a .wav file (the RIFF chunk ``INFO``); "" for a missing tag."""

    title: str = ""
    artist: str = ""
    album: str = ""


#: Samples a second that a file may have.
_MAX_RATE = 192_000
_UNSAID = Tags()
#: The names of the fields of `Tags` in a file.
_NAMES = (b"INAM", b"IART", b"IPRD")


def tone(seconds: int, *, pitch: int = _PITCH, rate: int = _RATE, tags: Tags = _UNSAID) -> bytes:
    """Return a .wav file of a steady tone; the same bytes for the same arguments.

    Args:
        seconds: How long it is.
        pitch: Hertz.
        rate: Samples, which are bytes, a second.
        tags: What the file says of it.
    """
    one = bytes(round(128 + 60 * math.sin(2 * math.pi * pitch * n / rate)) for n in range(rate))
    said = b"".join([chunk(name, text.encode() + b"\0") for name, text in zip(_NAMES, tags, strict=True) if text])
    file = _repeated(one, seconds)
    return _with(file, chunk(b"LIST", b"INFO" + said)) if said else file


def silence(seconds: int) -> bytes:
    """Return a silent .wav file of a number of seconds."""
    return _repeated(bytes([128]) * _RATE, seconds)


def _repeated(one: bytes, seconds: int) -> bytes:
    """A .wav file of one second's samples again and again."""
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(1)
        file.setframerate(len(one))
        file.writeframes(one * seconds)
    return out.getvalue()


def chunk(name: bytes, content: bytes) -> bytes:
    """Return a chunk of a RIFF file, of an even number of bytes."""
    return name + pack("<I", len(content)) + content + b"\0" * (len(content) % 2)


def _with(riff: bytes, more: bytes) -> bytes:
    """A RIFF file with a chunk behind its others."""
    return riff[:4] + pack("<I", len(riff) - 8 + len(more)) + riff[8:] + more


def chunks(content: bytes, begin: int, end: int) -> Iterator[tuple[bytes, int, int]]:
    """Yield the chunks in a part of a RIFF file: name, and the begin and end of the content."""
    while begin + 8 <= min(end, len(content)):
        (size,) = unpack_from("<I", content, begin + 4)
        yield content[begin : begin + 4], begin + 8, min(begin + 8 + size, end)
        begin += 8 + size + size % 2


@lru_cache(maxsize=256)
def tags_of(content: bytes) -> Tags:
    """Return the tags of a .wav file; none if it cannot be read. Never fails."""
    found: dict[bytes, str] = {}
    if content[:4] == b"RIFF" and content[8:12] == b"WAVE":
        for name, begin, end in chunks(content, 12, len(content)):
            if name == b"LIST" and content[begin : begin + 4] == b"INFO":
                inside = chunks(content, begin + 4, end)
                found |= {key: content[a:b].rstrip(b"\0").decode(errors="replace") for key, a, b in inside}
    return Tags(*[sound_text(found.get(name, ""))[:_MOST_SAID] for name in _NAMES])


@lru_cache(maxsize=256)
def seconds_of(content: bytes) -> float:
    """Return the duration of the sound in the bytes of a .wav file; 0 if it cannot be read. Never fails."""
    try:
        with convert_errors(".wav file"), wave.open(io.BytesIO(content)) as file:
            seconds: float = file.getnframes() / max(file.getframerate(), 1)
            return seconds
    except UnreadableError:
        return 0.0


def wav_bytes(samples: NDArray[np.int16], rate: int) -> bytes:
    """Return a .wav file of samples, int16 (S,), at a rate per second."""
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(samples.astype("<i2", copy=False).tobytes())
    return out.getvalue()


def resample_sound(
    samples: NDArray[np.int16], rate: int, wanted: int, start: int = 0, end: int | None = None
) -> NDArray[np.int16]:
    """Return sound at another rate, interpolated in integers, so the bytes are the same on every machine.

    Args:
        samples: int16 (S,).
        rate: Of it, samples a second.
        wanted: Of the result.
        start, end: Which samples of the result; None for all to the end.

    Returns:
        int16 (N,); fewer than asked for where it ends.
    """
    length = len(samples) * wanted // rate
    end = length if end is None else min(end, length)
    if start >= end:
        return np.zeros(0, np.int16)
    if rate == wanted:
        return samples[start:end]
    places = np.arange(start, end, dtype=np.int64) * rate
    whole = places // wanted
    low = samples[whole].astype(np.int64)
    high = samples[np.minimum(whole + 1, len(samples) - 1)]
    between: NDArray[np.int64] = low + (high - low) * (places - wanted * whole) // wanted
    return between.astype(np.int16)


@lru_cache(maxsize=8)
def samples_of(content: bytes) -> tuple[int, NDArray[np.int16]]:
    """Return the sound in a .wav file: samples per second, and int16 (S,), read-only; channels are averaged.

    Of a file that breaks off it is what is there, of one that cannot be read nothing. Never fails.
    """
    try:
        with convert_errors(".wav file"), wave.open(io.BytesIO(content)) as file:
            rate, channels, width = file.getframerate(), file.getnchannels(), file.getsampwidth()
            raw = np.frombuffer(file.readframes(file.getnframes()), np.uint8)
    except UnreadableError:
        return 1, np.zeros(0, np.int16)
    if not 1 <= rate <= _MAX_RATE or not 1 <= channels <= 8:
        return 1, np.zeros(0, np.int16)
    rows = raw[: len(raw) // (width * channels) * width * channels].reshape(-1, channels, width)
    if width == 1:
        values = (rows[:, :, 0].astype(np.int32) - 128) << 8
    else:  # the upper two bytes, whose order is that of all .wav files
        values = np.ascontiguousarray(rows[:, :, -2:]).view("<i2")[:, :, 0].astype(np.int32)
    samples = (values.sum(axis=1) // channels).astype(np.int16)
    samples.setflags(write=False)
    return rate, samples
