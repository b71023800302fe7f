"""Icons by name: line icons in any colour from the Fluent System Icons font, and the colour icons of `artwork`.

The font and its tables are read from the package ``tkinter-icons-fluent-reg`` (MIT), which is never imported. The
glyphs have no side bearings, so the table of ink boxes that comes with the font gives the place of each in its square.
Names that begin with "m/" are those of Google's Material Icons ("m/arrow_back", see `material`).
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFont

from omnigym.devices.sim.paint.artwork import ARTWORK, artwork
from omnigym.devices.sim.paint.blend import Frame, Stencil, on_plain, stencil
from omnigym.devices.sim.paint.glyphs import GLYPHS
from omnigym.devices.sim.paint.material import MATERIAL, material_mask
from omnigym.devices.sim.style.colour import Colour
from omnigym.devices.sim.style.fonts import data_dir
from omnigym.errors import UnknownNameError

__all__ = ["ALIASES", "icon_names", "icon_on", "icon_stencil", "is_coloured"]

#: Our name for a line icon to the font's; the font's own names ("arrow-sort") are accepted as they are.
ALIASES = {
    "align-center": "text-align-center",
    "align-justify": "text-align-justify",
    "align-left": "text-align-left",
    "align-right": "text-align-right",
    "back": "arrow-left",
    "bold": "text-bold",
    "bullets": "text-bullet-list",
    "clear-format": "text-clear-formatting",
    "close": "dismiss",
    "collapse": "chevron-up",
    "down": "chevron-down",
    "download": "arrow-download",
    "find": "search",
    "font-color": "text-color",
    "forward": "arrow-right",
    "indent": "text-indent-increase",
    "italic": "text-italic",
    "line-spacing": "text-line-spacing",
    "max": "maximize",
    "min": "subtract",
    "more": "more-horizontal",
    "music": "music-note-2",
    "new": "add-circle",
    "new-document": "document-add",
    "new-folder": "folder-add",
    "next": "chevron-right",
    "numbering": "text-number-list-ltr",
    "outdent": "text-indent-decrease",
    "paste": "clipboard-paste",
    "previous": "chevron-left",
    "redo": "arrow-redo",
    "refresh": "arrow-clockwise",
    "restore": "square-multiple",
    "select-all": "select-all-on",
    "sort": "arrow-sort",
    "strikethrough": "text-strikethrough",
    "subscript": "text-subscript",
    "superscript": "text-superscript",
    "underline": "text-underline",
    "undo": "arrow-undo",
    "up": "arrow-up",
    "view": "list",
    "wifi": "wifi-1",
    "volume": "speaker-2",
    "battery": "battery-9",
}

_SUPER = 8


def _package() -> Path:
    return data_dir("tkinter_icons_fluent_reg", "tkinter-icons-fluent-reg", "The simulated desktop")


@lru_cache(maxsize=1)
def _tables() -> tuple[dict[str, tuple[int, ...]], dict[str, str], dict[str, list[float]]]:
    """Designed sizes by icon name, code points and ink boxes by the font's full names."""
    codes: dict[str, str] = json.loads((_package() / "glyphmap.json").read_text("utf-8"))
    boxes: dict[str, list[float]] = json.loads((_package() / "metrics.json").read_text("utf-8"))
    sizes: dict[str, tuple[int, ...]] = {}
    for full in codes:
        name, size, _ = full.removeprefix("ic-fluent-").rsplit("-", 2)
        if full.endswith("-regular") and size.isdigit() and full in boxes:
            sizes[name] = (*sizes.get(name, ()), int(size))
    return sizes, codes, boxes


def is_coloured(name: str) -> bool:
    """Whether an icon has its own colours."""
    return name in ARTWORK


def icon_names() -> list[str]:
    """The package's own names, sorted; every name of the font is accepted besides."""
    return sorted([*ALIASES, *ARTWORK, *GLYPHS])


@lru_cache(maxsize=4)
def _font(pixels: int) -> ImageFont.FreeTypeFont:
    path = _package() / "fonts" / "FluentSystemIcons-Regular.ttf"
    return ImageFont.truetype(str(path), pixels, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=512)
def _line_mask(name: str, size: int) -> NDArray[np.uint8]:
    """The coverage of a line icon, uint8 (size, size).

    Raises:
        UnknownNameError: There is no such icon.
    """
    if name in GLYPHS:
        return GLYPHS[name](size)
    if name.startswith(MATERIAL):
        return material_mask(name.removeprefix(MATERIAL), size)
    sizes, codes, boxes = _tables()
    designed = sizes.get(ALIASES.get(name, name))
    if designed is None:
        raise UnknownNameError("icon", name, icon_names())
    # The font has designs for several sizes; the one nearest to this size has its strokes on whole pixels.
    best = min(designed, key=lambda d: (abs(d - size), d))
    full = f"ic-fluent-{ALIASES.get(name, name)}-{best}-regular"
    left, top, width, height = (value * size * _SUPER for value in boxes[full])
    core = _font(16 * _SUPER).getmask(chr(int(codes[full], 16)), mode="L")
    ink = Image.frombytes("L", core.size, bytes(cast(Any, core)))
    ink = ink.crop(ink.getbbox()).resize((max(round(width), 1), max(round(height), 1)), Image.Resampling.BILINEAR)
    large = Image.new("L", (size * _SUPER, size * _SUPER))
    large.paste(ink, (round(left), round(top)))
    return np.asarray(large.resize((size, size), Image.Resampling.BOX))


def _source(name: str, size: int, colour: Colour) -> tuple[NDArray[np.uint8], Colour | NDArray[np.uint8]]:
    if is_coloured(name):
        picture = artwork(name, size)
        return picture[:, :, 3], picture[:, :, :3]
    return _line_mask(name, size), colour


@lru_cache(maxsize=1024)
def icon_on(name: str, size: int, colour: Colour, background: Colour) -> Frame:
    """An icon on a plain background: uint8 (size, size, 3)."""
    mask, source = _source(name, size, colour)
    return on_plain(mask, source, background)


@lru_cache(maxsize=128)
def icon_stencil(name: str, size: int, colour: Colour) -> Stencil:
    """An icon that can be blended onto anything."""
    return stencil(*_source(name, size, colour))
