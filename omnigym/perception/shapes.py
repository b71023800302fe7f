"""Shapes on a screenshot: fields, buttons and rows by their flat background, icons by their edges."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from omnigym.a11y import Rect
from omnigym.errors import MissingDependencyError, TooLargeError
from omnigym.perception.element import Element, Frame, ReadText, Segmenter

__all__ = [
    "LEAST_ICON",
    "MOST_ICON",
    "MOST_SIDE",
    "ContourSegmenter",
    "Mask",
    "check_size",
    "edges",
    "find_icons",
    "find_panels",
    "is_word",
    "load_vision",
]

Mask: TypeAlias = NDArray[np.uint8]

#: The longer side of a screen, in pixels: two screens of 4K side by side.
MOST_SIDE: Final = 8192
#: Between neighbours, in one of the colours: less than the faintest borders of Windows 11, Ubuntu and Android have.
_EDGE: Final = 9
#: The share of its bounds that a panel fills at least: round corners and pills do, letters and shadows do not.
_FILLED: Final = 0.75
#: The sides of a panel in pixels, at least: a line of text fits in it.
_PANEL: Final = (12, 10)
#: The longer side of an icon in pixels: from the smallest chevron to a picture of a phone's launcher.
LEAST_ICON, MOST_ICON = 8, 96
#: The shorter one, at least. What lies may be thinner than what stands: the line that minimizes a window and no caret.
_NARROW, _FLAT = 5, 3
#: A straight edge of more pixels is a border, and no part of an icon.
_LINE: Final = 40
#: How far apart the parts of an icon may be, in pixels.
_APART: Final = 3
#: Edges of an icon, in pixels, for each pixel of half its perimeter: a hint of wallpaper has fewer.
_DRAWN: Final = 0.6
#: A picture has more edges, in shares of its pixels: what is on it is a part of it, and no icon.
_DENSE: Final = 0.06
#: What is so many times as wide as high may be several icons, each of which is at least so many times its height wide.
_SEVERAL, _SQUARE = 1.6, 0.6
#: So few letters are text if the reader is so sure, and more if it is less so.
_FEW, _SURE, _LIKELY = 5, 0.85, 0.7


def check_size(frame: Frame) -> None:
    """Refuse an array that is not a screen, before it is processed.

    Raises:
        TooLargeError: A side has more than `MOST_SIDE` pixels.
    """
    if max(frame.shape[:2]) > MOST_SIDE:
        raise TooLargeError(
            f"A screen of at most {MOST_SIDE} pixels a side is read, got {frame.shape[1]}x{frame.shape[0]}."
        )


def load_vision() -> ModuleType:
    """Import and return OpenCV.

    Raises:
        MissingDependencyError: The extra is not installed.
    """
    try:
        import cv2
    except ImportError:
        raise MissingDependencyError(
            "opencv-python-headless", "Marks from pixels", "pip install 'omnigym[ocr]'"
        ) from None
    return cv2


def edges(frame: Frame) -> Mask:
    """Return where a pixel differs from its right or lower neighbour: uint8 (H, W), 0 or 1."""
    drawn = np.zeros(frame.shape[:2], np.uint8)
    drawn[:, :-1] = _differ(frame[:, 1:], frame[:, :-1])
    drawn[:-1] |= _differ(frame[1:], frame[:-1])
    return drawn


def _differ(a: Frame, b: Frame) -> Mask:
    """Where two frames differ in one of the colours: uint8 (H, W), 0 or 1."""
    if not a.size:
        return np.zeros(a.shape[:2], np.uint8)
    cv2 = load_vision()
    red, green, blue = cv2.split(cv2.threshold(cv2.absdiff(a, b), _EDGE, 1, cv2.THRESH_BINARY)[1])
    return np.asarray(red | green | blue, np.uint8)


def find_panels(frame: Frame) -> list[Rect]:
    """Return shapes with one background and straight sides, from buttons to windows, as sorted (x, y, width, height).

    Args:
        frame: uint8 (H, W, 3), RGB.
    """
    cv2 = load_vision()
    # contours pass between pixels that touch by a corner, as the edge of a round corner does: so edges are thickened
    ground = 1 - cv2.dilate(edges(frame), np.ones((2, 2), np.uint8))
    contours, hierarchy = cv2.findContours(ground, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    parents = hierarchy[0, :, 3].tolist() if contours else []
    found = set()
    for contour, parent in zip(contours, parents, strict=True):
        if parent >= 0:
            continue  # a hole, such as the place of a letter
        x, y, w, h = cv2.boundingRect(contour)
        # a contour runs through the middles of pixels: what it encloses is a pixel less
        if w >= _PANEL[0] and h >= _PANEL[1] and cv2.contourArea(contour) >= _FILLED * (w - 1) * (h - 1):
            found.add((x, y, w, h))
    return sorted(found)


def find_icons(frame: Frame, hidden: Mask) -> list[Rect]:
    """Return small drawn shapes, (x, y, width, height) each.

    Args:
        frame: uint8 (H, W, 3), RGB.
        hidden: Where something else is, such as text: uint8 (H, W), 1 there.
    """
    cv2 = load_vision()
    drawn = edges(frame) & (1 - hidden)
    # borders would tie to each other what is beside them
    borders = np.zeros_like(drawn)
    for line in ((1, _LINE), (_LINE, 1)):
        borders |= cv2.morphologyEx(drawn, cv2.MORPH_OPEN, np.ones(line, np.uint8))
    drawn &= 1 - borders
    count, labels = cv2.connectedComponents(cv2.dilate(drawn, np.ones((_APART + 1, _APART + 1), np.uint8)))
    ys, xs = np.nonzero(drawn)
    which = labels[ys, xs]
    ink = np.bincount(which, minlength=count)
    at_border = np.bincount(which, cv2.dilate(borders, np.ones((3, 3), np.uint8))[ys, xs], count) > 0  # its corner
    start, end = np.full((2, count), max(drawn.shape)), np.full((2, count), -1)
    for axis, at in enumerate((xs, ys)):
        np.minimum.at(start[axis], which, at)
        np.maximum.at(end[axis], which, at)
    w, h = end - start + 2  # an edge is a pixel before what it is the edge of
    longer = np.maximum(w, h)
    small = (w >= _NARROW) & (h >= _FLAT) & (longer >= LEAST_ICON) & (longer <= MOST_ICON)
    chosen = np.flatnonzero(small & ~at_border & (ink >= _DRAWN * (w + h)))
    found = [(int(start[0, n]), int(start[1, n]), int(w[n]), int(h[n])) for n in chosen]
    picture = np.flatnonzero((np.minimum(w, h) > MOST_ICON) & (ink >= _DENSE * w * h))
    px, py, pw, ph = start[0, picture], start[1, picture], w[picture], h[picture]
    alone = [
        (x, y, a, b)
        for x, y, a, b in found
        if not ((px < x + a / 2) & (x + a / 2 < px + pw) & (py < y + b / 2) & (y + b / 2 < py + ph)).any()
    ]
    return [part for bounds in alone for part in _in_a_row(bounds, drawn)]


def _in_a_row(bounds: Rect, drawn: Mask) -> list[Rect]:
    """The icons that stand so close beside each other that they were taken for one, or the one."""
    x, y, w, h = bounds
    if w < _SEVERAL * h:
        return [bounds]
    inked = np.concatenate(([0], drawn[y : y + h, x : x + w].any(axis=0), [0])).astype(np.int8)
    starts, ends = np.flatnonzero(np.diff(inked) == 1), np.flatnonzero(np.diff(inked) == -1)
    wide = ends - starts
    if len(wide) < 2 or wide.min() < max(_SQUARE * h, LEAST_ICON):
        return [bounds]
    return [(x + int(a), y, int(b), h) for a, b in zip(starts, wide + 1, strict=True)]


class ContourSegmenter(Segmenter):
    """A segmenter of panels by their contours ("panel") and, outside texts, of icons by their edges ("icon")."""

    def segments(self, frame: Frame, texts: Sequence[ReadText]) -> list[Element]:
        """Return the panels, then the icons, each sorted.

        Args:
            frame: uint8 (H, W, 3), RGB.
            texts: The lines of text on it.

        Raises:
            MissingDependencyError: The extra ``ocr`` is not installed.
        """
        hidden = np.zeros(frame.shape[:2], np.uint8)
        for text in texts:
            if is_word(text):
                x, y, w, h = text.bounds
                hidden[y : y + h, x : x + w] = 1
        panels = [Element(bounds, source="panel") for bounds in find_panels(frame)]
        return panels + [Element(bounds, source="icon") for bounds in find_icons(frame, hidden)]


def is_word(text: ReadText) -> bool:
    """Return whether a text is a word; icons are often read as one letter, or as letters with low confidence."""
    letters = len(text.text.strip())
    return letters > 1 and text.confidence >= (_SURE if letters <= _FEW else _LIKELY)
