"""Text as bitmaps: a run of letters is rasterised and blended onto its background once, and then copied.

Letters are combined by the larger coverage, so a run gives the same pixels as its letters drawn one by one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from omnigym.sim.paint.blend import Stencil, on_plain, stencil
from omnigym.sim.style.code_boxes import code_box
from omnigym.sim.style.colour import Colour
from omnigym.sim.style.fonts import Font, ascent, drawn_as_box, face_of, line_height, positions, silent, stands_alone


class Run(NamedTuple):
    """A run of letters on a plain background.

    Attributes:
        dx: Offset in pixels from the text's origin to the left edge of ``pixels`` (below 0 if a letter overhangs).
        pixels: uint8 (line height, width, 3).
        width, height: Of ``pixels``.
    """

    dx: int
    pixels: NDArray[np.uint8]
    width: int
    height: int


class _Glyph(NamedTuple):
    x: int
    y: int
    mask: NDArray[np.uint8]


@lru_cache(maxsize=4096)
def _glyph(letter: str, font: Font) -> _Glyph | None:
    """A letter's coverage and its place relative to pen and baseline; None if it leaves no ink."""
    if letter.isspace() or silent(letter, font):
        return None
    if drawn_as_box(letter, font):
        box = code_box(letter, font.size)
        return _Glyph(0, min(2, line_height(font) - ascent(font)) - box.shape[0], box)
    core, (x, y) = face_of(letter, font).getmask2(letter, mode="L", anchor="ls")
    width, height = core.size
    if not width or not height:
        return None
    mask = np.frombuffer(bytes(core), dtype=np.uint8).reshape(height, width)
    return _Glyph(0 if stands_alone(letter) else x, y, mask)


def _lay(glyph: _Glyph, x: int, font: Font, mask: NDArray[np.uint8]) -> None:
    """Combine a letter with a mask as high as a line, its pen at ``x``; what is outside of the mask is cut off."""
    top, at, rows = ascent(font) + glyph.y, x + glyph.x, glyph.mask
    if top < 0 or at < 0:
        rows, top, at = rows[max(-top, 0) :, max(-at, 0) :], max(top, 0), max(at, 0)
    region = mask[top : top + rows.shape[0], at : at + rows.shape[1]]
    np.maximum(region, rows[: region.shape[0], : region.shape[1]], out=region)


@lru_cache(maxsize=4096)
def _cell(letter: str, font: Font) -> tuple[NDArray[np.uint8], _Glyph | None]:
    """A letter's coverage from its pen position to the next one's, as high as a line; and its glyph if it overhangs.

    Most letters stay within their advance, so a run is mostly the concatenation of such cells.
    """
    width, glyph = positions(letter, font)[1], _glyph(letter, font)
    cell = np.zeros((line_height(font), width), dtype=np.uint8)
    if glyph is None:
        return cell, None
    _lay(glyph, 0, font, cell)
    return cell, glyph if glyph.x < 0 or glyph.x + glyph.mask.shape[1] > width else None


@lru_cache(maxsize=2048)
def _mask(text: str, font: Font) -> tuple[int, NDArray[np.uint8]]:
    """The offset (0 or less) of a run's left edge from its origin, and its coverage, uint8 (line height, width)."""
    places, cells = positions(text, font), [_cell(letter, font) for letter in text]
    wide = [(x, glyph) for x, (_, glyph) in zip(places, cells, strict=False) if glyph is not None]
    left = min([0, *(x + glyph.x for x, glyph in wide)])
    right = max([places[-1], *(x + glyph.x + glyph.mask.shape[1] for x, glyph in wide)])
    before, after = -left, max(right, left + 1) - places[-1]
    height = line_height(font)
    blanks = np.zeros((height, before), np.uint8), np.zeros((height, after), np.uint8)
    mask = np.concatenate([blanks[0], *[cell for cell, _ in cells], blanks[1]], axis=1)
    for x, glyph in wide:
        _lay(glyph, x - left, font, mask)
    return left, mask


@lru_cache(maxsize=4096)
def run_on(text: str, font: Font, colour: Colour, background: Colour) -> Run:
    """Return a run of letters blended onto a plain background."""
    dx, mask = _mask(text, font)
    pixels = on_plain(mask, colour, background)
    return Run(dx, pixels, pixels.shape[1], pixels.shape[0])


@lru_cache(maxsize=512)
def run_stencil(text: str, font: Font, colour: Colour) -> tuple[int, Stencil]:
    """Return a run of letters that can be blended onto any background, and its ``dx``."""
    dx, mask = _mask(text, font)
    return dx, stencil(mask, colour)


@lru_cache(maxsize=256)
def halo_stencil(text: str, font: Font, colour: Colour) -> tuple[tuple[int, int], Stencil]:
    """Return a soft shade around and a little below a run of letters.

    Returns:
        Its (dx, dy) relative to the origin of the run, and its stencil.
    """
    dx, mask = _mask(text, font)
    blurs = max(1, round(_BLURS * (font.size / _BLURRED) ** 2))  # the width of a blur grows with the root of its number
    reach, below = blurs + 1, max(1, round(font.size / _BLURRED))
    shade = np.pad(mask.astype(np.float64), reach)
    for axis in (0, 1):
        for _ in range(blurs):
            shade = 0.4 * shade + 0.3 * (np.roll(shade, 1, axis) + np.roll(shade, -1, axis))
    soft = np.rint(np.clip(shade * 2.6, 0, 225)).astype(np.uint8)
    return (dx - reach, below - reach), stencil(soft, colour)


#: How often the shade of letters of so many pixels per em is blurred.
_BLURS, _BLURRED = 2, 12
