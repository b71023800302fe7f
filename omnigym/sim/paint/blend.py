"""Alpha blending of two kinds: onto a plain colour (computed once, then copied), and onto the pixels of the frame."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from omnigym.sim.style.colour import Colour, rgb

Frame = NDArray[np.uint8]


class Stencil(NamedTuple):
    """The operand of `blend`, which computes ``frame * keep / 256 + add / 256``.

    Attributes:
        keep: uint16 (h, w, 3), 0..256.
        add: uint16 (h, w, 3), 0..65280, or None where nothing is added (a shadow).
        width, height: In pixels.
    """

    keep: NDArray[np.uint16]
    add: NDArray[np.uint16] | None
    width: int
    height: int


def _alpha256(mask: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Coverage 0..255 as 0..256, so that a shift by eight bits replaces the division and 255 covers completely."""
    wide = mask.astype(np.uint16)
    return wide + (wide >> 7)


def stencil(mask: NDArray[np.uint8], colour: Colour | NDArray[np.uint8]) -> Stencil:
    """Return the stencil of one colour, or of an image, seen through a mask.

    Args:
        mask: uint8 (h, w), 255 where it covers.
        colour: The colour, or uint8 (h, w, 3).
    """
    alpha = np.repeat(_alpha256(mask)[:, :, None], 3, axis=2)
    source = np.array(rgb(colour) if isinstance(colour, int) else colour, dtype=np.uint16)
    return Stencil(256 - alpha, alpha * source, mask.shape[1], mask.shape[0])


def darkener(mask: NDArray[np.uint8]) -> Stencil:
    """Return the stencil of black seen through a mask: a shadow."""
    alpha = np.repeat(_alpha256(mask)[:, :, None], 3, axis=2)
    return Stencil(256 - alpha, None, mask.shape[1], mask.shape[0])


def on_plain(mask: NDArray[np.uint8], colour: Colour | NDArray[np.uint8], background: Colour) -> Frame:
    """Return one colour, or an image, seen through a mask on a plain background: uint8 (h, w, 3)."""
    if isinstance(colour, int):
        pixels = np.take(_ramp(colour, background), mask, axis=0)
    else:
        pixels = _laid_on(mask, colour, background)
    pixels.setflags(write=False)
    return pixels


def _laid_on(mask: NDArray[np.uint8], colour: Colour | NDArray[np.uint8], background: Colour) -> Frame:
    keep, add, _, _ = stencil(mask, colour)
    assert add is not None
    pixels: Frame = ((keep * np.array(rgb(background), dtype=np.uint16) + add) >> 8).astype(np.uint8)
    return pixels


@lru_cache(maxsize=512)
def _ramp(colour: Colour, background: Colour) -> NDArray[np.uint8]:
    """The blended colour for each coverage 0..255 of ``colour`` on ``background``: uint8 (256, 3)."""
    ramp: NDArray[np.uint8] = _laid_on(np.arange(256, dtype=np.uint8)[None], colour, background)[0]
    return ramp


def paste(frame: Frame, pixels: Frame, x: int, y: int, clip: tuple[int, int, int, int]) -> None:
    """Copy ``pixels`` to (x, y), within clip = (left, top, right, bottom), which lies in the frame."""
    # The clip lies in the frame, so no index below is negative: NumPy would count it from the end.
    left, top, right, bottom = clip
    height, width = pixels.shape[:2]
    x1, y1 = x + width, y + height
    if x >= left and y >= top and x1 <= right and y1 <= bottom:
        frame[y:y1, x:x1] = pixels
        return
    a, b = max(x, left), max(y, top)
    c, d = min(x1, right), min(y1, bottom)
    if a < c and b < d:
        frame[b:d, a:c] = pixels[b - y : d - y, a - x : c - x]


def blend(frame: Frame, what: Stencil, x: int, y: int, clip: tuple[int, int, int, int]) -> None:
    """Lay a stencil over the frame at (x, y), within clip = (left, top, right, bottom), which lies in the frame."""
    a, b = max(x, clip[0]), max(y, clip[1])
    c, d = min(x + what.width, clip[2]), min(y + what.height, clip[3])
    if a >= c or b >= d:
        return
    region = frame[b:d, a:c]
    inside = (slice(b - y, d - y), slice(a - x, c - x))
    # 255 * 256 at most, so 16 bits are enough: keep and alpha of a pixel add up to 256.
    mixed = region * what.keep[inside]
    if what.add is not None:
        mixed += what.add[inside]
    mixed >>= 8
    region[...] = mixed
