"""A picture that is being drawn: what it was made from and all that was done since, and its pixels.

What was done is kept as values, so a step back is one value less; pixels are those of the picture before with the last
mark made, found again as long as they are needed.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
from PIL import Image

from omnigym.devices.sim.kinds.canvas.marks import Mark, applied, reach
from omnigym.pictures import Area, Size, read_picture, write_picture

__all__ = ["TILE", "Drawing", "Tiles", "drawn", "opened", "pixels", "tiles", "with_mark"]

#: Side of the squares in which a picture is shown: what a stroke leaves alone is not painted again.
TILE = 80
#: Marks that are kept before the first half of them becomes one picture.
_MOST = 64

#: The rows of squares of a picture: of each its size and its pixels, three bytes each.
Tiles: TypeAlias = tuple[tuple[tuple[Size, bytes], ...], ...]


class Drawing(NamedTuple):
    """A picture.

    Attributes:
        size: Of the sheet that it was begun on, in pixels.
        content: The bytes of the picture's file that it was begun from; b"" for a white sheet.
        marks: What was done since.
    """

    size: Size = (800, 400)
    content: bytes = b""
    marks: tuple[Mark, ...] = ()


def opened(content: bytes) -> Drawing | None:
    """A picture from the bytes of a file; None where they are none."""
    image = read_picture(content)
    return None if image is None else Drawing(image.size, content)


def with_mark(drawing: Drawing, mark: Mark) -> Drawing:
    """With something more done to it."""
    marks = (*drawing.marks, mark)
    if len(marks) <= _MOST:
        return drawing._replace(marks=marks)
    early = pixels(drawing._replace(marks=marks[: _MOST // 2]))
    return Drawing(early.size, write_picture(early), marks[_MOST // 2 :])


@lru_cache(maxsize=12)
def pixels(drawing: Drawing) -> Image.Image:
    """Its pixels, RGB. Shared, so not to be changed."""
    if drawing.marks:
        return applied(pixels(drawing._replace(marks=drawing.marks[:-1])), drawing.marks[-1])
    sheet = Image.new("RGB", drawing.size, (255, 255, 255))
    image = read_picture(drawing.content) if drawing.content else None
    if image is not None:
        sheet.paste(image, (0, 0), image if image.mode == "RGBA" else None)
    return sheet


def drawn(drawing: Drawing, name: str = ".png") -> bytes:
    """The bytes of a file of that name with it."""
    return write_picture(pixels(drawing), name)


@lru_cache(maxsize=12)
def tiles(drawing: Drawing) -> Tiles:
    """The squares that it is shown in; those that the last mark did not reach are the same objects as before."""
    image = pixels(drawing)
    before, reached = _before(drawing, image.size)
    array = np.asarray(image)
    rows = []
    for top in range(0, image.height, TILE):
        row = []
        for left in range(0, image.width, TILE):
            if before is not None and not _meets(reached, left, top):
                row.append(before[top // TILE][left // TILE])
            else:
                part = array[top : top + TILE, left : left + TILE]
                row.append(((part.shape[1], part.shape[0]), part.tobytes()))
        rows.append(tuple(row))
    return tuple(rows)


def _before(drawing: Drawing, size: Size) -> tuple[Tiles | None, Area]:
    """The squares before the last mark, where it changed only what is in the rectangle."""
    reached = reach(drawing.marks[-1]) if drawing.marks else None
    if reached is None:
        return None, (0, 0, 0, 0)
    earlier = drawing._replace(marks=drawing.marks[:-1])
    return (tiles(earlier), reached) if pixels(earlier).size == size else (None, reached)


def _meets(area: Area, left: int, top: int) -> bool:
    return area[0] < left + TILE and area[2] >= left and area[1] < top + TILE and area[3] >= top
