"""DetACT (OmniACT, section 5): a screenshot as elements with text, icon and colour, and as the lists of Figure 3.

The parts are `ScreenTextReader`, `Segmenter` and `IconMatcher`; see `omnigym.perception.element`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np

from omnigym.errors import ConfigError, TooLargeError, UnknownNameError
from omnigym.foreign import remember_contents
from omnigym.foreign.limits import PIXELS
from omnigym.perception.colours import ColourRule, colours_of
from omnigym.perception.element import Element, Frame, IconMatcher, ScreenTextReader, Segmenter
from omnigym.perception.grouping import merge_elements
from omnigym.perception.icon_packs import installed_packs
from omnigym.perception.icons import TemplateMatcher
from omnigym.perception.shapes import LEAST_ICON, MOST_ICON, ContourSegmenter, check_size, load_vision
from omnigym.perception.texts import reader_of

__all__ = ["SEGMENTERS", "DetACT", "Signals", "describe", "detact_files", "signals_of"]

#: Screens whose elements are kept.
_KEPT: Final = 8
#: How many times as long as high an icon may be, and a small one, such as the line that minimizes a window.
_LONGEST, _LONGEST_SMALL = 1.8, 6
_SMALL: Final = 24
#: About how many letters a token has: what most tokenizers make of such lists, rather fewer.
_LETTERS: Final = 3


def _contours() -> Segmenter:
    load_vision()
    return ContourSegmenter()


#: What makes a segmenter, by name.
SEGMENTERS: Mapping[str, Callable[[], Segmenter]] = MappingProxyType({"contours": _contours})


class DetACT:
    """A detector of a screen's elements from its pixels, on any device, without a tree.

    The same pixels give the same elements, in every process. Text is read again only where pixels changed, icons only
    where a region did, and a screen that was seen lately costs nothing.

    Args:
        reader: Reads text: a name of `omnigym.perception.texts.READERS`, or one of yours.
        segmenter: Finds what is no text: a name of `SEGMENTERS`, or one of yours, such as SAM.
        icons: Names icons: a matcher, or the packs of a `TemplateMatcher` (names or paths); None for no names. By
            default the packs that are installed, so name them where elements must not depend on that.
        colours: How colours are found, see `omnigym.perception.colours`: True is "seen", False is not at all.

    Raises:
        UnknownNameError: There is no such reader or segmenter.
        MissingDependencyError: A part needs what is not installed.
    """

    def __init__(
        self,
        reader: ScreenTextReader | str = "rapidocr",
        segmenter: Segmenter | str = "contours",
        icons: IconMatcher | str | Sequence[str | Path] | None = "installed",
        colours: ColourRule | bool = True,
    ) -> None:
        self._reader = reader_of(reader) if isinstance(reader, str) else reader
        self._segmenter = _segmenter_of(segmenter) if isinstance(segmenter, str) else segmenter
        if isinstance(icons, str):
            icons = installed_packs() if icons == "installed" else (icons,)
        self._icons = TemplateMatcher(icons) if isinstance(icons, Sequence) else icons
        self._colours: ColourRule | None = "seen" if colours is True else colours or None
        if self._colours not in (None, "seen", "average"):
            raise ConfigError(f"colours must be 'seen', 'average', True or False, got {colours!r}.")
        self._remembered = remember_contents(_KEPT)(self._read)

    def elements(self, frame: Frame) -> tuple[Element, ...]:
        """Return the elements of a screen, in reading order.

        Args:
            frame: uint8 (H, W, 3), RGB.

        Raises:
            ConfigError: It is no such array.
            TooLargeError: It has more pixels than are read, or more than `shapes.MOST_SIDE` on a side.
        """
        if frame.dtype != np.uint8 or frame.ndim != 3 or frame.shape[2] != 3:
            raise ConfigError(f"A frame is uint8 (height, width, 3), got {frame.dtype} {frame.shape}.")
        height, width, _ = frame.shape
        if height * width > PIXELS:
            raise TooLargeError(f"A frame of {width} x {height} has more than the {PIXELS:,} pixels that are read.")
        check_size(frame)
        if not frame.size:
            return ()
        return self._remembered(np.array([height, width], "<u4").tobytes() + frame.tobytes())

    def _read(self, screen: bytes) -> tuple[Element, ...]:
        height, width = np.frombuffer(screen, "<u4", 2).tolist()
        frame: Frame = np.frombuffer(screen, np.uint8, offset=8).reshape(height, width, 3)
        texts = self._reader.read(frame)
        segments = self._segmenter.segments(frame, texts)
        # by the bounds of what is drawn: elements are as large as what is clicked
        if self._icons is not None:
            segments = _with_icons(frame, segments, self._icons)
        if self._colours is not None:
            segments = _with_colours(frame, segments, self._colours)
        found = merge_elements(frame, texts, segments)
        if self._icons is not None:
            found = _with_icons(frame, found, self._icons)
        if self._colours is not None:
            found = _with_colours(frame, found, self._colours)
        return tuple(found)


def _segmenter_of(name: str) -> Segmenter:
    if name not in SEGMENTERS:
        raise UnknownNameError("segmenter", name, SEGMENTERS)
    return SEGMENTERS[name]()


def _with_icons(frame: Frame, found: Sequence[Element], icons: IconMatcher) -> list[Element]:
    """The elements with the names of their icons. A single letter may be one, too: a magnifying glass is read as Q."""
    small = [n for n, e in enumerate(found) if not e.icon and (not e.text or _is_letter(e)) and _may_be_icon(e)]
    matches = icons.match(frame, [found[n].bounds for n in small])
    named = {n: match.name for n, match in zip(small, matches, strict=True) if match is not None}
    return [e._replace(icon=named.get(n, e.icon)) for n, e in enumerate(found)]


def _with_colours(frame: Frame, found: Sequence[Element], rule: ColourRule) -> list[Element]:
    """The elements with their colours; those that have one keep it."""
    plain = [n for n, e in enumerate(found) if not e.colour]
    names = dict(zip(plain, colours_of(frame, [found[n].bounds for n in plain], rule), strict=True))
    return [e._replace(colour=names.get(n, e.colour)) for n, e in enumerate(found)]


def _is_letter(element: Element) -> bool:
    return element.source == "text" and len(element.text) == 1 and element.text.isascii() and element.text.isalpha()


def _may_be_icon(element: Element) -> bool:
    _, _, w, h = element.bounds
    longest = _LONGEST if max(w, h) > _SMALL else _LONGEST_SMALL
    return LEAST_ICON <= max(w, h) <= MOST_ICON and max(w, h) <= longest * min(w, h)


# -- what goes into a prompt and into the data set's files -------------------------------------------------------------


class Signals(NamedTuple):
    """The three lists of DetACT (Figure 3), in reading order: the elements, and the centre of each in pixels.

    Attributes:
        text: The lines of text.
        icon: The names of icons.
        colour: The colours of all that is no line of text.
    """

    text: list[tuple[str, tuple[int, int]]]
    icon: list[tuple[str, tuple[int, int]]]
    colour: list[tuple[str, tuple[int, int]]]


def signals_of(elements: Iterable[Element]) -> Signals:
    """Return elements as the paper's three lists."""
    found = Signals([], [], [])
    for element in elements:
        x, y, w, h = element.bounds
        centre = x + w // 2, y + h // 2
        if element.text:
            found.text.append((element.text, centre))
        if element.icon:
            found.icon.append((element.icon, centre))
        if element.colour and element.source != "text":
            found.colour.append((element.colour, centre))
    return found


def describe(elements: Sequence[Element], tokens: int | None = None, count: Callable[[str], int] | None = None) -> str:
    """Return the three lists as text for a prompt (Figures 3 and 4), one line each with the centre in pixels.

    If they are too long, the elements with the lowest confidence are left out first, of equal ones the last.

    Args:
        elements: In reading order.
        tokens: How many tokens the text may have, at least 1; None for any number.
        count: Counts the tokens of a text; by default a third of its letters.

    Raises:
        ConfigError: ``tokens`` is below 1.
    """
    if tokens is None:
        return _listed(elements)
    if tokens < 1:
        raise ConfigError(f"tokens must be at least 1, got {tokens}.")
    count = count or (lambda text: 1 + len(text) // _LETTERS)
    surest = sorted(range(len(elements)), key=lambda n: (-elements[n].confidence, n))
    few, many = 0, len(surest)  # the most that fit, by halving
    while few < many:
        middle = (few + many + 1) // 2
        if count(_listed([elements[n] for n in sorted(surest[:middle])])) <= tokens:
            few = middle
        else:
            many = middle - 1
    return _listed([elements[n] for n in sorted(surest[:few])])


def _listed(elements: Iterable[Element]) -> str:
    found = signals_of(elements)
    parts = [
        ("Text", [f'"{" ".join(text.split())}" at {centre}' for text, centre in found.text]),
        ("Icons", [f"{name} at {centre}" for name, centre in found.icon]),
        ("Colours", [f"{name} at {centre}" for name, centre in found.colour]),
    ]
    return "\n".join("\n".join([f"{title}:", *lines]) for title, lines in parts if lines)


def detact_files(
    frame: Frame, detact: DetACT
) -> tuple[dict[str, list[int]], dict[str, list[list[int]]], dict[str, list[list[int]]]]:
    """Return the dataset's OCR, icon and colour data of a screen: centres by text, by icon and by colour.

    A text that is there twice has its first place, as the published file has one a text.

    Args:
        frame: uint8 (H, W, 3), RGB.
        detact: Reads it.

    Returns:
        ``{text: [x, y]}``, ``{icon: [[x, y], ...]}``, ``{colour: [[x, y], ...]}``.
    """
    found = signals_of(detact.elements(frame))
    ocr: dict[str, list[int]] = {}
    for text, centre in found.text:
        ocr.setdefault(text, list(centre))
    return ocr, _places(found.icon), _places(found.colour)


def _places(named: Iterable[tuple[str, tuple[int, int]]]) -> dict[str, list[list[int]]]:
    places: dict[str, list[list[int]]] = {}
    for name, centre in named:
        places.setdefault(name, []).append(list(centre))
    return places
