"""Metrics of sounds."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from io import BytesIO
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from omnigym.benchmarks.osworld.scorer.given import content_of, library
from omnigym.benchmarks.osworld.scorer.registry import metric
from omnigym.benchmarks.osworld.scorer.streams import RATE, SoundStream, sound_of
from omnigym.errors import TaskFileError
from omnigym.foreign import convert_errors, show_value, sound_text

__all__ = ["check_mp3_meta", "compare_audios"]

#: Samples of a window and between two of them, and windows that are looked at together.
_WINDOW, _HOP, _BLOCK = 2048, 1024, 512
#: The bands of a spectrum, and the frequencies from the first to the last of them in Hertz.
_BANDS, _LOWEST, _HIGHEST = 32, 60.0, 7000.0
#: How many decibels below the loudest moment are heard.
_DEPTH = 50.0
#: By how many windows encoders shift a sound, and the parts of a window that are tried between.
_SHIFT, _PARTS = 3, 4
#: From here on two sounds are the same: what encoders lose is less.
_SAME: Final = 0.93
#: How much longer a sound may be and still be the same: seconds that encoders add, and a share.
_LONGER_S, _LONGER = 0.25, 0.02


@metric("compare_audios")
def compare_audios(result: object, expected: object) -> float:
    """Return how alike two sounds are, in [0, 1]; 1 where they differ by no more than encoders lose.

    The published function aligns cepstra by dynamic time warping. This one compares the loudness of 32 bands of
    frequency, moment by moment: the part that both have of what one of them has. How loud all of it is does not count.
    It is multiplied by how long the shorter one is as a part of the longer one.
    """
    a, b = sound_of(result), sound_of(expected)
    found = _likeness(a, b)
    short, long = sorted((a.seconds, b.seconds))
    if long - short > max(_LONGER_S, _LONGER * long):
        return found * short / long
    return 1.0 if found >= _SAME else found


def _likeness(a: SoundStream, b: SoundStream) -> float:
    first = _bands(a.samples)
    seconds = [_bands(b.samples[part * _HOP // _PARTS :]) for part in range(_PARTS)]
    return max(_shared(first, second, shift) for second in seconds for shift in range(-_SHIFT, _SHIFT + 1))


def _shared(a: NDArray[np.float32], b: NDArray[np.float32], shift: int) -> float:
    """The part that two spectra share of what one of them has, where the second begins so many windows later."""
    a, b = (a[shift:], b) if shift >= 0 else (a, b[-shift:])
    length = min(len(a), len(b))
    a, b = a[:length], b[:length]
    either = float(np.maximum(a, b).sum())
    return float(np.minimum(a, b).sum()) / either if either > 0 else 1.0


def _bands(samples: NDArray[np.float32]) -> NDArray[np.float32]:
    """The loudness of each band in each window, (windows, bands), in decibels above what is not heard."""
    padded = np.pad(samples, (0, max(_WINDOW - len(samples), 0)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, _WINDOW)[::_HOP]
    edges = np.geomspace(_LOWEST, _HIGHEST, _BANDS + 1) * _WINDOW / RATE
    centres = np.arange(_WINDOW // 2 + 1)
    # A line of the spectrum between two bands belongs to both, so that narrow ones have their part.
    middles = (edges[:-1] + edges[1:]) / 2
    widths = np.maximum(np.diff(edges), 1.0)
    weights = np.maximum(0, 1 - np.abs(centres[:, None] - middles) / widths).astype(np.float32)
    taper = np.hanning(_WINDOW).astype(np.float32)
    blocks = [windows[at : at + _BLOCK] * taper for at in range(0, len(windows), _BLOCK)]
    power = np.concatenate([(np.abs(np.fft.rfft(block, axis=1)) ** 2).astype(np.float32) @ weights for block in blocks])
    loudest = float(power.max())
    if loudest < 1e-6:  # silence
        return np.zeros_like(power)
    found: NDArray[np.float32] = np.maximum(10 * np.log10(power / loudest + 1e-12) + _DEPTH, 0).astype(np.float32)
    return found


# -- what a file says of itself ---------------------------------------------------------------------------------------

_ORDERS: Mapping[str, Callable[[object, object], bool]] = MappingProxyType(
    {name: getattr(operator, name) for name in ("eq", "ne", "lt", "le", "gt", "ge")}
)
#: Characters of a field that are looked at.
_MOST_SAID = 4096


@metric("check_mp3_meta")
def check_mp3_meta(result: object, meta: Mapping[str, Mapping[str, object]]) -> float:
    """Return whether the fields of an .mp3 file (ID3: "title", "artist"...) match their ``method`` and ``ref``.

    A field with several values has them with commas between; one that is not there is "".

    Raises:
        TaskFileError: There are no rules, or one of an unknown method.
    """
    if not meta:
        raise TaskFileError("check_mp3_meta expects rules of fields, got none, which anything would pass.")
    easy = library("mutagen.easyid3")
    with convert_errors(".mp3 file"):
        try:
            tags = dict(easy.EasyID3(BytesIO(content_of(result))))
        except library("mutagen.id3").ID3NoHeaderError:
            tags = {}
    fields = {name: sound_text(",".join(map(str, values)))[:_MOST_SAID] for name, values in tags.items()}
    return float(all(_is_as(fields.get(name, ""), rule) for name, rule in meta.items()))


def _is_as(value: str, rule: Mapping[str, object]) -> bool:
    method, ref = str(rule["method"]), rule["ref"]
    name, *flags = method.split(".")
    if method in _ORDERS:
        return isinstance(ref, str) and _ORDERS[method](value, ref)
    if name == "re" and all(isinstance(getattr(re, flag, None), re.RegexFlag) for flag in flags):
        chosen = re.RegexFlag(0)
        for flag in flags:
            chosen |= getattr(re, flag)
        return re.search(str(ref), value, chosen) is not None
    raise TaskFileError(f"Expected the method eq, ne, lt, le, gt, ge or re, got {show_value(method)}. Change the rule.")
