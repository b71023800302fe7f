"""A picture of the detected elements: the screen with numbered boxes, and a list of the elements beside it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from omnigym.perception.element import Element, Frame

__all__ = ["draw_elements"]

_Box: TypeAlias = tuple[int, int, int, int]
_RGB: TypeAlias = tuple[int, int, int]

#: Lines and numbers by what found the element.
_SOURCES: Final[dict[str, _RGB]] = {"text": (25, 95, 205), "icon": (190, 30, 110), "panel": (15, 125, 75)}
_OTHER: Final[_RGB] = (150, 85, 0)
_FADED: Final[_RGB] = (165, 165, 172)
_PAPER: Final[_RGB] = (250, 250, 252)
_DARK: Final[_RGB] = (35, 35, 40)
#: What the eleven colours look like in the list.
_SWATCHES: Final[dict[str, _RGB]] = {
    "yellow": (245, 205, 30),
    "blue": (35, 110, 220),
    "green": (40, 160, 70),
    "red": (215, 45, 45),
    "pink": (245, 140, 180),
    "violet": (135, 75, 200),
    "white": (255, 255, 255),
    "black": (20, 20, 20),
    "orange": (240, 135, 25),
    "brown": (130, 85, 50),
    "grey": (150, 150, 150),
}
#: A screen with shorter sides is drawn at twice its size, so that numbers are small beside what they name.
_LARGE: Final = 1500
#: The width of a column of the list, the height of its lines, and the room around, in pixels at single size.
_COLUMN, _LINE, _ROOM = 240, 15, 8
_LETTERS: Final = 30


def draw_elements(frame: Frame, elements: Sequence[Element], kept: Collection[Element] | None = None) -> Image.Image:
    """Return the screen with its elements, and the list of them: number, text or icon, colour.

    Blue are texts, red icons, green panels, brown what another detector found.

    Args:
        frame: uint8 (H, W, 3), RGB.
        elements: In the order in which they are numbered, from 1.
        kept: Those that a filter kept; the others are grey. None if there was no filter.

    Returns:
        RGB, the screen at once or twice its size.
    """
    height, width, _ = frame.shape
    scale = 2 if max(height, width) < _LARGE else 1
    screen = Image.fromarray(frame).resize((width * scale, height * scale), Image.Resampling.LANCZOS)
    line, room = _LINE * scale, _ROOM * scale
    lines = max((height * scale - 2 * room) // line, 1)
    columns = -(-len(elements) // lines)
    out = Image.new("RGB", (width * scale + columns * (_COLUMN * scale) + room * bool(columns), height * scale), _PAPER)
    _numbered(screen, elements, kept, scale)
    out.paste(screen)
    draw = ImageDraw.Draw(out)
    for place, element in enumerate(elements):
        x = width * scale + room + place // lines * (_COLUMN * scale)
        _listed(draw, (x, room + place % lines * line), place + 1, element, _colour(element, kept), scale)
    return out


def _colour(element: Element, kept: Collection[Element] | None) -> _RGB:
    return _FADED if kept is not None and element not in kept else _SOURCES.get(element.source, _OTHER)


@lru_cache(maxsize=8)
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def _listed(
    draw: ImageDraw.ImageDraw, at: tuple[int, int], number: int, element: Element, colour: _RGB, scale: int
) -> None:
    """A line of the list."""
    x, y = at
    font = _font(11 * scale)
    tag = 24 * scale
    draw.rounded_rectangle((x, y + scale, x + tag, y + (_LINE - 2) * scale), 3 * scale, colour)
    middle = y + _LINE * scale // 2
    draw.text((x + tag // 2, middle), str(number), "white", _font(10 * scale), anchor="mm")
    if element.colour:
        left, side = x + tag + 5 * scale, 8 * scale
        draw.rectangle(
            (left, middle - side // 2, left + side, middle + side // 2), _SWATCHES[element.colour], (120, 120, 125)
        )
    said = " ".join(element.text.split())
    said = said if len(said) <= _LETTERS else f"{said[: _LETTERS - 1]}…"
    text = " ".join(part for part in (said, f"<{element.icon}>" if element.icon else "") if part)
    ink = _DARK if colour != _FADED else (130, 130, 136)
    draw.text((x + tag + 18 * scale, middle), text or "-", ink if text else _FADED, font, anchor="lm")


def _numbered(screen: Image.Image, elements: Sequence[Element], kept: Collection[Element] | None, scale: int) -> None:
    """The boxes, then the numbers, each where it covers least."""
    draw = ImageDraw.Draw(screen)
    boxes = [_box(element, scale) for element in elements]
    order = sorted(range(len(boxes)), key=lambda n: _colour(elements[n], kept) != _FADED)  # what is kept lies above
    for n in order:
        draw.rounded_rectangle(boxes[n], 2 * scale, outline=_colour(elements[n], kept), width=scale)
    taken = np.zeros((screen.height, screen.width), np.float32)
    for left, top, right, bottom in boxes:
        taken[max(top, 0) : bottom, max(left, 0) : right] += 1
    font = _font(9 * scale)
    for n in reversed(order):
        text = str(n + 1)
        wide, high = round(font.getlength(text)) + 4 * scale, 10 * scale
        x, y = _place(boxes[n], wide, high, taken)
        taken[y : y + high, x : x + wide] += 20
        draw.rounded_rectangle((x, y, x + wide - 1, y + high - 1), 2 * scale, _colour(elements[n], kept))
        draw.text((x + wide / 2, y + high / 2), text, "white", font, anchor="mm")


def _box(element: Element, scale: int) -> _Box:
    x, y, w, h = element.bounds
    return x * scale - 1, y * scale - 1, (x + w) * scale, (y + h) * scale


def _place(box: _Box, wide: int, high: int, taken: NDArray[np.float32]) -> tuple[int, int]:
    """The left upper corner of a number beside its box: the first of the places that cover least."""
    left, top, right, bottom = box
    places = [
        (left, top - high),
        (left - wide, top),
        (right - wide, top - high),
        (left, bottom),
        (right, top),
        (left - wide // 2, top - high // 2),
        (right - wide, bottom),
    ]
    height, width = taken.shape
    inside = [(min(max(x, 0), max(width - wide, 0)), min(max(y, 0), max(height - high, 0))) for x, y in places]
    return min(inside, key=lambda at: float(taken[at[1] : at[1] + high, at[0] : at[0] + wide].sum()))
