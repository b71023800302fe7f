"""Samples of sounds: reading at one rate, mixing, fading, and writing to a file.

All is one channel of one byte a sample, as `omnigym.documents.sound` writes it.
"""

from __future__ import annotations

import io
import wave
from collections.abc import Iterable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from omnigym.errors import UnreadableError
from omnigym.foreign import convert_errors, within
from omnigym.foreign.limits import MAX_SECONDS

__all__ = ["RATE", "bytes_of", "fade_samples", "mix_sounds", "samples_of", "wav_of"]

#: Samples a second.
RATE = 8000
_ZERO = 128


@lru_cache(maxsize=16)
def samples_of(content: bytes) -> NDArray[np.int16]:
    """Return the samples of a .wav file at `RATE`, -128..127, one channel. Shared, so not to be changed.

    None where it cannot be read, or is longer than is read. Never fails.
    """
    try:
        with convert_errors(".wav file"), wave.open(io.BytesIO(content)) as file:
            rate, wide, channels = file.getframerate(), file.getsampwidth(), file.getnchannels()
            within(file.getnframes() // max(rate, 1), MAX_SECONDS, "seconds of a sound")
            raw = file.readframes(file.getnframes())
            # Of wider samples the last byte is the highest one, and signed.
            highest = np.frombuffer(raw, np.uint8)[wide - 1 :: wide * channels].astype(np.int16)
            loud = highest - _ZERO if wide == 1 else highest.astype(np.int8).astype(np.int16)
            found = loud[np.arange(len(loud) * RATE // rate) * rate // RATE]
    except UnreadableError:
        found = np.zeros(0, np.int16)
    samples = np.asarray(found, np.int16)
    samples.setflags(write=False)
    return samples


def bytes_of(content: bytes) -> bytes:
    """Return the samples of a .wav file at `RATE`, one byte each."""
    return (samples_of(content) + _ZERO).astype(np.uint8).tobytes()


def wav_of(samples: bytes | NDArray[np.int16]) -> bytes:
    """Return the bytes of a .wav file from samples: one byte each, or in the form of `samples_of`."""
    raw = samples if isinstance(samples, bytes) else (samples + _ZERO).astype(np.uint8).tobytes()
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(1)
        file.setframerate(RATE)
        file.writeframes(raw)
    return out.getvalue()


def fade_samples(samples: NDArray[np.int16], into: int, out: int) -> NDArray[np.int16]:
    """Return a sound that fades in and out, over a number of samples each."""
    levels = np.ones(len(samples))
    if into:
        levels *= np.minimum(np.arange(len(samples)) / into, 1)
    if out:
        levels *= np.minimum(np.arange(len(samples), 0, -1) / out, 1)
    return np.asarray((samples * levels).astype(np.int16))


def mix_sounds(length: int, parts: Iterable[tuple[int, NDArray[np.int16]]]) -> NDArray[np.int16]:
    """Return mixed sounds, each from a sample on, cut at the length and clipped."""
    whole = np.zeros(length, np.int32)
    for begin, samples in parts:
        room = samples[: max(0, length - begin)]
        whole[begin : begin + len(room)] += room
    return np.clip(whole, -_ZERO, _ZERO - 1).astype(np.int16)
