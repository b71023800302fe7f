"""The numbered elements of a screen, and the drawing of their numbers."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from omnigym.a11y import Rect, Tree
from omnigym.actions import Point, point_of
from omnigym.wrappers.element_layout import ElementLayout
from omnigym.wrappers.element_masks import element_mask

__all__ = ["Marks", "center_of", "draw_marks", "marks_of"]

_Frame: TypeAlias = NDArray[np.uint8]

#: Colours on which white digits can be read, and which differ from their neighbours and from most of what is below.
_COLOURS: Final = ((200, 30, 60), (20, 90, 200), (10, 120, 60), (140, 40, 170), (190, 80, 0), (0, 110, 130))
#: How much a number may cover inside of its element before it goes outside: edges of every second pixel, by 16.
_OUTSIDE: Final = 40
_FOREIGN: Final = 400
#: Between neighbours in [0, 255]: what people see as drawn.
_EDGE: Final = 24
#: An element larger than this share of the screen gets a number and no frame.
_FRAMED: Final = 0.5
#: One smaller than this is not written into by others.
_SMALL: Final = 0.05


class Marks(NamedTuple):
    """The numbered elements of a screen. Numbers run in the tree's order.

    Attributes:
        rows: The row in the tree of each.
        bounds: (x, y, width, height) of each, in pixels of the screen.
        first: The number of the first: 1, but where there are other screens before this one.
    """

    rows: tuple[int, ...] = ()
    bounds: tuple[Rect, ...] = ()
    first: int = 1

    def by_label(self) -> dict[int, Rect]:
        """The bounds by number."""
        return dict(enumerate(self.bounds, self.first))

    def by_row(self) -> dict[int, int]:
        """The number of each row of the tree that has one."""
        return {row: number for number, row in enumerate(self.rows, self.first)}


def marks_of(tree: Tree, limit: int, first: int = 1) -> Marks:
    """Return the elements that have an element action (`omnigym.wrappers.ElementActions`).

    Args:
        tree: The accessibility tree.
        limit: The most elements; those in front come first.
        first: The number of the first.
    """
    rows = len(tree)
    if not rows:
        return Marks(first=first)
    layout = ElementLayout(rows, text_verbs=("type",), candidates=1)
    mask = element_mask(tree, layout, 1)
    verbs, typed = mask[: layout.text_start].reshape(rows, -1), mask[layout.text_start : layout.key_start]
    usable = verbs.any(axis=1) | typed
    found = np.flatnonzero(usable)[:limit].tolist()
    bounds = np.concatenate([b.bounds for b in tree.blocks if b.names])[found].tolist()
    return Marks(tuple(found), tuple([(x, y, w, h) for x, y, w, h in bounds]), first)


def center_of(bounds: Rect, size: tuple[int, int]) -> Point:
    """Return the middle pixel of an element, where a click goes."""
    x, y, w, h = bounds
    return point_of((x + w // 2, y + h // 2), size)


@lru_cache(maxsize=1024)
def _digits(number: int, height: int) -> NDArray[np.float32]:
    """A number as the coverage of white ink: float32 (h, w, 1) in [0, 1]."""
    font = ImageFont.load_default(height)
    left, top, right, bottom = font.getbbox(str(number))
    image = Image.new("L", (int(right - left) + 4, int(bottom - top) + 4), 0)
    ImageDraw.Draw(image).text((2 - left, 2 - top), str(number), font=font, fill=255)
    ink: NDArray[np.float32] = np.asarray(image, np.float32)[:, :, None] / np.float32(255)
    return ink


def draw_marks(frame: _Frame, marks: Marks, size: tuple[int, int]) -> _Frame:
    """Return a copy of a picture with a frame around each element, and its number where it covers least.

    Args:
        frame: The screen, uint8 (H, W, 3), at any size.
        marks: The elements.
        size: The screen's (width, height) in pixels, in which the elements are.
    """
    out = frame.copy()
    height, width = out.shape[:2]
    across, down = width / size[0], height / size[1]
    tall = max(10, round(max(width, height) / 76))
    ink = _ink(frame)
    taken, framed = np.zeros((2, height, width), np.bool_)
    boxes = [_scaled(b, across, down, width, height) for b in marks.bounds]
    for number, (box, bounds) in enumerate(zip(boxes, marks.bounds, strict=True), marks.first):
        if bounds[2] * bounds[3] < _FRAMED * size[0] * size[1]:
            _outline(out, box, _COLOURS[number % len(_COLOURS)])
        if bounds[2] * bounds[3] < _SMALL * size[0] * size[1]:
            framed[box[1] : box[3], box[0] : box[2]] = True
    for number, box in enumerate(boxes, marks.first):
        digits = _digits(number, tall)
        h, w = digits.shape[:2]
        x, y = _place(box, (w, h), ink, taken, framed)
        taken[y : y + h, x : x + w] = True
        colour = np.array(_COLOURS[number % len(_COLOURS)], np.float32)
        out[y : y + h, x : x + w] = (colour + (255 - colour) * digits)[: height - y, : width - x]
    return out


_Box: TypeAlias = tuple[int, int, int, int]


def _scaled(bounds: Rect, across: float, down: float, width: int, height: int) -> _Box:
    """The left, top, right and bottom edge, the latter two outside of it."""
    x, y, w, h = bounds
    left, top = max(int(x * across), 0), max(int(y * down), 0)
    return (
        left,
        top,
        min(max(round((x + w) * across), left + 1), width),
        min(max(round((y + h) * down), top + 1), height),
    )


def _outline(out: _Frame, box: _Box, colour: tuple[int, int, int]) -> None:
    left, top, right, bottom = box
    out[top, left:right] = out[bottom - 1, left:right] = colour
    out[top:bottom, left] = out[top:bottom, right - 1] = colour


def _ink(frame: _Frame) -> NDArray[np.bool_]:
    """Return whether every second pixel differs from its neighbours, as ink does: bool (H/2, W/2)."""
    even = frame.shape[0] // 2 * 2
    grey, below = (frame[start:even:2, ::2, 1].astype(np.int16) for start in (0, 1))
    edges: NDArray[np.bool_] = np.abs(below - grey) > _EDGE
    edges[:, 1:] |= np.abs(grey[:, 1:] - grey[:, :-1]) > _EDGE
    edges[1:] |= np.abs(grey[1:] - grey[:-1]) > _EDGE
    return edges


def _place(
    box: _Box,
    label: tuple[int, int],
    ink: NDArray[np.bool_],
    taken: NDArray[np.bool_],
    framed: NDArray[np.bool_],
) -> tuple[int, int]:
    """Return the place where a number covers least: numbers first, then elements, then drawn shapes."""
    left, top, right, bottom = box
    w, h = label
    height, width = taken.shape
    best, least = (0, 0), 1 << 30
    inside = (
        (left, top),
        (right - w, top),
        (left, bottom - h),
        (right - w, bottom - h),
        ((left + right - w) // 2, top),
    )
    outside = ((left, top - h), (right - w, top - h), (left - w, top), (right, top), (left, bottom))
    for rank, (x, y) in enumerate(inside + outside):
        x, y = min(max(x, 0), max(width - w, 0)), min(max(y, 0), max(height - h, 0))
        x2, y2 = min(x + w, width), min(y + h, height)
        hidden = int(np.count_nonzero(taken[y:y2, x:x2]))
        # without the margin, where the element's own border is
        covered = int(np.count_nonzero(ink[(y + 2) // 2 : y2 // 2, (x + 2) // 2 : x2 // 2]))
        cost = 40 * hidden + 16 * covered + rank * 3
        if rank >= len(inside):  # in another element it would be taken for that one's
            cost += _FOREIGN if framed[y:y2, x:x2].any() else _OUTSIDE
        if cost < least:
            best, least = (x, y), cost
        if not hidden and not covered:
            break  # those that follow cost more
    return best
