"""A classifier of letters and pictures.

A few signs that stand by themselves are letters if they are drawn like these letters.

A network that reads lines knows nothing but letters: it reads a magnifying glass as Q, and is sure of it. So what it
read is drawn once more, in a plain typeface, and laid over what is there. Typefaces differ less than letters and icons
do: icons are as wide as high, and thinner.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from omnigym.perception.element import Frame
from omnigym.perception.shapes import load_vision

__all__ = ["FEW", "are_letters"]

_Ink = NDArray[np.float32]

#: More signs than these are no icon.
FEW: Final = 3
#: Pixels of the height at which letters are compared, and of the one at which they are drawn for it.
_HEIGHT, _DRAWN = 16, 64
#: Where there is so much ink, in [0, 1], a letter begins.
_BEGINS: Final = 0.35
#: Of the farthest colour from the ground: what has no less is all ink.
_INK: Final = 0.8
#: How alike they are at least, in [-1, 1]. Letters of a few pixels lose much of their shape, larger ones do not, and
#: icons are larger: up to so many pixels of height with the edges, letters are small.
_ALIKE_SMALL, _ALIKE, _SMALL = 0.66, 0.84, 11
#: How much more alike larger ones must be, for each unit of which the network is not sure.
_UNSURE: Final = 0.35
#: The same for two and three signs.
_ALIKE_FEW: Final = 0.7
#: The width of what is there, for its height, in widths of what was drawn.
#: Bold digits are wide, and few icons look like one; typefaces have f, j and t as they like.
_WIDTHS: Final = (0.77, 1.125)
_DIGITS, _WIDTHS_DIGIT = "2345679", (0.7, 1.4)
_NARROW, _WIDTHS_NARROW = 0.62, (0.55, 1.6)
#: How sure the network must be that two or three signs are text, if they are drawn in another way; and one narrow sign,
#: as a border or a caret is I or 1, too.
_SURE, _SURE_NARROW = 0.9, 0.68
#: A ring whose sides differ by a smaller share is a button or a wheel: the letter is higher than wide.
_ROUND: Final = 0.03
#: Signs that are drawn alike, besides small and large letters.
_TWINS: Final = ("Il1|", "O0")


def are_letters(pixels: Frame, text: str, sure: float) -> bool:
    """Return whether these are the letters that a network read, as opposed to a misread picture.

    Args:
        pixels: Some of the ground around what was read, and nothing else: uint8 (h, w, 3).
        text: What was read. If it has more than `FEW` signs, most of them Latin ones, it is text.
        sure: How sure the network is, in [0, 1].

    Raises:
        MissingDependencyError: OpenCV is not installed.
    """
    signs = "".join(text.split())
    if len(signs) > FEW:
        return sure >= _SURE or 2 * sum(sign.isascii() for sign in signs) >= len(signs)
    if not signs.isascii():
        return False
    if len(signs) > 1 and sure >= _SURE:
        return True
    if not any(sign.isalnum() for sign in signs):
        return False
    return any(_is_drawn(pixels, sure, like) for like in _likes(" ".join(text.split())))


def _likes(text: str) -> list[str]:
    """The texts that look the same, but for the size."""
    twins = [twin for group in _TWINS if text in group for twin in group]
    return sorted({text, text.lower(), text.upper(), *twins})


def _is_drawn(pixels: Frame, sure: float, text: str) -> bool:
    """Whether this text is there, or a small letter with specks around."""
    found, drawn = _inside(_inked(pixels)), _template(text)
    ink, largest = _trimmed(found), _trimmed(_largest(found))
    if ink is None or largest is None or drawn is None:
        return False
    small = len(text) == 1 and len(ink) <= _SMALL
    return _is_like(ink, drawn, sure, text) or (small and _is_like(largest, drawn, sure, text))


def _is_like(ink: _Ink, drawn: _Ink, sure: float, text: str) -> bool:
    """Whether one looks like the other, which is this text."""
    (high, wide), (height, width) = ink.shape, drawn.shape
    narrow = len(text) == 1 and width < _NARROW * height
    least, most = _WIDTHS_NARROW if narrow else _WIDTHS_DIGIT if text in _DIGITS else _WIDTHS
    if not least <= wide * height / (high * width) <= most or (narrow and sure < _SURE_NARROW):
        return False
    if text in "Oo0" and high >= _SMALL and abs(wide - high) < _ROUND * high:
        return False
    enough = _ALIKE + _UNSURE * (1 - sure) if high + 2 > _SMALL else _ALIKE_SMALL
    enough = _ALIKE_FEW if len(text) > 1 else enough
    columns = max(round(_HEIGHT * width / height), 1)
    return _likeness(_scaled(ink, columns), _scaled(drawn, columns)) >= enough


def _inked(pixels: Frame) -> _Ink:
    """How far each pixel is from the colour of the ground to that of the ink, in [0, 1]: float32 (h, w)."""
    wide = pixels.astype(np.float32)
    ground = np.median(np.concatenate([wide[0], wide[-1], wide[:, 0], wide[:, -1]]), axis=0)
    off = wide - ground
    far = np.linalg.norm(off, axis=2)
    ink = off[far >= _INK * far.max()].mean(axis=0)
    return np.asarray(np.clip(off @ ink / max(float(ink @ ink), 1.0), 0, 1), np.float32)


def _inside(ink: _Ink) -> _Ink:
    """It without what is cut off, such as borders, unless all is."""
    _, parts = load_vision().connectedComponents((ink > _BEGINS).astype(np.uint8))
    outer = np.unique(np.concatenate([parts[0], parts[-1], parts[:, 0], parts[:, -1]]))
    inner = ink * ~np.isin(parts, outer)
    return inner if (inner > _BEGINS).any() else ink


def _largest(ink: _Ink) -> _Ink:
    """The largest connected part of it, the first of equal ones."""
    _, parts, sizes, _ = load_vision().connectedComponentsWithStats((ink > _BEGINS).astype(np.uint8))
    return ink * (parts == 1 + int(sizes[1:, 4].argmax())).astype(np.float32) if len(sizes) > 1 else ink


def _trimmed(ink: _Ink) -> _Ink | None:
    """It without the empty rows and columns around, None if nothing is left."""
    ys, xs = np.nonzero(ink > _BEGINS)
    return ink[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1] if len(ys) else None


@lru_cache(maxsize=512)
def _template(text: str) -> _Ink | None:
    image = Image.new("L", ((len(text) + 1) * _DRAWN * 2, _DRAWN * 3))
    ImageDraw.Draw(image).text((_DRAWN, _DRAWN), text, 255, ImageFont.load_default(_DRAWN))
    return _trimmed(np.asarray(image, np.float32) / np.float32(255))


def _scaled(ink: _Ink, width: int) -> _Ink:
    """It at one height and this width, a little blurred, with a margin."""
    cv2 = load_vision()
    small = cv2.resize(ink, (width, _HEIGHT), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(np.pad(small, 3), (0, 0), 0.7))


def _likeness(a: _Ink, b: _Ink) -> float:
    """Pearson's correlation, in [-1, 1]."""
    a, b = a - a.mean(), b - b.mean()
    size = float(np.linalg.norm(a) * np.linalg.norm(b))
    return float((a * b).sum()) / size if size else 0.0
