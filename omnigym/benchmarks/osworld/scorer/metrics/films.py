"""Metrics of films."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from omnigym.benchmarks.osworld.scorer.registry import metric
from omnigym.benchmarks.osworld.scorer.streams import FilmStream, film_of
from omnigym.foreign import within

__all__ = ["compare_videos"]

#: Frames that are compared at most, whatever a task asks for.
_MOST_FRAMES = 2000
#: A frame is compared by so many of its slowest waves in each direction (a perceptual hash of 64 bits).
_WAVES, _SIDE = 8, 32
#: How far the mean of a channel may be off, of 255; a hash knows no colour.
_TINTED = 12.0
#: A wave of a frame that is weaker than this says nothing of it: it is rounding.
_FAINT = 0.5
#: How much longer a film may be and still be the same: seconds, and a share.
_LONGER_S, _LONGER = 0.1, 0.02


@metric("compare_videos")
def compare_videos(result: object, expected: object, max_frames_to_check: int = 100, threshold: int = 5) -> float:
    """Return whether two films show the same, frame by frame.

    A frame differs if more bits than the threshold of its perceptual hash do, or its mean colour; so many frames may.
    The published function passes two files without pictures, takes any colour for any other, and does not see how a
    film goes on after the frames that are compared: here the length must be the same to 2 %.

    Args:
        result, expected: The files.
        max_frames_to_check: How many of the first frames are compared.
        threshold: Bits of 64 that may differ, and frames that may.

    Raises:
        TooLargeError: More frames are asked for than are compared.
    """
    within(max_frames_to_check, _MOST_FRAMES, "frames that are compared")
    a, b = film_of(result, max_frames_to_check), film_of(expected, max_frames_to_check)
    if len(a.frames) != len(b.frames) or abs(a.seconds - b.seconds) > max(_LONGER_S, _LONGER * b.seconds):
        return 0.0
    if not _same_shape(a, b):
        return 0.0
    bits = (_hashes(a.frames) != _hashes(b.frames)).sum(axis=1)
    tint = np.abs(a.frames.mean(axis=(1, 2)) - b.frames.mean(axis=(1, 2))).max(axis=1)
    return float(((bits > threshold) | (tint > _TINTED)).sum() <= min(threshold, (len(bits) - 1) // 2))


def _same_shape(a: FilmStream, b: FilmStream) -> bool:
    """Whether the sides have one ratio; how many pixels there are does not count."""
    (w, h), (x, y) = a.size, b.size
    return abs(w * y - x * h) <= 0.05 * max(w * y, x * h)


def _hashes(frames: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """A perceptual hash of each frame, (n, 64): which of its slow waves are stronger than the middle one."""
    grey = frames.astype(np.float32) @ np.asarray([0.299, 0.587, 0.114], dtype=np.float32)
    step = grey.shape[1] // _SIDE
    small = grey.reshape(len(grey), _SIDE, step, _SIDE, step).mean(axis=(2, 4))
    at = np.arange(_SIDE)
    waves = np.cos(np.pi / _SIDE * (at[None, :] + 0.5) * np.arange(_WAVES)[:, None]).astype(np.float32) / _SIDE
    found = (waves @ small @ waves.T).reshape(len(grey), -1)
    found[np.abs(found) < _FAINT] = 0
    hashes: NDArray[np.bool_] = found > np.median(found, axis=1, keepdims=True)
    return hashes
