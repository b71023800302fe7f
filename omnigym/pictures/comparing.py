"""Whether two pictures show the same, though one was saved with losses."""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray
from PIL import Image

__all__ = ["alike", "is_part_of"]

#: Pictures are compared at this size, by the mean difference of their channels in 0..255.
_GRID = 48
_MOST_APART = 6.0
#: How much two sizes may differ and still be the same, as a share.
_SLACK = 0.03


def _small(image: Image.Image, width: int, height: int) -> NDArray[np.int16]:
    return np.asarray(image.convert("RGB").resize((width, height), Image.Resampling.BOX)).astype(np.int16)


def alike(first: Image.Image, second: Image.Image) -> bool:
    """Whether two pictures have nearly the same size and show the same."""
    for a, b in zip(first.size, second.size, strict=True):
        if abs(a - b) > max(2, _SLACK * max(a, b)):
            return False
    apart = np.abs(_small(first, _GRID, _GRID) - _small(second, _GRID, _GRID))
    return bool(apart.mean() < _MOST_APART)


def is_part_of(part: Image.Image, whole: Image.Image) -> bool:
    """Whether a picture was cut out of another one, at whatever place, and not made larger or smaller."""
    if part.width > whole.width or part.height > whole.height:
        return False
    share = 2 * _GRID / max(whole.size)
    width, height = (max(1, round(n * share)) for n in whole.size)
    w, h = min(width, max(1, round(part.width * share))), min(height, max(1, round(part.height * share)))
    windows = sliding_window_view(_small(whole, width, height), (h, w), axis=(0, 1))
    apart = np.abs(windows - _small(part, w, h).transpose(2, 0, 1)).mean(axis=(2, 3, 4))
    return bool(apart.min() < 2 * _MOST_APART)
