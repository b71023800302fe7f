"""Shapes on a screenshot: fields, buttons and rows by their flat ground, icons by their edges."""

from __future__ import annotations

from types import ModuleType
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from omnigym.a11y import Rect
from omnigym.errors import MissingDependencyError

__all__ = ["LEAST_ICON", "MOST_ICON", "find_icons", "find_panels", "load_vision"]

_Frame: TypeAlias = NDArray[np.uint8]
_Mask: TypeAlias = NDArray[np.uint8]

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
#: How far apart the parts of an icon may be, in pixels.
_APART: Final = 4
#: Edges of an icon, in pixels, for each pixel of half its perimeter: a hint of wallpaper has fewer.
_DRAWN: Final = 0.6


def load_vision() -> ModuleType:
    """OpenCV.

    Raises:
        MissingDependencyError: The extra is not installed.
    """
    try:
        import cv2
    except ImportError:
        raise MissingDependencyError("opencv-python", "Marks from pixels", "pip install 'omnigym[ocr]'") from None
    return cv2


def _edges(frame: _Frame) -> _Mask:
    """Where a pixel differs from its right or lower neighbour: uint8 (H, W), 0 or 1."""
    wide = frame.astype(np.int16)
    edges = np.zeros(frame.shape[:2], np.uint8)
    edges[:, :-1] |= (np.abs(wide[:, 1:] - wide[:, :-1]) > _EDGE).any(axis=2)
    edges[:-1] |= (np.abs(wide[1:] - wide[:-1]) > _EDGE).any(axis=2)
    return edges


def find_panels(frame: _Frame) -> list[Rect]:
    """What has one ground and straight sides, from a button to a window: (x, y, width, height) each, sorted.

    Args:
        frame: uint8 (H, W, 3), RGB.
    """
    cv2 = load_vision()
    # contours pass between pixels that touch by a corner, as the edge of a round corner does: so edges are thickened
    ground = 1 - cv2.dilate(_edges(frame), np.ones((2, 2), np.uint8))
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


def find_icons(frame: _Frame, hidden: _Mask) -> list[Rect]:
    """What is drawn and small: (x, y, width, height) each.

    Args:
        frame: uint8 (H, W, 3), RGB.
        hidden: Where something else is, such as text: uint8 (H, W), 1 there.
    """
    cv2 = load_vision()
    drawn = _edges(frame) & (1 - hidden)
    count, labels = cv2.connectedComponents(cv2.dilate(drawn, np.ones((_APART + 1, _APART + 1), np.uint8)))
    ys, xs = np.nonzero(drawn)
    which = labels[ys, xs]
    ink = np.bincount(which, minlength=count)
    start, end = np.full((2, count), max(drawn.shape)), np.full((2, count), -1)
    for axis, at in enumerate((xs, ys)):
        np.minimum.at(start[axis], which, at)
        np.maximum.at(end[axis], which, at)
    w, h = end - start + 2  # an edge is a pixel before what it is the edge of
    longer = np.maximum(w, h)
    small = (w >= _NARROW) & (h >= _FLAT) & (longer >= LEAST_ICON) & (longer <= MOST_ICON)
    chosen = np.flatnonzero(small & (ink >= _DRAWN * (w + h)))
    return [(int(start[0, n]), int(start[1, n]), int(w[n]), int(h[n])) for n in chosen]
