"""Fonts and their measures.

The typefaces are Open Sans, as the package ``ttf-opensans`` ships it, close to Segoe UI, Android's Roboto, from
``font-roboto``, for terminals IBM Plex Mono, from ``fontpkg-ibm-plex-mono``, and for documents the serif Caladea, from
``font-caladea``. Letters that these lack, such as Chinese, Japanese and Korean ones, are those of Noto Sans CJK, from
``noto-cjk-sans-jp-regular``. Letters that it lacks too, such as emoji, Arabic, Hindi and Thai, are boxes that say their
code points (`omnigym.sim.style.code_boxes`). All typefaces are freely licensed, and the same files on every machine.
Letters advance by whole pixels and are not kerned, so the width of a text is the sum of its letters' and a letter typed
at the end moves nothing.
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
        family: One of `_FAMILIES`, or the name that a document has; those of `_NAMED` are drawn as their kind, and all
            others as Open Sans.
        size: Pixels per em.
        bold, italic: As their names say.
    """

    family: str = "ui"
    size: int = 12
    bold: bool = False
    italic: bool = False


class _Typeface(NamedTuple):
    """A typeface and the package that has it.

    Attributes:
        module, package, needed_for: The package's, and what is said where it is missing.
        files: The path of a style's file in it.
        lacking: The first letter that it may lack; it has every one below.
    """

    module: str
    package: str
    needed_for: str
    files: str
    lacking: str = "\u2000"


_OPEN_SANS = _Typeface("ttf_opensans", "ttf-opensans", "The simulated desktop", "ttf/OpenSans-{}.ttf")
_ROBOTO = _Typeface("font_roboto", "font-roboto", "The simulated phone", "files/Roboto-{}.ttf")
_PLEX = _Typeface(
    *("fontpkg_ibm_plex_mono", "fontpkg-ibm-plex-mono", "A terminal of the simulated desktop"),
    *("files/IBMPlexMono-{}.ttf", "\u0370"),
)
_CALADEA = _Typeface("font_caladea", "font-caladea", "A serif in a document", "files/Caladea-{}.ttf", "\u0180")
#: The typeface of a family, and the style in which it is drawn when it is neither bold nor italic.
_FAMILIES: Mapping[str, tuple[_Typeface, str]] = {
    "ui": (_OPEN_SANS, "Regular"),
    "ui-light": (_OPEN_SANS, "Light"),
    "ui-semibold": (_OPEN_SANS, "SemiBold"),
    "roboto": (_ROBOTO, "Regular"),
    "roboto-light": (_ROBOTO, "Light"),
    "roboto-medium": (_ROBOTO, "Medium"),
    "mono": (_PLEX, "Regular"),
    "serif": (_CALADEA, "Regular"),
}
#: The families that documents name, by the one that is drawn; all others are drawn as "ui".
_NAMED: Mapping[str, tuple[str, ...]] = {
    "ui-light": ("Aptos Light", "Calibri Light", "Open Sans Light", "Segoe UI Light"),
    "ui-semibold": ("Aptos SemiBold", "Open Sans SemiBold", "Segoe UI Semibold"),
    "roboto": ("Arial", "Arimo", "Helvetica", "Liberation Sans", "Roboto"),
    "mono": (
        *("Cascadia Code", "Cascadia Mono", "Consolas", "Courier", "Courier New", "Cousine", "DejaVu Sans Mono"),
        *("IBM Plex Mono", "Liberation Mono", "Lucida Console", "Ubuntu Mono"),
    ),
    "serif": (
        *("Book Antiqua", "Caladea", "Cambria", "Century", "DejaVu Serif", "Garamond", "Georgia", "Liberation Serif"),
        *("Noto Serif", "Palatino Linotype", "Times", "Times New Roman", "Tinos"),
    ),
}
_DRAWN_AS = {name.casefold(): family for family, names in _NAMED.items() for name in names}


def _typeface(font: Font) -> tuple[_Typeface, str]:
    """The typeface of a font, and its style."""
    family = font.family if font.family in _FAMILIES else _DRAWN_AS.get(font.family.casefold(), "ui")
    typeface, style = _FAMILIES[family]
    if font.bold:
        style = "Bold"
    if font.italic:
        style = "Italic" if style == "Regular" else style + "Italic"
    return typeface, style


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
    typeface, style = _typeface(font)
    path = data_dir(typeface.module, typeface.package, typeface.needed_for) / typeface.files.format(style)
    return ImageFont.truetype(str(path), max(1, font.size), layout_engine=ImageFont.Layout.BASIC)


_NO_LETTER = "\uffff"  # drawn as a letter that a face lacks: a box


@lru_cache(maxsize=4096)
def face_of(letter: str, font: Font) -> ImageFont.FreeTypeFont:
    """Return the face that has a letter: the font's own, else Open Sans or the fallback's one weight, else its own."""
    own, typeface = face(font), _typeface(font)[0]
    if letter < typeface.lacking or not _lacks(own, letter):
        return own
    others = (face(font._replace(family="ui")),) if typeface is not _OPEN_SANS else ()
    return next((other for other in (*others, _noto(font.size)) if not _lacks(other, letter)), own)


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
