"""Sounds as files, written with the standard library."""

from __future__ import annotations

import io
import math
import wave
from functools import lru_cache

from omnigym.errors import UnreadableError
from omnigym.foreign import reading

__all__ = ["seconds_of", "tone"]

_RATE = 8000
_PITCH = 440


def tone(seconds: int, *, pitch: int = _PITCH, rate: int = _RATE) -> bytes:
    """A .wav file of a steady tone; the same bytes for the same arguments.

    Args:
        seconds: How long it is.
        pitch: Hertz.
        rate: Samples, which are bytes, a second.
    """
    one = bytes(round(128 + 60 * math.sin(2 * math.pi * pitch * n / rate)) for n in range(rate))
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(1)
        file.setframerate(rate)
        file.writeframes(one * seconds)
    return out.getvalue()


@lru_cache(maxsize=256)
def seconds_of(content: bytes) -> float:
    """How long the sound in the bytes of a .wav file is; 0 where there is none that can be read. Never fails."""
    try:
        with reading(".wav file"), wave.open(io.BytesIO(content)) as file:
            seconds: float = file.getnframes() / max(file.getframerate(), 1)
            return seconds
    except UnreadableError:
        return 0.0
