"""A scaled copy of the screen by area averaging, updated only where the screen changed.

Rows are averaged first, then columns, both in whole numbers. Let p pixels of the source make q pixels of the copy, both
reduced to lowest terms. Then the weights repeat with every such period, so whole periods are averaged at a time, and
the result does not depend on which parts are updated together.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import gcd
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from omnigym.sim.paint.blend import Frame

#: Up to this many multiplications one matrix product is faster than sums of rows.
_FEW = 400_000

#: A matrix product of fewer multiplications is not split among threads, which would wait for each other.
_ALONE = 250_000


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
    """A scaled copy of a frame, kept up to date.

    Args:
        source: (width, height) of the frame, in pixels.
        target: (width, height) of the copy.
    """

    def __init__(self, source: tuple[int, int], target: tuple[int, int]) -> None:
        self._x, self._y = _axis(source[0], target[0]), _axis(source[1], target[1])
        self._pixels = np.zeros((target[1], target[0], 3), dtype=np.uint8)
        self._touched = np.zeros((source[1] // self._y.span, source[0] // self._x.span), dtype=np.bool_)

    def update(self, frame: Frame, rects: Iterable[tuple[int, int, int, int]]) -> None:
        """Average the frame again where it changed.

        Args:
            frame: uint8 (H, W, 3) of the source's size.
            rects: Left, top, right, bottom of each changed part of the frame.
        """
        along, down = self._x, self._y
        for x0, y0, x1, y1 in rects:
            if x0 >= x1 or y0 >= y1:
                continue
            a, c = along.periods(x0, x1)
            b, d = down.periods(y0, y1)
            region = frame[b * down.span : d * down.span, a * along.span : c * along.span]
            blocks = region.reshape(d - b, down.span, region.shape[1] * 3)
            rows = _averaged_rows(blocks, down).reshape(-1, along.span * 3)
            copy = _averaged_columns(rows, along).reshape((d - b) * down.period, (c - a) * along.period, 3)
            self._pixels[b * down.period : d * down.period, a * along.period : c * along.period] = copy

    def touch(self, box: tuple[int, int, int, int]) -> None:
        """Note that the frame changed in a box; the next `settle` averages it."""
        a, c = self._x.periods(box[0], box[2])
        b, d = self._y.periods(box[1], box[3])
        self._touched[b:d, a:c] = True

    def take(self, other: Scaler, box: tuple[int, int, int, int]) -> None:
        """Note that in a box, the frame is now equal to the frame of another scaler of the same sizes.

        Whole periods in the box are copied from its copy; those at the edges are averaged by the next `settle`.
        """
        self.touch(box)
        (along, across), (down, high) = self._x, self._y
        a, c = -(-box[0] // along), box[2] // along
        b, d = -(-box[1] // down), box[3] // down
        if a < c and b < d:
            inside = (slice(b * high, d * high), slice(a * across, c * across))
            self._pixels[inside] = other._pixels[inside]
            self._touched[b:d, a:c] = False

    def settle(self, frame: Frame) -> None:
        """Average all periods that were touched since the last time."""
        rows, columns = self._touched.nonzero()
        if not len(rows):
            return
        self._touched[:] = False
        a, b, c, d = int(columns.min()), int(rows[0]), int(columns.max()) + 1, int(rows[-1]) + 1
        if len(rows) * 2 >= (c - a) * (d - b):  # most of a box
            self.update(frame, [(a * self._x.span, b * self._y.span, c * self._x.span, d * self._y.span)])
            return
        (along, across), (down, high) = self._x, self._y
        grid = frame.reshape(frame.shape[0] // down, down, frame.shape[1] // along, along, 3)
        blocks = grid[rows, :, columns].reshape(len(rows), down, along * 3)
        copy = _averaged_columns(_averaged_rows(blocks, self._y).reshape(-1, along * 3), self._x)
        out = self._pixels.reshape(-1, high, self._touched.shape[1], across, 3)
        out[rows, :, columns] = copy.reshape(len(rows), high, across, 3)

    def copy(self) -> Frame:
        """Return the scaled copy: uint8 (height, width, 3), new."""
        return self._pixels.copy()


@lru_cache(maxsize=16)
def _weights(axis: _Axis) -> NDArray[np.uint16]:
    """The weight of each source pixel in each pixel of the copy, in units of 1 / span: uint16 (period, span).

    >>> _weights(_Axis(3, 2)).tolist()
    [[2, 1, 0], [0, 1, 2]]
    """
    span, period = axis
    ends, starts = np.arange(1, period + 1) * span, np.arange(period) * span
    low, high = np.arange(span) * period, np.arange(1, span + 1) * period
    share = np.minimum(ends[:, None], high[None, :]) - np.maximum(starts[:, None], low[None, :])
    return share.clip(0).astype(np.uint16)


@lru_cache(maxsize=16)
def _sums(axis: _Axis) -> tuple[tuple[tuple[int, tuple[int, ...]], ...], ...]:
    """For each pixel of the copy, each weight with the source pixels that have it.

    >>> _sums(_Axis(3, 2))
    (((1, (1,)), (2, (0,))), ((1, (1,)), (2, (2,))))
    """
    return tuple(
        tuple((int(w), tuple(int(i) for i in np.flatnonzero(row == w))) for w in np.unique(row[row > 0]))
        for row in _weights(axis)
    )


@lru_cache(maxsize=16)
def _pixel_weights(axis: _Axis) -> NDArray[np.float32]:
    """The weights of a period for interleaved colour channels: float32 (span * 3, period * 3)."""
    return np.kron(_weights(axis).T, np.eye(3)).astype(np.float32)


def _averaged_rows(values: NDArray[np.uint8], axis: _Axis) -> NDArray[np.uint8]:
    """Average the middle axis: uint8 (n, span, m) to (n, period, m). Both ways below give the same numbers."""
    span, period = axis
    if span == period:
        return values
    if values.size * period <= _FEW:
        sums = _weights(axis).astype(np.float32) @ values.astype(np.float32)
        return _divided(sums, span)
    kind = np.uint16 if 256 * span < 1 << 16 else np.uint32
    wide: NDArray[Any] = values.astype(kind)
    out = np.empty((values.shape[0], period, values.shape[2]), dtype=np.uint8)
    for index, parts in enumerate(_sums(axis)):
        total: NDArray[Any] | None = None
        for weight, (first, *others) in parts:
            part = wide[:, first] * weight if not others else wide[:, first] + wide[:, others[0]]
            for place in others[1:]:
                part += wide[:, place]
            if others and weight > 1:
                part *= weight
            total = part if total is None else np.add(total, part, out=part)
        assert total is not None
        total += span // 2
        if span & (span - 1):
            total //= span
        else:
            total >>= span.bit_length() - 1
        out[:, index] = total
    return out


def _averaged_columns(values: NDArray[np.uint8], axis: _Axis) -> NDArray[np.uint8]:
    """Average the pixels of one period per row: uint8 (n, span * 3) to (n, period * 3)."""
    if axis.span == axis.period:
        return values
    weights = _pixel_weights(axis)
    wide = values.astype(np.float32)
    sums = np.empty((len(values), weights.shape[1]), dtype=np.float32)
    step = max(_ALONE // weights.size, 1)
    for start in range(0, len(values), step):
        np.matmul(wide[start : start + step], weights, out=sums[start : start + step])
    return _divided(sums, axis.span)


def _divided(sums: NDArray[np.float32], span: int) -> NDArray[np.uint8]:
    """Weighted sums divided by ``span`` and rounded. They are below 2**24, so float32 holds them exactly."""
    sums += span // 2
    sums /= span
    return sums.astype(np.uint8)
