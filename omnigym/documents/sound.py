"""Sounds as files, written with the standard library."""

from __future__ import annotations

import io
import math
import wave

__all__ = ["tone"]

_RATE = 8000
_PITCH = 440


def tone(seconds: int) -> bytes:
    """A .wav file of a steady tone; the same bytes for the same length."""
    one = bytes(round(128 + 60 * math.sin(2 * math.pi * _PITCH * n / _RATE)) for n in range(_RATE))
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(1)
        file.setframerate(_RATE)
        file.writeframes(one * seconds)
    return out.getvalue()
