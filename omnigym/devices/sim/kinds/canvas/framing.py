"""Rectangles and sizes as one chooses them on a picture."""

from __future__ import annotations

from omnigym.pictures import Area, Size

__all__ = ["framed", "in_proportion", "number_in"]

#: The largest width or height that can be typed.
_MOST = 8000


def framed(start: tuple[int, int], end: tuple[int, int], size: Size) -> Area | None:
    """The rectangle between two points, within a picture of a size; None where it has no pixel.

    >>> framed((30, 5), (-2, 10), (20, 20))
    (0, 5, 20, 10)
    """
    left, right = sorted((min(max(start[0], 0), size[0]), min(max(end[0], 0), size[0])))
    top, bottom = sorted((min(max(start[1], 0), size[1]), min(max(end[1], 0), size[1])))
    return (left, top, right, bottom) if right > left and bottom > top else None


def number_in(typed: str, most: int = _MOST) -> int:
    """The number of pixels that was typed; 0 where it is none that a picture can have."""
    bare = typed.strip()
    number = int(bare) if bare.isascii() and bare.isdecimal() and len(bare) < 6 else 0
    return number if number <= most else 0


def in_proportion(number: int, of: int, other: int) -> int:
    """What becomes of a picture's other length when one, ``of``, becomes a number.

    >>> in_proportion(50, 100, 31)
    16
    """
    return max(1, round(number * other / of))
