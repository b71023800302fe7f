"""Signs so small that they are computed pixel by pixel: those of the caption buttons, and a dot."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from omnigym.devices.sim.paint.shapes import box_mask

__all__ = ["GLYPHS"]

Mask = NDArray[np.uint8]


def _dot(size: int) -> Mask:
    return box_mask(size, size, size // 2)


def _frame(mask: Mask, x: int, y: int, side: int) -> None:
    """An empty square with a line one pixel wide, its corners softened."""
    mask[y, x : x + side] = mask[y + side - 1, x : x + side] = 255
    mask[y : y + side, x] = mask[y : y + side, x + side - 1] = 255
    for row in (y, y + side - 1):
        mask[row, x] = mask[row, x + side - 1] = 110


def _maximise(size: int) -> Mask:
    mask = np.zeros((size, size), np.uint8)
    _frame(mask, 1, 1, size - 2)
    return mask


def _restore(size: int) -> Mask:
    mask = np.zeros((size, size), np.uint8)
    side = size - 4
    _frame(mask, 3, 1, side)
    mask[3 : 3 + side, 1 : 1 + side] = 0
    _frame(mask, 1, 3, side)
    return mask


def _minimise(size: int) -> Mask:
    mask = np.zeros((size, size), np.uint8)
    mask[size // 2, 1 : size - 1] = 255
    return mask


def _close(size: int) -> Mask:
    at = np.arange(size) + 0.5
    x, y = np.meshgrid(at - size / 2, at - size / 2)
    near = np.minimum(np.abs(x - y), np.abs(x + y)) / np.sqrt(2)
    reach = np.maximum(np.abs(x), np.abs(y))
    inked: Mask = np.rint(255 * np.clip(1.05 - near, 0, 1) * (reach < size / 2 - 1)).astype(np.uint8)
    return inked


#: By name, a function from the size to the coverage, uint8 (size, size).
GLYPHS: dict[str, Callable[[int], Mask]] = {
    "caption-close": _close,
    "caption-maximise": _maximise,
    "caption-minimise": _minimise,
    "caption-restore": _restore,
    "dot": _dot,
}
