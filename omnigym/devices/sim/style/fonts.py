"""Fonts and their measures.

The typefaces are Open Sans, as the package ``ttf-opensans`` ships it, close to Segoe UI, and Android's Roboto, from
``font-roboto``. Both are freely licensed, and the same files on every machine. Letters advance by whole pixels and are
not kerned, so the width of a text is the sum of its letters' and a letter typed at the end moves nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from functools import lru_cache
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from PIL import ImageFont

from omnigym.errors import MissingDependencyError

__all__ = [
    "Font",
    "advance_table",
    "ascent",
    "char_advances",
    "data_dir",
    "elide",
    "face",
    "line_height",
    "positions",
    "text_width",
    "wrap",
]

ELLIPSIS = "…"


class Font(NamedTuple):
    """A font, as plain data.

    Attributes:
        family: "ui", or any other name; all but those of `_ROBOTO` are drawn as Open Sans, "ui-semibold" as its
            semibold.
        size: Pixels per em.
        bold, italic: As their names say.
    """

    family: str = "ui"
    size: int = 12
    bold: bool = False
    italic: bool = False


#: Family name to the weight that it is drawn in when it is not bold.
_WEIGHTS = {"ui-light": "Light", "ui-semibold": "SemiBold"}
_ROBOTO = {"roboto": "Regular", "roboto-light": "Light", "roboto-medium": "Medium"}


def data_dir(module: str, package: str, needed_for: str) -> Path:
    """The directory of an installed package that is read for its files and never imported.

    Raises:
        MissingDependencyError: It is not installed.
    """
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise MissingDependencyError(package, needed_for, f"pip install {package}")
    return Path(spec.origin).parent


@lru_cache(maxsize=64)
def face(font: Font) -> ImageFont.FreeTypeFont:
    """The FreeType face of a font."""
    if font.family in _ROBOTO:
        return _roboto(font)
    style = "Bold" if font.bold else _WEIGHTS.get(font.family, "Regular")
    if font.italic:
        style = "Italic" if style == "Regular" else style + "Italic"
    path = data_dir("ttf_opensans", "ttf-opensans", "The simulated desktop") / "ttf" / f"OpenSans-{style}.ttf"
    return ImageFont.truetype(str(path), max(1, font.size), layout_engine=ImageFont.Layout.BASIC)


def _roboto(font: Font) -> ImageFont.FreeTypeFont:
    style = "Bold" if font.bold else _ROBOTO[font.family]
    if font.italic:
        style = "Italic" if style == "Regular" else style + "Italic"
    path = data_dir("font_roboto", "font-roboto", "The simulated phone") / "files" / f"Roboto-{style}.ttf"
    return ImageFont.truetype(str(path), max(1, font.size), layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=64)
def advance_table(font: Font) -> Mapping[str, int]:
    """The advance of each letter in pixels, measured when first looked up; whole, and of that letter alone."""
    return _Advances(font)


class _Advances(dict[str, int]):
    _MOST = 4096

    def __init__(self, font: Font) -> None:
        super().__init__()
        self._face = face(font)

    def __missing__(self, letter: str) -> int:
        advance = 0 if letter in "\n\r" else round(self._face.getlength(" " * 4 if letter == "\t" else letter))
        if len(self) < self._MOST:
            self[letter] = advance
        return advance


@lru_cache(maxsize=8192)
def text_width(text: str, font: Font) -> int:
    """The width of a line of text, in pixels."""
    table = advance_table(font)
    return sum([table[c] for c in text])


def char_advances(text: str, font: Font) -> list[int]:
    """The advance of each letter of a line, in pixels."""
    table = advance_table(font)
    return list(map(table.__getitem__, text))


@lru_cache(maxsize=1024)
def positions(text: str, font: Font) -> tuple[int, ...]:
    """Where each letter of a line starts, in pixels, and where the last ends: ``len(text) + 1`` of them."""
    return tuple(accumulate(char_advances(text, font), initial=0))


@lru_cache(maxsize=64)
def ascent(font: Font) -> int:
    """From the top of a line box down to the baseline, in pixels."""
    return round(font.size * 1.069)


@lru_cache(maxsize=64)
def line_height(font: Font) -> int:
    """The height of a line box, in pixels."""
    return ascent(font) + round(font.size * 0.293)


@lru_cache(maxsize=2048)
def elide(text: str, font: Font, width: int) -> str:
    """``text``, cut and closed by an ellipsis when it is wider than ``width`` pixels."""
    if text_width(text, font) <= width:
        return text
    room = width - text_width(ELLIPSIS, font)
    count = bisect_right(positions(text, font), room) - 1
    return text[:count].rstrip() + ELLIPSIS if count > 0 else ""


@lru_cache(maxsize=1024)
def wrap(text: str, font: Font, width: int) -> tuple[tuple[int, int], ...]:
    r"""The (start, end) of each visual line of ``text`` in ``width`` pixels.

    Breaks after spaces where it can, within a word where it must, and at every newline (which belongs to no line).
    A space at a break belongs to the line before.

    >>> wrap("a\nb", Font(), 100)
    ((0, 1), (2, 3))
    """
    lines: list[tuple[int, int]] = []
    start = 0
    for paragraph in text.split("\n"):
        lines += [(start + a, start + b) for a, b in _wrap_paragraph(paragraph, font, width)]
        start += len(paragraph) + 1
    return tuple(lines)


def _wrap_paragraph(text: str, font: Font, width: int) -> list[tuple[int, int]]:
    places = positions(text, font)
    lines: list[tuple[int, int]] = []
    start = 0
    while True:
        end = bisect_right(places, places[start] + max(width, 0), lo=start) - 1
        while end < len(text) and text[end] == " ":  # spaces hang over the edge
            end += 1
        if end >= len(text):
            lines.append((start, len(text)))
            return lines
        space = text.rfind(" ", start, end)
        end = space + 1 if space >= start else max(end, start + 1)
        lines.append((start, end))
        start = end
        if start == len(text):
            return lines
