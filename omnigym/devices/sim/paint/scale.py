"""A scaled copy of the screen, area-averaged, kept up to date where the screen changed."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from PIL import Image

from omnigym.devices.sim.paint.blend import Frame

__all__ = ["Scaler"]


class Scaler:
    """Keeps a scaled copy of a frame.

    Args:
        source: (width, height) of the frame, in pixels.
        target: (width, height) of the copy.
    """

    def __init__(self, source: tuple[int, int], target: tuple[int, int]) -> None:
        self._source, self._target = source, target
        self._step = source[0] / target[0], source[1] / target[1]
        self._pixels = np.zeros((target[1], target[0], 3), dtype=np.uint8)

    def update(self, frame: Frame, rects: Iterable[tuple[int, int, int, int]]) -> None:
        """Average anew where the frame changed.

        Args:
            frame: uint8 (H, W, 3) of the source's size.
            rects: Left, top, right, bottom of what changed.
        """
        sx, sy = self._step
        width, height = self._target
        for x0, y0, x1, y1 in rects:
            a, b = max(int(x0 / sx), 0), max(int(y0 / sy), 0)
            c, d = min(int(-(-x1 // sx)), width), min(int(-(-y1 // sy)), height)
            if a < c and b < d:
                self._average(frame, a, b, c, d)

    def _average(self, frame: Frame, a: int, b: int, c: int, d: int) -> None:
        sx, sy = self._step
        # Cut out the source pixels of these target pixels: whole ones, then the exact part within them.
        left, top = int(a * sx), int(b * sy)
        right, bottom = min(int(-(-c * sx // 1)), self._source[0]), min(int(-(-d * sy // 1)), self._source[1])
        image = Image.fromarray(frame[top:bottom, left:right])
        exact = (a * sx - left, b * sy - top, min(c * sx - left, image.width), min(d * sy - top, image.height))
        self._pixels[b:d, a:c] = np.asarray(image.resize((c - a, d - b), Image.Resampling.BOX, box=exact))

    def copy(self) -> Frame:
        """The scaled copy: uint8 (height, width, 3), new."""
        return self._pixels.copy()
