"""Google's Material Icons in their rounded form, used on the simulated phone.

The font and its tables are read from the package ``tkinter-icons-gmi`` (the icons are Apache 2.0), which is never
imported. Names are Google's: "arrow_back", "wifi".
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFont

from omnigym.devices.sim.style.fonts import data_dir
from omnigym.errors import UnknownNameError

__all__ = ["MATERIAL", "material_glyph", "material_mask"]

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
