"""What can be done to the pixels of a picture, each a plain value: a stroke, a shape, a filling, a text, a turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageChops, ImageDraw, ImageOps

from omnigym.pictures import Area, Size, read_picture
from omnigym.sim.paint.text import run_on
from omnigym.sim.style.fonts import Font, line_height

#: Pixels from the upper left corner of the picture.
Point: TypeAlias = tuple[int, int]
_WHITE = (255, 255, 255)


class Stroke(NamedTuple):
    """A line drawn by hand; with a highlighter what is below stays to be seen."""

    points: tuple[Point, ...]
    colour: int
    width: int
    clear: bool = False


class Figure(NamedTuple):
    """A shape between two corners, one of `SHAPES`; ``solid`` ones are filled."""

    kind: str
    start: Point
    end: Point
    colour: int
    width: int
    solid: bool = False


class Filled(NamedTuple):
    """The area of one colour around a point made another colour."""

    at: Point
    colour: int


class Words(NamedTuple):
    """A text, from its upper left corner; ``size`` is the pixels of an em."""

    at: Point
    text: str
    colour: int
    size: int = 24


class Pasted(NamedTuple):
    """Another picture, the bytes of a file, laid onto it; a picture that is too small for it grows."""

    content: bytes
    at: Point = (0, 0)


class Moved(NamedTuple):
    """An area moved, white where it was."""

    area: Area
    to: Point


class Cleared(NamedTuple):
    """An area made white."""

    area: Area


class Cropped(NamedTuple):
    """Nothing left but an area."""

    area: Area


class Resized(NamedTuple):
    """The whole picture at another size."""

    size: Size


class Whole(NamedTuple):
    """The whole picture turned, mirrored or inverted: one of `_WHOLE`."""

    how: str


Mark: TypeAlias = Stroke | Figure | Filled | Words | Pasted | Moved | Cleared | Cropped | Resized | Whole


def _rgb(colour: int) -> tuple[int, int, int]:
    return colour >> 16, colour >> 8 & 255, colour & 255


def _stroke(image: Image.Image, mark: Stroke) -> Image.Image:
    if not mark.clear:
        return _lined(image, mark, _rgb(mark.colour))
    sheet = _lined(Image.new("RGB", image.size, _WHITE), mark, _rgb(mark.colour))
    return ImageChops.multiply(image, sheet)


def _lined(image: Image.Image, mark: Stroke, colour: tuple[int, int, int]) -> Image.Image:
    draw, half = ImageDraw.Draw(image), mark.width / 2
    if len(mark.points) > 1:
        draw.line(mark.points, fill=colour, width=mark.width, joint="curve")
    for x, y in (mark.points[0], mark.points[-1]) if mark.width > 2 or len(mark.points) == 1 else ():
        draw.ellipse((x - half, y - half, x + half, y + half), fill=colour)
    return image


def _polygon(*shares: tuple[float, float]) -> Callable[..., None]:
    """Draws a shape whose corners are shares of the rectangle's width and height."""

    def draw(on: ImageDraw.ImageDraw, box: Area, fill: object, colour: object, width: int) -> None:
        x0, y0, x1, y1 = box
        points = [(round(x0 + x * (x1 - x0)), round(y0 + y * (y1 - y0))) for x, y in shares]
        on.polygon(points, fill=fill, outline=colour, width=width)  # type: ignore[arg-type]

    return draw


#: How shapes are drawn, by name: ``(draw, box, fill, colour, width)``.
_FIGURES: Mapping[str, Callable[..., None]] = {
    "rectangle": lambda on, box, fill, colour, width: on.rectangle(box, fill, colour, width),
    "oval": lambda on, box, fill, colour, width: on.ellipse(box, fill, colour, width),
    "triangle": _polygon((0.5, 0), (1, 1), (0, 1)),
    "diamond": _polygon((0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)),
}
#: The shapes that can be drawn; a line has its own ends.
SHAPES = ("line", *_FIGURES)


def _figure(image: Image.Image, mark: Figure) -> Image.Image:
    colour = _rgb(mark.colour)
    if mark.kind == "line":
        return _lined(image, Stroke((mark.start, mark.end), mark.colour, mark.width), colour)
    (x0, x1), (y0, y1) = (sorted(pair) for pair in zip(mark.start, mark.end, strict=True))
    _FIGURES[mark.kind](ImageDraw.Draw(image), (x0, y0, x1, y1), colour if mark.solid else None, colour, mark.width)
    return image


def _filled(image: Image.Image, mark: Filled) -> Image.Image:
    x, y = mark.at
    if not (0 <= x < image.width and 0 <= y < image.height):
        return image
    pixels = np.array(image)
    same = np.asarray((pixels == pixels[y, x]).all(axis=2))
    pixels[_connected(same, x, y)] = _rgb(mark.colour)
    return Image.fromarray(pixels)


def _connected(same: NDArray[np.bool_], x: int, y: int) -> NDArray[np.bool_]:
    """What can be reached from a point without leaving a mask: runs across and down that are touched, until none is."""
    across, down = _runs(same), _runs(same.T)
    reached, count = np.zeros_like(same), 0
    reached[y, x] = True
    while (now := int(reached.sum())) != count:
        count = now
        reached = _touched(across, reached, same)
        reached = _touched(down, reached.T, same.T).T
    return reached


def _runs(mask: NDArray[np.bool_]) -> NDArray[np.intp]:
    """A number for each run of neighbours in a line; 0 is no number of one."""
    starts = mask.copy()
    starts[:, 1:] &= ~mask[:, :-1]
    return np.where(mask, np.cumsum(starts).reshape(mask.shape), 0)


def _touched(runs: NDArray[np.intp], reached: NDArray[np.bool_], mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    hit = np.zeros(int(runs.max()) + 1, dtype=np.bool_)
    hit[runs[reached]] = True
    return np.asarray(mask & hit[runs])


def _words(image: Image.Image, mark: Words) -> Image.Image:
    for number, line in enumerate(mark.text.split("\n")):
        image.paste(_rgb(mark.colour), (*_place(mark, number),), _letters(line, mark.size))
    return image


def _place(mark: Words, line: int) -> Point:
    return mark.at[0], mark.at[1] + line * line_height(Font("ui", mark.size))


@lru_cache(maxsize=64)
def _letters(line: str, size: int) -> Image.Image:
    """How much of each pixel of a line of text is ink."""
    return Image.fromarray(255 - run_on(line or " ", Font("ui", size), 0x000000, 0xFFFFFF).pixels[:, :, 0])


def _pasted(image: Image.Image, mark: Pasted) -> Image.Image:
    other = read_picture(mark.content)
    if other is None:
        return image
    (x, y), (w, h) = mark.at, other.size
    if x + w > image.width or y + h > image.height:
        larger = Image.new("RGB", (max(image.width, x + w), max(image.height, y + h)), _WHITE)
        larger.paste(image)
        image = larger
    image.paste(other, mark.at, other if other.mode == "RGBA" else None)
    return image


def _moved(image: Image.Image, mark: Moved) -> Image.Image:
    part = image.crop(mark.area)
    image.paste(_WHITE, mark.area)
    image.paste(part, mark.to)
    return image


def _cleared(image: Image.Image, mark: Cleared) -> Image.Image:
    image.paste(_WHITE, mark.area)
    return image


_WHOLE: Mapping[str, Callable[[Image.Image], Image.Image]] = {
    "right": lambda image: image.transpose(Image.Transpose.ROTATE_270),
    "left": lambda image: image.transpose(Image.Transpose.ROTATE_90),
    "round": lambda image: image.transpose(Image.Transpose.ROTATE_180),
    "flip_h": ImageOps.mirror,
    "flip_v": ImageOps.flip,
    "invert": ImageOps.invert,
}
_APPLIED: Mapping[type, Callable[[Image.Image, Any], Image.Image]] = {
    Stroke: _stroke,
    Figure: _figure,
    Filled: _filled,
    Words: _words,
    Pasted: _pasted,
    Moved: _moved,
    Cleared: _cleared,
    Cropped: lambda image, mark: image.crop(mark.area),
    Resized: lambda image, mark: image.resize(mark.size, Image.Resampling.BICUBIC),
    Whole: lambda image, mark: _WHOLE[mark.how](image),
}


def applied(image: Image.Image, mark: Mark) -> Image.Image:
    """An RGB picture with something done to it; the picture that is given stays as it is."""
    return _APPLIED[type(mark)](image.copy(), mark)


def reach(mark: Mark) -> Area | None:
    """The rectangle outside of which a mark changes no pixel; None where it may change any."""
    if isinstance(mark, Stroke | Figure):
        points = mark.points if isinstance(mark, Stroke) else (mark.start, mark.end)
        xs, ys, more = [x for x, _ in points], [y for _, y in points], mark.width + 2
        return min(xs) - more, min(ys) - more, max(xs) + more, max(ys) + more
    if isinstance(mark, Cleared):
        return mark.area
    if isinstance(mark, Moved):
        (x, y), (a, b, c, d) = mark.to, mark.area
        return min(a, x), min(b, y), max(c, x + c - a), max(d, y + d - b)
    return None
