"""Colours as ints ``0xRRGGBB``, which hash fast and read like those of a style sheet."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Colour = int

#: The widest run of pixels that one assignment fills, in pixels.
STRIP_WIDTH = 4096


class Shade(NamedTuple):
    """An app's own colour, which no palette has: on light backgrounds, and on dark ones."""

    light: Colour
    dark: Colour


def rgb(colour: Colour) -> tuple[int, int, int]:
    """Return red, green and blue in 0..255.

    >>> rgb(0xFF8000)
    (255, 128, 0)
    """
    return colour >> 16, (colour >> 8) & 0xFF, colour & 0xFF


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """Return the colour between ``a`` (share 0) and ``b`` (share 1).

    >>> hex(mix(0x000000, 0xFFFFFF, 0.5))
    '0x808080'
    """
    parts = (round(p + (q - p) * share) for p, q in zip(rgb(a), rgb(b), strict=True))
    red, green, blue = parts
    return red << 16 | green << 8 | blue


@lru_cache(maxsize=256)
def strip(colour: Colour) -> NDArray[np.uint8]:
    """Return a read-only row of that colour, uint8 (1, `STRIP_WIDTH`, 3).

    Assigning a slice of it to a frame copies whole rows; broadcasting three bytes is some 80 times slower.
    """
    row = np.tile(np.array(rgb(colour), dtype=np.uint8), (1, STRIP_WIDTH, 1))
    row.setflags(write=False)
    return row
