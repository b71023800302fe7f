"""A canvas for pictures: flat shapes and gradients, with smooth edges, the same bytes on every machine."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from PIL import Image, ImageDraw

__all__ = ["Colour", "Point", "Sketch"]

#: ``0xRRGGBB``.
Colour: TypeAlias = int
#: Shares of width and height, from the upper left corner.
Point: TypeAlias = tuple[float, float]

#: Drawn so many times larger, then averaged.
_FINE = 2


def _rgb(colour: Colour) -> tuple[int, int, int]:
    return colour >> 16, colour >> 8 & 0xFF, colour & 0xFF


class Sketch:
    """A picture under construction. Places are shares of width and height; radii and widths are shares of the height.

    Args:
        width, height: Of the picture in pixels.
        seed: Of what is scattered by chance.
    """

    def __init__(self, width: int, height: int, seed: int) -> None:
        self._size = (width * _FINE, height * _FINE)
        self._image = Image.new("RGB", self._size)
        self._draw = ImageDraw.Draw(self._image)
        self.random = random.Random(seed)

    def finished(self) -> Image.Image:
        """Return the finished picture."""
        return self._image.reduce(_FINE)

    def sky(self, *colours: Colour, end: float = 1.0) -> None:
        """Draw a gradient through colours from the top down to ``end``."""
        width, height = self._size
        rows = round(height * end)
        stops = np.linspace(0, rows - 1, len(colours))
        channels = np.array([_rgb(c) for c in colours], dtype=np.float64).T
        column = np.stack([np.interp(np.arange(rows), stops, channel) for channel in channels], axis=1)
        band = np.repeat(np.rint(column).astype(np.uint8)[:, None, :], width, axis=1)
        self._image.paste(Image.fromarray(band), (0, 0))

    def glow(self, at: Point, radius: float, colour: Colour, strength: float = 0.8) -> None:
        """Draw light around a place, fading to nothing at the radius."""
        width, height = self._size
        r = radius * height
        cx, cy = at[0] * width, at[1] * height
        box = (max(0, int(cx - r)), max(0, int(cy - r)), min(width, int(cx + r)), min(height, int(cy + r)))
        x = np.arange(box[0], box[2], 4, dtype=np.float64) - cx
        y = np.arange(box[1], box[3], 4, dtype=np.float64) - cy
        near = np.clip(1 - (x[None, :] ** 2 + y[:, None] ** 2) / (r * r), 0, 1)
        mask = Image.fromarray(np.rint(near * near * strength * 255).astype(np.uint8))
        size = (box[2] - box[0], box[3] - box[1])
        self._image.paste(_rgb(colour), (box[0], box[1]), mask.resize(size, Image.Resampling.BILINEAR))

    def shape(self, points: Sequence[Point], colour: Colour) -> None:
        """Draw a polygon."""
        width, height = self._size
        self._draw.polygon([(round(x * width), round(y * height)) for x, y in points], fill=_rgb(colour))

    def box(self, x: float, y: float, w: float, h: float, colour: Colour) -> None:
        """Draw a rectangle."""
        width, height = self._size
        place = (round(x * width), round(y * height), round((x + w) * width) - 1, round((y + h) * height) - 1)
        self._draw.rectangle((place[0], place[1], max(place[0], place[2]), max(place[1], place[3])), fill=_rgb(colour))

    def disc(self, at: Point, radius: float, colour: Colour, flat: float = 1.0) -> None:
        """Draw a circle, or an ellipse whose height is ``flat`` of its width."""
        width, height = self._size
        cx, cy, rx, ry = at[0] * width, at[1] * height, radius * height, radius * height * flat
        self._draw.ellipse((round(cx - rx), round(cy - ry), round(cx + rx), round(cy + ry)), fill=_rgb(colour))

    def line(self, points: Sequence[Point], thick: float, colour: Colour) -> None:
        """Draw a line through points."""
        width, height = self._size
        places = [(round(x * width), round(y * height)) for x, y in points]
        self._draw.line(places, fill=_rgb(colour), width=max(1, round(thick * height)), joint="curve")

    def ridge(self, base: float, rise: float, rough: float, colour: Colour, steps: int = 9) -> list[Point]:
        """Draw hills from side to side, filled down to the bottom, and return their outline.

        Args:
            base: Where they begin, as a share of the height.
            rise: How high they reach above that.
            rough: How jagged they are: the share of chance in the height of each small step.
            colour: Of all of them.
            steps: How many tops and dips.
        """
        heights = [self.random.random() * (1.0 if i % 2 else 0.45) for i in range(steps + 1)]
        line: list[Point] = []
        for i in range(steps):
            for part in range(6):
                t = part / 6
                smooth = t * t * (3 - 2 * t) * (1 - rough) + t * rough
                level = heights[i] + (heights[i + 1] - heights[i]) * smooth
                level += (self.random.random() - 0.5) * rough * 0.22 if part else 0
                line.append(((i + t) / steps, base - rise * level))
        line.append((1.0, base - rise * heights[-1]))
        self.shape([(0, 1), *line, (1, 1)], colour)
        return line

    def cloud(self, at: Point, size: float, colour: Colour = 0xFFFFFF) -> None:
        """Draw a small cloud with a flat base."""
        x, y = at
        for dx, dy, r in ((-0.9, 0, 0.5), (-0.3, -0.35, 0.65), (0.4, -0.2, 0.55), (0.95, 0.05, 0.42)):
            self.disc((x + dx * size * 0.67, y + dy * size), r * size, colour)
        self.box(x - 0.6 * size, y, 1.25 * size, 0.46 * size, colour)
