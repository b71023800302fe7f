"""Icons of the training screens as templates: labelled icons are recognised on other screens.

DetACT's icons are named by a pack of templates (OmniACT, section 5). No pack has the icons of all programs; the boxes
of the training split, each with a label, are one more.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from omnigym.a11y import Rect
from omnigym.benchmarks.omniact.dataset import Box, Point
from omnigym.perception import Frame, IconMatch, IconMatcher, Segmenter
from omnigym.perception.shapes import MOST_ICON, load_vision

__all__ = ["LabelledIcon", "TrainIcons", "labelled_icons"]

#: The side of a template in pixels.
_SIDE: Final = 16
#: The least correlation with a template, and how much larger one of both may be.
_ALIKE, _LARGER = 0.97, 1.25
#: Of what is nearly of one colour, the least difference from its mean, in [0, 255].
_FLAT: Final = 4.0
#: How far from the colour of its corner ink is.
_INK: Final = 12.0


class LabelledIcon(NamedTuple):
    """A template.

    Attributes:
        name: The words of its label.
        size: (width, height) of its ink in pixels.
        pattern: float32 (768,), its colours in 16 x 16 pixels, of length 1 around their mean.
    """

    name: str
    size: tuple[int, int]
    pattern: NDArray[np.float32]


def labelled_icons(
    points: Sequence[Point], segmenter: Segmenter, advance: Callable[[int, str], None] = lambda _n, _note: None
) -> list[LabelledIcon]:
    """Return the icons in the boxes of points' screens: the one segment in the middle of a small, labelled box.

    Args:
        points: Of the training split; a screen of several is looked at once.
        segmenter: Finds segments, without any text.
        advance: Called with how many more screens were looked at, and the name of the last one.

    Raises:
        UnreadableError: A file cannot be read.
    """
    found: dict[tuple[str, bytes], LabelledIcon] = {}
    for place, point in {str(p.path("image")): p for p in points}.items():
        frame = point.image()
        segments = [s.bounds for s in segmenter.segments(frame, ())]
        for box in point.boxes().values():
            name = " ".join(re.findall(r"[^\W_]+", box.label.lower()))
            inside = [bounds for bounds in segments if _is_middle_in(bounds, box)]
            if not name or len(inside) != 1 or max(box.right - box.left, box.bottom - box.top) > MOST_ICON:
                continue
            seen = _seen(frame, inside[0])
            if seen is not None:
                size, pattern = seen
                key = name, np.round(pattern * 64).astype(np.int8).tobytes()
                found.setdefault(key, LabelledIcon(name, size, pattern))
        advance(1, place)
    return list(found.values())


class TrainIcons(IconMatcher):
    """A matcher that names pictures after the training icon that looks the same, or else as another matcher does.

    Args:
        icons: The templates.
        other: Names what is like none of them; None for no names.
    """

    def __init__(self, icons: Sequence[LabelledIcon], other: IconMatcher | None = None) -> None:
        self._names = [icon.name for icon in icons]
        self._patterns = np.array([icon.pattern for icon in icons], np.float32).reshape(-1, 3 * _SIDE * _SIDE)
        self._sizes = np.array([icon.size for icon in icons], np.float32).reshape(-1, 2)
        self._other = other

    def match(self, frame: Frame, bounds: Sequence[Rect]) -> list[IconMatch | None]:
        """Return for each place the name of the most similar template of about its size; see `IconMatcher`."""
        others = [None] * len(bounds) if self._other is None else self._other.match(frame, bounds)
        return [self._best(frame, place) or other for place, other in zip(bounds, others, strict=True)]

    def _best(self, frame: Frame, place: Rect) -> IconMatch | None:
        seen = _seen(frame, place)
        if seen is None or not self._names:
            return None
        size, pattern = seen
        ratios = self._sizes / np.array(size, np.float32)
        fits = (np.maximum(ratios, 1 / ratios) <= _LARGER).all(axis=1)
        alike = np.where(fits, self._patterns @ pattern, -1.0)
        best = int(alike.argmax())
        return IconMatch(self._names[best], min(float(alike[best]), 1.0)) if alike[best] >= _ALIKE else None


def _is_middle_in(bounds: Rect, box: Box) -> bool:
    x, y, w, h = bounds
    return box.left <= x + w / 2 <= box.right and box.top <= y + h / 2 <= box.bottom


def _seen(frame: Frame, bounds: Rect) -> tuple[tuple[int, int], NDArray[np.float32]] | None:
    """The (width, height) and the pattern of what is at a place, cut to its ink; None where that is of one colour."""
    x, y, w, h = bounds
    region = frame[y : y + h, x : x + w].astype(np.float32)
    if not region.size:
        return None
    ink = np.abs(region - region[0, 0]).max(axis=2) > _INK
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    if not len(rows):
        return None
    region = region[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    cv2 = load_vision()
    small = cv2.resize(region, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA)
    around = small.ravel() - small.mean()
    if np.abs(around).max() < _FLAT:
        return None
    pattern: NDArray[np.float32] = around / np.linalg.norm(around)
    return (region.shape[1], region.shape[0]), pattern
