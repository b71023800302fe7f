"""The frames of a film: a picture scaled to its size, a title over it, and its fade from black."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from omnigym.pictures.editing import Size

__all__ = ["TITLES", "Style", "add_title", "dim_picture", "fit_picture"]

_WHITE, _DARK = (255, 255, 255), (18, 18, 24)
#: Of the frame's width: what a line of a title has at most.
_LINE = 0.9
#: Characters of a title that are shown.
_MOST = 200


class Style(NamedTuple):
    """A style of titles.

    Attributes:
        label: What a person calls it.
        size: The height of its letters, as a share of the frame's.
        place: Where the middle of its lines is, as a share of the frame's height.
        banner: Whether it stands on a dark ground.
    """

    label: str
    size: float
    place: float
    banner: bool = False


#: The looks of titles, by name.
TITLES: Mapping[str, Style] = MappingProxyType(
    {
        "plain": Style("Plain text", 0.09, 0.5),
        "big": Style("Big title", 0.15, 0.5),
        "subtitle": Style("Subtitle", 0.065, 0.88, True),
        "headline": Style("Headline", 0.08, 0.14, True),
    }
)


@lru_cache(maxsize=16)
def _font(pixels: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(pixels)


def _lines(text: str, font: ImageFont.FreeTypeFont | ImageFont.ImageFont, width: float) -> str:
    """A text in lines that are no wider, where words allow it; of a long one the beginning."""
    lines, line = [], ""
    words = " ".join(text.split())
    for word in (words if len(words) <= _MOST else f"{words[: _MOST - 1]}…").split():
        longer = f"{line} {word}".strip()
        if line and font.getlength(longer) > width:
            lines.append(line)
            longer = word
        line = longer
    return "\n".join([*lines, line])


def add_title(image: Image.Image, text: str, style: str) -> Image.Image:
    """Return an RGB picture with a title in a style of `TITLES`; the given picture stays unchanged."""
    if not text.strip():
        return image
    look, (width, height) = TITLES[style], image.size
    size = max(8, round(height * look.size))
    font = _font(size)
    said, at = _lines(text, font, _LINE * width), (width / 2, height * look.place)
    new = image.copy()
    draw = ImageDraw.Draw(new)
    if look.banner:
        left, top, right, bottom = draw.multiline_textbbox(at, said, font, "mm", align="center")
        draw.rectangle((left - size / 2, top - size / 3, right + size / 2, bottom + size / 3), _DARK)
    edge = 0 if look.banner else max(1, size // 16)
    draw.multiline_text(at, said, _WHITE, font, "mm", align="center", stroke_width=edge, stroke_fill=_DARK)
    return new


def dim_picture(image: Image.Image, light: float) -> Image.Image:
    """Return an RGB picture with a share of its brightness, 0..1; at 0 it is black."""
    level = round(256 * min(max(light, 0.0), 1.0))
    return image if level == 256 else image.point([value * level // 256 for value in range(256)] * 3)


def fit_picture(image: Image.Image, size: Size) -> Image.Image:
    """Return a whole picture as RGB, scaled to fit a size, with black borders."""
    if image.size == size:
        return image.convert("RGB")
    scale = min(size[0] / image.width, size[1] / image.height)
    inner = min(size[0], max(1, round(image.width * scale))), min(size[1], max(1, round(image.height * scale)))
    sheet = Image.new("RGB", size)
    part = image.convert("RGB").resize(inner, Image.Resampling.BICUBIC)
    sheet.paste(part, ((size[0] - inner[0]) // 2, (size[1] - inner[1]) // 2))
    return sheet
