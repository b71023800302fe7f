"""Fonts and their measures.

The typefaces are Open Sans, as the package ``ttf-opensans`` ships it, close to Segoe UI, Android's Roboto, from
``font-roboto``, and for terminals IBM Plex Mono, from ``fontpkg-ibm-plex-mono``. Letters that these lack, such as
Chinese, Japanese and Korean ones, are those of Noto Sans CJK, from ``noto-cjk-sans-jp-regular``. Letters that it lacks
too, such as emoji, Arabic, Hindi and Thai, are boxes that say their code points (`omnigym.sim.style.code_boxes`). All
typefaces are freely licensed, and the same files on every machine. Letters advance by whole pixels and are not kerned,
so the width of a text is the sum of its letters' and a letter typed at the end moves nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from functools import lru_cache
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple
from unicodedata import category

from PIL import ImageFont

from omnigym.errors import MissingDependencyError
from omnigym.sim.style.code_boxes import box_width

ELLIPSIS = "…"


class Font(NamedTuple):
    """A font, as plain data.

    Attributes:
        family: "ui", or any other name; all but "mono" and those of `_ROBOTO` are drawn as Open Sans, "ui-semibold" as
            its semibold.
        size: Pixels per em.
        bold, italic: As their names say.
    """

    family: str = "ui"
    size: int = 12
    bold: bool = False
    italic: bool = False


#: Family name to the weight that it is drawn in when it is not bold.
_WEIGHTS = {"ui-light": "Light", "ui-semibold": "SemiBold"}
_MONO = "mono"
_ROBOTO = {"roboto": "Regular", "roboto-light": "Light", "roboto-medium": "Medium"}


def data_dir(module: str, package: str, needed_for: str) -> Path:
    """Return the directory of an installed package whose files are read, and which is never imported.

    Raises:
        MissingDependencyError: It is not installed.
    """
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise MissingDependencyError(package, needed_for, f"pip install {package}")
    return Path(spec.origin).parent


@lru_cache(maxsize=256)
def face(font: Font) -> ImageFont.FreeTypeFont:
    """Return the FreeType face of a font."""
    if font.family in _ROBOTO:
        return _roboto(font)
    if font.family == _MONO:
        return _mono(font)
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


def _mono(font: Font) -> ImageFont.FreeTypeFont:
    style = ("Bold" if font.bold else "") + ("Italic" if font.italic else "") or "Regular"
    package = data_dir("fontpkg_ibm_plex_mono", "fontpkg-ibm-plex-mono", "A terminal of the simulated desktop")
    path = package / "files" / f"IBMPlexMono-{style}.ttf"
    return ImageFont.truetype(str(path), max(1, font.size), layout_engine=ImageFont.Layout.BASIC)


#: Below it, every letter is one of the typefaces' own, or of none.
_FIRST_LACKING = "\u2000"
_NO_LETTER = "\uffff"  # drawn as a letter that a face lacks: a box


@lru_cache(maxsize=4096)
def face_of(letter: str, font: Font) -> ImageFont.FreeTypeFont:
    """Return the face that has a letter: the font's own, else the fallback's one weight; its own if neither has it."""
    own = face(font)
    if letter < _FIRST_LACKING or not _lacks(own, letter):
        return own
    fallback = _noto(font.size)
    return own if _lacks(fallback, letter) else fallback


@lru_cache(maxsize=4096)
def drawn_as_box(letter: str, font: Font) -> bool:
    """Whether no typeface has a letter, so that it is drawn as a box that says its code point."""
    return not (letter.isascii() or silent(letter, font)) and _lacks(face_of(letter, font), letter)


@lru_cache(maxsize=4096)
def silent(letter: str, font: Font) -> bool:
    """Whether a letter is a sign to those beside it and not drawn itself: a joiner, a variation selector."""
    sign = "\ufe00" <= letter <= "\ufe0f" or (not letter.isascii() and category(letter) == "Cf")
    return sign and _lacks(face(font), letter)


def _lacks(drawn: ImageFont.FreeTypeFont, letter: str) -> bool:
    mask, box = drawn.getmask(letter, mode="L"), drawn.getmask(_NO_LETTER, mode="L")
    return mask.size == box.size and bytes(mask) == bytes(box)


@lru_cache(maxsize=16)  # 2 MB each
def _noto(size: int) -> ImageFont.FreeTypeFont:
    package = data_dir("noto_cjk_sans_jp_regular", "noto-cjk-sans-jp-regular", "Drawing Chinese, Japanese and Korean")
    path = package / "NotoSansCJKjp-Regular.otf"
    return ImageFont.truetype(str(path), max(1, size), layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=64)
def advance_table(font: Font) -> Mapping[str, int]:
    """Return the advance of each letter in whole pixels, measured at first use, without neighbours."""
    return _Advances(font)


class _Advances(dict[str, int]):
    _MOST = 4096

    def __init__(self, font: Font) -> None:
        super().__init__()
        self._font = font

    def __missing__(self, letter: str) -> int:
        drawn = face_of(letter, self._font)
        advance = 0 if letter in "\n\r" else round(drawn.getlength(" " * 4 if letter == "\t" else letter))
        if silent(letter, self._font):
            advance = 0
        elif drawn_as_box(letter, self._font):
            advance = box_width(letter, self._font.size)
        elif stands_alone(letter):
            left, _, right, _ = drawn.getbbox(letter)
            advance = max(round(right - left), 0)
        if len(self) < self._MOST:
            self[letter] = advance
        return advance


def stands_alone(letter: str) -> bool:
    """Return whether a letter is an accent typed after its base letter; it has its own place there.

    Over the letter before it, it would be drawn far beyond its own advance, and no letter is: what is damaged, and what
    is drawn anew, is told by advances. Letters with an accent that are one letter are drawn as they are.
    """
    return not letter.isascii() and category(letter) in ("Mn", "Me")


@lru_cache(maxsize=8192)
def text_width(text: str, font: Font) -> int:
    """Return the width of a line of text, in pixels."""
    table = advance_table(font)
    return sum([table[c] for c in text])


def char_advances(text: str, font: Font) -> list[int]:
    """Return the advance of each letter of a line, in pixels."""
    table = advance_table(font)
    return list(map(table.__getitem__, text))


@lru_cache(maxsize=1024)
def positions(text: str, font: Font) -> tuple[int, ...]:
    """Return where each letter of a line starts, in pixels, and where the last ends: ``len(text) + 1`` numbers."""
    return tuple(accumulate(char_advances(text, font), initial=0))


@lru_cache(maxsize=64)
def ascent(font: Font) -> int:
    """Return the distance from the top of a line box to the baseline, in pixels."""
    return round(font.size * 1.069)


@lru_cache(maxsize=64)
def line_height(font: Font) -> int:
    """Return the height of a line box, in pixels."""
    return ascent(font) + round(font.size * 0.293)


@lru_cache(maxsize=2048)
def elide(text: str, font: Font, width: int) -> str:
    """Return ``text``, cut with an ellipsis if it is wider than ``width`` pixels."""
    if text_width(text, font) <= width:
        return text
    room = width - text_width(ELLIPSIS, font)
    count = bisect_right(positions(text, font), room) - 1
    return text[:count].rstrip() + ELLIPSIS if count > 0 else ""


@lru_cache(maxsize=1024)
def wrap(text: str, font: Font, width: int) -> tuple[tuple[int, int], ...]:
    r"""Return the (start, end) of each visual line of ``text`` in ``width`` pixels.

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
