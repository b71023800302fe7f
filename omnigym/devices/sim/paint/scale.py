"""A scaled copy of the screen, area-averaged, kept up to date where the screen changed.

Rows are averaged first, then columns, both in whole numbers. Where p pixels of the source make q of the copy (both
as small as can be), the weights repeat every q pixels; so what is averaged is always a whole number of such periods,
and the result does not depend on what was updated together with what.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import gcd
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from omnigym.devices.sim.paint.blend import Frame

__all__ = ["Scaler"]

#: Up to this many multiplications one product of matrices is faster than sums of rows.
_FEW = 400_000


class _Axis(NamedTuple):
    """How a row or column is averaged: every ``span`` pixels of the source make ``period`` of the copy."""

    span: int
    period: int

    def periods(self, start: int, end: int) -> tuple[int, int]:
        """The first period that pixels [start, end) of the source touch, and the first after them."""
        return start // self.span, -(-end // self.span)


def _axis(source: int, target: int) -> _Axis:
    shared = gcd(source, target)
    return _Axis(source // shared, target // shared)


class Scaler:
    """Keeps a scaled copy of a frame.

    Args:
        source: (width, height) of the frame, in pixels.
        target: (width, height) of the copy.
    """

    def __init__(self, source: tuple[int, int], target: tuple[int, int]) -> None:
        self._x, self._y = _axis(source[0], target[0]), _axis(source[1], target[1])
        self._pixels = np.zeros((target[1], target[0], 3), dtype=np.uint8)

    def update(self, frame: Frame, rects: Iterable[tuple[int, int, int, int]]) -> None:
        """Average anew where the frame changed.

        Args:
            frame: uint8 (H, W, 3) of the source's size.
            rects: Left, top, right, bottom of what changed, in the frame.
        """
        along, down = self._x, self._y
        for x0, y0, x1, y1 in rects:
            if x0 >= x1 or y0 >= y1:
                continue
            a, c = along.periods(x0, x1)
            b, d = down.periods(y0, y1)
            region: Frame = frame[b * down.span : d * down.span, a * along.span : c * along.span]
            rows, width = (d - b) * down.period, region.shape[1]
            if down.span != down.period:
                region = _averaged(region.reshape(d - b, down.span, width * 3), down).reshape(rows, width, 3)
            if along.span != along.period:
                # Pixel by pixel of a period, so that whole planes are summed.
                planes = region.reshape(rows * (c - a), along.span * 3).T.reshape(1, along.span, -1)
                region = (
                    _averaged(planes, along).reshape(along.period * 3, -1).T.reshape(rows, (c - a) * along.period, 3)
                )
            self._pixels[b * down.period : d * down.period, a * along.period : c * along.period] = region

    def copy(self) -> Frame:
        """The scaled copy: uint8 (height, width, 3), new."""
        return self._pixels.copy()


@lru_cache(maxsize=16)
def _weights(axis: _Axis) -> NDArray[np.uint16]:
    """How much of each pixel of the source is in each of the copy, in parts of a period: uint16 (period, span).

    >>> _weights(_Axis(3, 2)).tolist()
    [[2, 1, 0], [0, 1, 2]]
    """
    span, period = axis
    ends, starts = np.arange(1, period + 1) * span, np.arange(period) * span
    low, high = np.arange(span) * period, np.arange(1, span + 1) * period
    share = np.minimum(ends[:, None], high[None, :]) - np.maximum(starts[:, None], low[None, :])
    return share.clip(0).astype(np.uint16)


def _averaged(values: NDArray[np.uint8], axis: _Axis) -> NDArray[np.uint8]:
    """The middle axis averaged: uint8 (n, span, m) to (n, period, m). Both ways give the same numbers."""
    span, period = axis
    weights = _weights(axis)
    if values.size * period <= _FEW:
        sums = weights.astype(np.float32) @ values.astype(np.float32)  # below 2**24, so they are exact
        sums += span // 2
        sums /= span
        return sums.astype(np.uint8)
    out = np.empty((values.shape[0], period, values.shape[2]), dtype=np.uint8)
    kind = np.uint16 if 256 * span < 1 << 16 else np.uint32
    for index in range(period):
        total = np.full(out[:, index].shape, span // 2, dtype=kind)
        for place in np.flatnonzero(weights[index]):
            weight = weights[index, place]
            total += values[:, place] if weight == 1 else np.multiply(values[:, place], weight, dtype=kind)
        total //= span
        out[:, index] = total
    return out
