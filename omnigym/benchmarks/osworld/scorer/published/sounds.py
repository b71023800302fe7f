"""Published metrics of sounds and films: cepstra aligned in time, and perceptual hashes of frames."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from omnigym.benchmarks.osworld.scorer.choice import TaskVersion
from omnigym.benchmarks.osworld.scorer.published._hashes import hash_bits
from omnigym.benchmarks.osworld.scorer.registry import published_metric
from omnigym.benchmarks.osworld.scorer.streams import film_of, sound_of
from omnigym.errors import UnreadableError
from omnigym.foreign import within

__all__: list[str] = []

#: Samples a second, samples of a window and between two windows, bands and coefficients of a cepstrum.
_RATE, _WINDOW, _HOP, _BANDS, _COEFFICIENTS = 22_050, 2048, 512, 128, 20
#: The least power, and decibels below the loudest moment that are kept.
_FAINT, _DEPTH = 1e-10, 80.0
#: The scale of pitch: Hertz of a step up to a frequency, and the steps of a doubling above it.
_STEP, _BEND, _GROWTH = 200 / 3, 1000.0, np.log(6.4) / 27
#: By how many places a path is widened when it is refined.
_RADIUS = 1
#: Frames that are compared at most, and the side at which they are.
_MOST_FRAMES, _FRAME = 2000, 256

_Path = list[tuple[int, int]]


@published_metric("compare_audios")
def compare_audios(version: TaskVersion, result: object, expected: object) -> float:
    """Return how near two sounds are by the cost of aligning their cepstra in time.

    In 2024 it is the inverse of the whole cost, in "verified" the exponential of the mean cost. There two sounds that
    cannot be read are equal.
    """
    if not result or not expected:
        return 0.0
    if version == "verified":
        readable = [_is_readable(state) for state in (result, expected)]
        if not all(readable):
            return float(not any(readable))
    a, b = (_cepstra(sound_of(state, _RATE).samples) for state in (result, expected))
    cost, path = _aligned(a, b)
    return float(1 / (1 + cost) if version == "2024" else np.exp(-cost / len(path)))


def _is_readable(state: object) -> bool:
    try:
        sound_of(state, _RATE)
    except UnreadableError:
        return False
    return True


def _cepstra(samples: NDArray[np.float32]) -> NDArray[np.float64]:
    """The mel-frequency cepstra of a sound, (windows, coefficients), each coefficient scaled to 1 at most."""
    padded = np.pad(samples.astype(np.float64), _WINDOW // 2)
    windows = np.lib.stride_tricks.sliding_window_view(padded, _WINDOW)[::_HOP]
    taper = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(_WINDOW) / _WINDOW)
    filters = _filters()
    blocks = [windows[at : at + _WINDOW] * taper for at in range(0, len(windows), _WINDOW)]
    power = np.concatenate([np.abs(np.fft.rfft(block, axis=1)) ** 2 @ filters.T for block in blocks])
    level = 10 * np.log10(np.maximum(power, _FAINT))
    level = np.maximum(level, level.max() - _DEPTH)
    at = np.arange(_BANDS)
    waves = np.cos(np.pi / _BANDS * (at + 0.5) * np.arange(_COEFFICIENTS)[:, None]) * np.sqrt(2 / _BANDS)
    waves[0] /= np.sqrt(2)
    found: NDArray[np.float64] = level @ waves.T
    largest = np.abs(found).max(axis=0)
    return found / np.where(largest > np.finfo(np.float32).tiny, largest, 1.0)


def _filters() -> NDArray[np.float64]:
    """The triangular filters of the bands, (bands, frequencies), of one area each (Slaney)."""
    top = _BEND / _STEP + np.log(_RATE / 2 / _BEND) / _GROWTH
    steps = np.linspace(0, top, _BANDS + 2)
    bend = _BEND / _STEP
    edges = np.where(steps < bend, steps * _STEP, _BEND * np.exp(_GROWTH * (steps - bend)))
    lines = np.linspace(0, _RATE / 2, _WINDOW // 2 + 1)
    low, middle, high = (edges[n : n + _BANDS, None] for n in range(3))
    rising, falling = (lines - low) / (middle - low), (high - lines) / (high - middle)
    found: NDArray[np.float64] = np.maximum(0, np.minimum(rising, falling)) * (2 / (high - low))
    return found


# -- alignment in time (Salvador and Chan, 2007) ----------------------------------------------------------------------


def _aligned(a: NDArray[np.float64], b: NDArray[np.float64]) -> tuple[float, _Path]:
    """The cost and the path of an alignment that is refined from a rough one."""
    least = _RADIUS + 2
    if len(a) < least or len(b) < least:
        return _cheapest(a, b, ((i, j) for i in range(len(a)) for j in range(len(b))))
    _, rough = _aligned(_halved(a), _halved(b))
    return _cheapest(a, b, _around(rough, len(a), len(b)))


def _halved(a: NDArray[np.float64]) -> NDArray[np.float64]:
    even = a[: len(a) // 2 * 2]
    halves: NDArray[np.float64] = (even[::2] + even[1::2]) / 2
    return halves


def _around(path: _Path, rows: int, columns: int) -> Iterable[tuple[int, int]]:
    """The places around a path of half the length, row by row, one stretch a row."""
    near = {(i + x, j + y) for i, j in path for x in range(-_RADIUS, _RADIUS + 1) for y in range(-_RADIUS, _RADIUS + 1)}
    fine = {(2 * i + x, 2 * j + y) for i, j in near for x in (0, 1) for y in (0, 1)}
    start = 0
    for row in range(rows):
        first = None
        for column in range(start, columns):
            if (row, column) in fine:
                yield row, column
                first = column if first is None else first
            elif first is not None:
                break
        start = start if first is None else first


def _cheapest(a: NDArray[np.float64], b: NDArray[np.float64], places: Iterable[tuple[int, int]]) -> tuple[float, _Path]:
    """The cheapest path through some places from the first to the last ones of two sequences."""
    lengths = np.linalg.norm(a, axis=1), np.linalg.norm(b, axis=1)
    infinite = float("inf")
    best: dict[tuple[int, int], tuple[float, tuple[int, int]]] = {(-1, -1): (0.0, (-1, -1))}
    for i, j in places:
        scale = lengths[0][i] * lengths[1][j]
        cost = 1 - float(a[i] @ b[j]) / scale if scale else 0.0
        before = ((i - 1, j), (i, j - 1), (i - 1, j - 1))
        value, place = min(((best[p][0] if p in best else infinite, p) for p in before), key=lambda found: found[0])
        best[i, j] = (value + cost, place)
    end = (len(a) - 1, len(b) - 1)
    total, path = best[end][0], []
    while end != (-1, -1):
        path.append(end)
        end = best[end][1]
    return total, path[::-1]


# -- films ------------------------------------------------------------------------------------------------------------


@published_metric("compare_videos")
def compare_videos(
    _: TaskVersion, result: object, expected: object, max_frames_to_check: int = 100, threshold: int = 5
) -> float:
    """Return whether the first frames of two films are alike by their hashes; two files without pictures are equal.

    Hashes see no colours, and what comes after the frames that are compared does not count.
    """
    within(max_frames_to_check, _MOST_FRAMES, "frames that are compared")
    a, b = (_frames(state, max_frames_to_check) for state in (result, expected))
    wrong = 0
    for first, second in zip(a, b, strict=False):
        bits = int(np.count_nonzero(hash_bits(Image.fromarray(first)) != hash_bits(Image.fromarray(second))))
        wrong += bits > threshold
        if wrong > threshold:
            return 0.0
    return float(len(a) == len(b))


def _frames(state: object, most: int) -> NDArray[np.uint8]:
    try:
        return film_of(state, most, _FRAME).frames
    except UnreadableError:
        return np.zeros((0, _FRAME, _FRAME, 3), dtype=np.uint8)
