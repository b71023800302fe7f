"""The elements of a screen as its picture shows them, for devices without a tree and agents that do without."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from omnigym.a11y import BlockBuilder, Rect, Role, State, Tree
from omnigym.errors import ConfigError
from omnigym.evaluation.ocr import find_texts, load_engine
from omnigym.plugins import use_plugins
from omnigym.wrappers._pixel_shapes import MOST_ICON, find_icons, find_panels, load_vision

__all__ = ["Detector", "PixelTrees", "Seen", "detector_of", "find_elements"]

_Frame: TypeAlias = NDArray[np.uint8]

#: A panel larger than this share of the screen is no element: a window, a page, the wallpaper.
_LARGEST: Final = 0.25
#: Of two elements that share so much of the smaller one, one is left.
_SAME: Final = 0.5
#: Under a picture, a caption begins at most so many pixels inside of it, and its middle is at most so many beside its.
_CAPTION: Final = 4
#: How much taller than its caption a picture is: beside the line above it, an icon is none.
_TALLER: Final = 1.2


class Seen(NamedTuple):
    """An element as a picture shows it.

    Attributes:
        bounds: (x, y, width, height) in pixels.
        text: What is written on it; "" for nothing.
    """

    bounds: Rect
    text: str = ""


#: Finds the elements of a screenshot, uint8 (H, W, 3): bounds (x, y, width, height) in its pixels and the text on each.
Detector: TypeAlias = Callable[[_Frame], Iterable[tuple[Sequence[float], str]]]


def detector_of(source: str | Detector) -> Detector:
    """The detector that is meant.

    Args:
        source: "pixels" for `find_elements`; the place of another one, ``module:function``; or itself.

    Raises:
        ConfigError: There is none.
        MissingDependencyError: "pixels" needs the extra ``ocr``.
    """
    if not isinstance(source, str):
        return source
    if source == "pixels":
        load_vision()
        load_engine()
        return find_elements
    module, _, name = source.partition(":")
    if not (module and name):
        raise ConfigError(f"Marks come from 'tree', 'pixels' or the function MODULE:NAME of yours, got {source!r}.")
    use_plugins(module)
    found: Detector | None = getattr(sys.modules[module], name, None)
    if not callable(found):
        raise ConfigError(f"There is no function {name} in the module {module}, from which marks were to come.")
    return found


class PixelTrees:
    """Makes flat trees of pictures, in each of which every element can be clicked.

    Args:
        detector: Finds the elements.
    """

    def __init__(self, detector: Detector) -> None:
        self._detector = detector
        self._last: tuple[_Frame, Tree] | None = None

    def tree(self, frame: _Frame) -> Tree:
        """The elements of a picture, in the detector's order.

        Args:
            frame: The whole screen, uint8 (H, W, 3).

        Raises:
            ConfigError: The detector answers with something else than boxes and texts.
        """
        if self._last is None or not np.array_equal(self._last[0], frame):
            self._last = frame, self._made(frame)
        return self._last[1]

    def _made(self, frame: _Frame) -> Tree:
        height, width, _ = frame.shape
        block = BlockBuilder()
        for element in self._detector(frame):
            try:
                (x, y, w, h), text = element
                left, top = max(round(x), 0), max(round(y), 0)
                right, bottom = min(round(x + w), width), min(round(y + h), height)
            except (TypeError, ValueError, OverflowError) as e:
                raise ConfigError(
                    f"A detector answers with ((x, y, width, height), text) for each element, got {element!r}: {e}."
                ) from e
            if left < right and top < bottom:
                bounds = left, top, right - left, bottom - top
                block.add(Role.UNKNOWN, str(text), bounds, State.ENABLED | State.VISIBLE | State.CLICKABLE)
        return Tree((block.build(),), (width, height))


def find_elements(frame: _Frame) -> list[Seen]:
    """The elements of a screenshot, in reading order, by the same rules each time and nothing learned of a platform.

    Lines of text are read by OCR, panels are found by their contours, icons by their edges. A panel with a text, an
    icon, or an icon before a text is one element with them, such as a button; a blank one is one as well, such as a
    field. What a panel with more in it has is elements of their own. A caption belongs to the picture above it.

    Args:
        frame: uint8 (H, W, 3), RGB.

    Raises:
        MissingDependencyError: The extra ``ocr`` is not installed.
    """
    height, width, _ = frame.shape
    texts = [Seen(found.bounds, found.text) for found in find_texts(frame) if _is_word(found.text)]
    hidden = np.zeros((height, width), np.uint8)
    for (x, y, w, h), _ in texts:
        hidden[y : y + h, x : x + w] = 1
    left = texts + [Seen(bounds) for bounds in find_icons(frame, hidden)]
    found: list[Seen] = []
    for panel in sorted(find_panels(frame), key=lambda bounds: (_area(bounds), bounds)):
        if _area(panel) > _LARGEST * width * height:
            break
        inside = [s for s in left if _is_in(s.bounds, panel)]
        words = [s for s in inside if s.text]
        cut_off = not inside and _at_the_edge(panel, width, height)
        if len(words) > 1 or len(inside) > 2 or cut_off or any(_is_in(s.bounds, panel) for s in found):
            continue
        found.append(Seen(panel, words[0].text if words else ""))
        # what comes behind the text can often be clicked by itself: a tab's cross, a field's star
        last = words[0].bounds[0] if words else width
        left = [s for s in left if s not in inside or s.bounds[0] > last]
    return _reading_order(_suppressed(_captioned(found + left)))


def _is_word(text: str) -> bool:
    """Whether it is text: an icon is often read as a single sign."""
    return len(text) > 1 or (text.isascii() and text.isalnum())


def _at_the_edge(bounds: Rect, width: int, height: int) -> bool:
    """Whether it ends where the screen does: of what is blank, a piece of wallpaper beside windows."""
    x, y, w, h = bounds
    return x <= 1 or y <= 1 or x + w >= width - 1 or y + h >= height - 1


def _area(a: Rect) -> int:
    return a[2] * a[3]


def _shared(a: Rect, b: Rect) -> int:
    """How many pixels both have."""
    w = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    h = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return max(w, 0) * max(h, 0)


def _is_in(inner: Rect, outer: Rect) -> bool:
    return 2 * _shared(inner, outer) > _area(inner)


def _captioned(found: Sequence[Seen]) -> list[Seen]:
    """Pictures with the text under them as one, and all others as they are."""
    icons, out = [s for s in found if not s.text], []
    for text in [s for s in found if s.text]:
        above = next((s for s in icons if _is_caption(text.bounds, s.bounds)), None)
        if above is not None:
            icons.remove(above)
            (x, y, w, h), (left, top, wide, _) = text.bounds, above.bounds
            first = min(x, left)
            text = Seen((first, top, max(x + w, left + wide) - first, y + h - top), text.text)
        out.append(text)
    return out + icons


def _is_caption(text: Rect, picture: Rect) -> bool:
    beside = abs(2 * (picture[0] - text[0]) + picture[2] - text[2])  # twice the distance of their middles
    below = text[1] - picture[1] - picture[3]
    small = max(picture[2:]) <= MOST_ICON and picture[3] > _TALLER * text[3]
    return small and beside <= 2 * _CAPTION and -_CAPTION <= below <= text[3]


def _suppressed(found: Iterable[Seen]) -> list[Seen]:
    """Each once: of those that lie on each other the one with words is left, else the larger one."""
    kept: list[Seen] = []
    for one in sorted(found, key=lambda s: (not s.text, -_area(s.bounds), s.bounds)):
        if all(_shared(one.bounds, k.bounds) < _SAME * min(_area(one.bounds), _area(k.bounds)) for k in kept):
            kept.append(one)
    return kept


def _reading_order(found: Iterable[Seen]) -> list[Seen]:
    """Line by line, each from the left. A line is what has its middle above the lower edge of the line's first."""
    lines: list[list[Seen]] = []
    for one in sorted(found, key=lambda s: (2 * s.bounds[1] + s.bounds[3], s.bounds)):
        first = lines[-1][0].bounds if lines else (0, 0, 0, -1)
        if one.bounds[1] + one.bounds[3] // 2 < first[1] + first[3]:
            lines[-1].append(one)
        else:
            lines.append([one])
    return [one for line in lines for one in sorted(line)]
