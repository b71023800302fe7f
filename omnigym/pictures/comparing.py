"""Comparison of pictures, robust to lossy compression."""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray
from PIL import Image

__all__ = ["alike", "channels_apart", "is_part_of", "similarity", "unspoilt"]

#: Pictures are compared at this size, by the mean difference of their channels in 0..255.
_GRID = 48
_MOST_APART = 6.0
#: The mean of a channel of 255 that is off by so much comes from a filter; JPEG and its place in the grid cost 1.7.
_TINTED = 2.5
#: Of pictures that are to be the same everywhere: the grid, how far a cell may be off, the share of those that are.
_FINE, _SPOILT, _SPOTS = 64, 20, 0.005
#: How much two sizes may differ and still be the same, as a share.
_SLACK = 0.03
#: Of the structural similarity: the side of a window, and what keeps its terms from being divided by zero, for
#: values in 0..255.
_WINDOW = 8
_C1, _C2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2


def _small(image: Image.Image, width: int, height: int) -> NDArray[np.int16]:
    return np.asarray(image.convert("RGB").resize((width, height), Image.Resampling.BOX)).astype(np.int16)


def channels_apart(first: NDArray[np.int16], second: NDArray[np.int16]) -> NDArray[np.int16]:
    """Return the difference of the most different channel for each pixel of two pictures, (height, width, 3)."""
    red, green, blue = np.moveaxis(np.abs(first - second), 2, 0)
    largest: NDArray[np.int16] = np.maximum(np.maximum(red, green), blue)  # 16 times as fast as ``max(axis=2)``
    return largest


def alike(first: Image.Image, second: Image.Image, most: float = _MOST_APART, slack: float = _SLACK) -> bool:
    """Return whether two pictures have nearly the same size and show the same.

    Args:
        first, second: The pictures.
        most: The mean difference of a channel that is still the same, of 255.
        slack: The relative difference of a side that is still the same; two pixels always are.
    """
    for a, b in zip(first.size, second.size, strict=True):
        if abs(a - b) > max(2, slack * max(a, b)):
            return False
    apart = np.abs(_small(first, _GRID, _GRID) - _small(second, _GRID, _GRID))
    return bool(apart.mean() < most)


def unspoilt(first: Image.Image, second: Image.Image) -> bool:
    """Return whether two pictures of one size show the same everywhere; a line drawn on one of them is a difference."""
    if first.size != second.size:
        return False
    apart = np.abs(_small(first, _FINE, _FINE) - _small(second, _FINE, _FINE)).mean(axis=2)
    return bool((apart > _SPOILT).mean() < _SPOTS)


def is_part_of(part: Image.Image, whole: Image.Image) -> bool:
    """Return whether a picture is a crop of another one, at any place, with the same scale and colours."""
    if part.width > whole.width or part.height > whole.height:
        return False
    share = 2 * _GRID / max(whole.size)
    width, height = (max(1, round(n * share)) for n in whole.size)
    w, h = min(width, max(1, round(part.width * share))), min(height, max(1, round(part.height * share)))
    windows = sliding_window_view(_small(whole, width, height), (h, w), axis=(0, 1))
    wanted = _small(part, w, h).transpose(2, 0, 1)
    apart = np.abs(windows - wanted).mean(axis=(2, 3, 4))
    place = np.unravel_index(apart.argmin(), apart.shape)
    # Windows lie beside the true place by up to half a pixel of the grid, of which the mean colour tells little.
    tinted = np.abs(windows[place].mean(axis=(1, 2)) - wanted.mean(axis=(1, 2))).max()
    return bool(apart[place] < 2 * _MOST_APART and tinted < _TINTED)


def similarity(first: Image.Image, second: Image.Image) -> float:
    """Return the structural similarity of two pictures (SSIM), in [-1, 1]; 1 is the same.

    Wang, Bovik, Sheikh, Simoncelli: Image Quality Assessment, 2004, equations 13 and 17, on brightness, with windows
    of equal weight that lie side by side. The second picture is brought to the size of the first.

    Raises:
        ValueError: The first is smaller than a window.
    """
    x = np.asarray(first.convert("L"), dtype=np.float64)
    y = np.asarray(second.convert("L").resize(first.size, Image.Resampling.BOX), dtype=np.float64)
    if min(x.shape) < _WINDOW:
        raise ValueError(f"Expected a picture of at least {_WINDOW} x {_WINDOW} pixels, got {first.size}.")
    x, y = _windows(x), _windows(y)
    mean_x, mean_y = x.mean(axis=1), y.mean(axis=1)
    covariance = (x * y).mean(axis=1) - mean_x * mean_y
    spread = x.var(axis=1) + y.var(axis=1)
    brightness = (2 * mean_x * mean_y + _C1) / (mean_x**2 + mean_y**2 + _C1)
    return float((brightness * (2 * covariance + _C2) / (spread + _C2)).mean())


def _windows(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """(H, W) as (windows, pixels); what is left over at the right and below is dropped."""
    rows, columns = values.shape[0] // _WINDOW, values.shape[1] // _WINDOW
    whole = values[: rows * _WINDOW, : columns * _WINDOW].reshape(rows, _WINDOW, columns, _WINDOW)
    return whole.swapaxes(1, 2).reshape(rows * columns, _WINDOW**2)
