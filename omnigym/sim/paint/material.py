"""Google's Material Icons in their rounded form, used on the simulated phone.

The font and its tables are read from the package ``tkinter-icons-gmi`` (the icons are Apache 2.0), which is never
imported. Names are Google's: "arrow_back", "wifi".
"""

from __future__ import annotations

import json
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFont

from omnigym.errors import UnknownNameError
from omnigym.sim.paint.pen import Drawing, Pen
from omnigym.sim.style.colour import Colour, rgb
from omnigym.sim.style.fonts import data_dir

#: Prefix of the names of these icons among all icon names.
MATERIAL = "m/"
_SUPER = 8


def _package() -> Path:
    return data_dir("tkinter_icons_gmi", "tkinter-icons-gmi", "The simulated phone")


@lru_cache(maxsize=1)
def _tables() -> tuple[dict[str, str], dict[str, list[float]]]:
    """Code points and ink boxes by name."""
    codes: dict[str, str] = json.loads((_package() / "glyphmap-round.json").read_text("utf-8"))
    boxes: dict[str, list[float]] = json.loads((_package() / "metrics-round.json").read_text("utf-8"))
    return codes, boxes


@lru_cache(maxsize=8)
def _font(pixels: int) -> ImageFont.FreeTypeFont:
    path = _package() / "fonts" / "MaterialIconsRound-Regular.otf"
    return ImageFont.truetype(str(path), pixels, layout_engine=ImageFont.Layout.BASIC)


def material_glyph(name: str, size: int) -> Image.Image:
    """The coverage of an icon at a large size, mode "L", ``size`` x ``size``.

    Raises:
        UnknownNameError: There is no such icon.
    """
    codes, boxes = _tables()
    if name not in codes or name not in boxes:
        raise UnknownNameError("Material icon", name, codes)
    left, top, width, height = (value * size for value in boxes[name])
    core = _font(size).getmask(chr(int(codes[name], 16)), mode="L")
    ink = Image.frombytes("L", core.size, bytes(cast(Any, core)))
    ink = ink.crop(ink.getbbox()).resize((max(round(width), 1), max(round(height), 1)), Image.Resampling.BILINEAR)
    square = Image.new("L", (size, size))
    square.paste(ink, (round(left), round(top)))
    return square


def material_mask(name: str, size: int) -> NDArray[np.uint8]:
    """The coverage of an icon, uint8 (size, size).

    Raises:
        UnknownNameError: There is no such icon.
    """
    return np.asarray(material_glyph(name, size * _SUPER).resize((size, size), Image.Resampling.BOX))


# -- the icons of a phone's apps --------------------------------------------------------------------------------------

# A disc with a Material Icon or with a drawing of its own.

_RADIUS = 0.49


def sign_icon(ground: Colour, sign: str, ink: Colour = 0xFFFFFF, share: float = 0.56) -> Drawing:
    """A disc with a Material Icon on it.

    Args:
        ground, ink: The colours of the disc and of the sign.
        sign: Name of the Material Icon.
        share: Size of the sign relative to the whole icon, 0..1.
    """
    return partial(_draw_sign, ground, sign, ink, share)


def _draw_sign(ground: Colour, sign: str, ink: Colour, share: float, p: Pen) -> None:
    p.disc(0.5, 0.5, _RADIUS, ground)
    side = round(p.size * share)
    at = (p.size - side) // 2
    inked = Image.new("RGBA", p.image.size)
    inked.paste((*rgb(ink), 255), (at, at), material_glyph(sign, side))
    p.image.alpha_composite(inked)


def on_disc(drawing: Drawing) -> Drawing:
    """A drawing on a white disc."""

    def draw(p: Pen) -> None:
        p.disc(0.5, 0.5, _RADIUS, 0xFFFFFF)
        drawing(p)

    return draw
