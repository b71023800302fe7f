"""Sounds as files, written with the standard library."""

from __future__ import annotations

import io
import math
import wave
from collections.abc import Iterator
from functools import lru_cache
from struct import pack, unpack_from
from typing import NamedTuple

from omnigym.errors import UnreadableError
from omnigym.foreign import reading, sound_text

__all__ = ["Tags", "chunk", "chunks", "seconds_of", "silence", "tags_of", "tone"]

_RATE = 8000
_PITCH = 440
#: What is shown of a tag.
_MOST_SAID = 200


class Tags(NamedTuple):
    """What a .wav file says of what is in it (the RIFF chunk ``INFO``); "" for what it does not say."""

    title: str = ""
    artist: str = ""
    album: str = ""


_UNSAID = Tags()
#: The names of the fields of `Tags` in a file.
_NAMES = (b"INAM", b"IART", b"IPRD")


def tone(seconds: int, *, pitch: int = _PITCH, rate: int = _RATE, tags: Tags = _UNSAID) -> bytes:
    """A .wav file of a steady tone; the same bytes for the same arguments.

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
    """A .wav file in which nothing can be heard for so many seconds."""
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
    """A chunk of a RIFF file, of an even number of bytes."""
    return name + pack("<I", len(content)) + content + b"\0" * (len(content) % 2)


def _with(riff: bytes, more: bytes) -> bytes:
    """A RIFF file with a chunk behind its others."""
    return riff[:4] + pack("<I", len(riff) - 8 + len(more)) + riff[8:] + more


def chunks(content: bytes, begin: int, end: int) -> Iterator[tuple[bytes, int, int]]:
    """The chunks in a part of a RIFF file: name, and where the content begins and ends."""
    while begin + 8 <= min(end, len(content)):
        (size,) = unpack_from("<I", content, begin + 4)
        yield content[begin : begin + 4], begin + 8, min(begin + 8 + size, end)
        begin += 8 + size + size % 2


@lru_cache(maxsize=256)
def tags_of(content: bytes) -> Tags:
    """What a .wav file says of itself; nothing where it cannot be read. Never fails."""
    found: dict[bytes, str] = {}
    if content[:4] == b"RIFF" and content[8:12] == b"WAVE":
        for name, begin, end in chunks(content, 12, len(content)):
            if name == b"LIST" and content[begin : begin + 4] == b"INFO":
                inside = chunks(content, begin + 4, end)
                found |= {key: content[a:b].rstrip(b"\0").decode(errors="replace") for key, a, b in inside}
    return Tags(*[sound_text(found.get(name, ""))[:_MOST_SAID] for name in _NAMES])


@lru_cache(maxsize=256)
def seconds_of(content: bytes) -> float:
    """How long the sound in the bytes of a .wav file is; 0 where there is none that can be read. Never fails."""
    try:
        with reading(".wav file"), wave.open(io.BytesIO(content)) as file:
            seconds: float = file.getnframes() / max(file.getframerate(), 1)
            return seconds
    except UnreadableError:
        return 0.0
