"""The pointer in screenshots: an arrow for devices that have none of their own, and how one is drawn.

OS-MAP's agents see the pointer (B.4); a screenshot of most devices is without.
"""

from __future__ import annotations

import functools

import numpy as np
from numpy.typing import NDArray

from omnigym.actions import Action, Click, Drag, MouseDown, MouseUp, Move, Point, Scroll
from omnigym.values import Frame, Pointer

__all__ = ["arrow_at", "draw_pointer", "place_of"]

#: A black arrow with a white edge, which points to its first pixel: "#" black, "." white.
_SHAPE = """
.
..
.#.
.##.
.###.
.####.
.#####.
.######.
.#######.
.########.
.#########.
.######.....
.###.##.
.##..##.
.#. .##.
..   .##.
.    .##.
      ..
"""
_COLOURS = {"#": (0, 0, 0, 255), ".": (255, 255, 255, 255)}


@functools.cache
def _image() -> NDArray[np.uint8]:
    rows = _SHAPE.strip("\n").split("\n")
    image = np.zeros((len(rows), max(map(len, rows)), 4), np.uint8)
    for y, row in enumerate(rows):
        for x, dot in enumerate(row):
            image[y, x] = _COLOURS.get(dot, (0, 0, 0, 0))
    image.flags.writeable = False
    return image


def arrow_at(at: tuple[int, int]) -> Pointer:
    """The arrow that points at a pixel."""
    return Pointer(at, _image())


def place_of(action: Action) -> Point | None:
    """Where an action leaves the pointer; None if it leaves it where it is."""
    match action:
        case Drag(to=to):
            return to
        case Click(at=at) | Move(at=at) | MouseDown(at=at) | MouseUp(at=at) | Scroll(at=at):
            return at
    return None


def draw_pointer(frame: Frame, pointer: Pointer) -> Frame:
    """A copy of a frame with a pointer drawn onto it; what of it lies outside is cut off."""
    made = frame.copy()
    height, width = frame.shape[:2]
    rows, columns = pointer.image.shape[:2]
    left, top = (p - h for p, h in zip(pointer.at, pointer.hotspot, strict=True))
    x0, y0, x1, y1 = max(left, 0), max(top, 0), min(left + columns, width), min(top + rows, height)
    if x0 >= x1 or y0 >= y1:
        return made
    part = pointer.image[y0 - top : y1 - top, x0 - left : x1 - left].astype(np.uint16)
    opacity, below = part[..., 3:], made[y0:y1, x0:x1]
    made[y0:y1, x0:x1] = (part[..., :3] * opacity + below * (255 - opacity) + 127) // 255
    return made
