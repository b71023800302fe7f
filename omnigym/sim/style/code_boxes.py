"""Letters that no typeface of the simulation has: boxes that say their code points, so no two look the same."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["box_width", "code_box"]

#: The sixteen digits, 3 by 5 dots each: a row is a digit of base eight.
_DIGITS: Final = (
    *("75557", "26227", "71747", "71717", "55711", "74717", "74757", "71122"),
    *("75757", "75717", "25755", "65656", "34443", "65556", "74647", "74644"),
)
#: A digit and the space to the next, in dots; the frame, and the space in it; the two rows of digits.
_ACROSS, _DOWN, _EDGE, _ROWS = 4, 6, 2, 2
#: From so many pixels per em on, a dot is two pixels wide, and so on.
_EM: Final = 18


@lru_cache(maxsize=1024)
def code_box(letter: str, size: int) -> NDArray[np.uint8]:
    """The coverage of a letter's box, in 0 to 255: uint8 (height, width), read-only.

    Args:
        letter: The letter.
        size: The font's pixels per em.

    >>> for row in code_box(chr(0xE44), 12) // 255:
    ...     print("".join(".#"[dot] for dot in row))
    ###########
    #.........#
    #.###.###.#
    #.#.#.#...#
    #.#.#.##..#
    #.#.#.#...#
    #.###.###.#
    #.........#
    #.#.#.#.#.#
    #.#.#.#.#.#
    #.###.###.#
    #...#...#.#
    #...#...#.#
    #.........#
    ###########
    """
    code = f"{ord(letter):04X}"
    code = code.zfill(len(code) + len(code) % _ROWS)
    columns = len(code) // _ROWS
    dots = np.zeros((_ROWS * _DOWN + 2 * _EDGE - 1, columns * _ACROSS + 2 * _EDGE - 1), np.uint8)
    dots[[0, -1]] = 255
    dots[:, [0, -1]] = 255
    for n, digit in enumerate(code):
        row, column = divmod(n, columns)
        for y, bits in enumerate(_DIGITS[int(digit, 16)]):
            for x in range(3):
                if int(bits, 8) >> (2 - x) & 1:
                    dots[_EDGE + row * _DOWN + y, _EDGE + column * _ACROSS + x] = 255
    factor = max(size // _EM, 1)
    box = dots.repeat(factor, axis=0).repeat(factor, axis=1)
    box.setflags(write=False)
    return box


def box_width(letter: str, size: int) -> int:
    """The advance of a letter's box, in pixels."""
    return int(code_box(letter, size).shape[1]) + 1
