"""Icons by name: line icons in any colour from the Fluent System Icons font, and the colour icons of `artwork`.

The font and its tables are read from the package ``tkinter-icons-fluent-reg`` (MIT), which is never imported. The
glyphs have no side bearings, so the table of ink boxes that comes with the font gives the place of each in its square.
Names that begin with "m/" are those of Google's Material Icons ("m/arrow_back", see `material`).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFont

from omnigym.errors import UnknownNameError
from omnigym.sim.paint.artwork import ARTWORK, artwork
from omnigym.sim.paint.blend import Frame, Stencil, on_plain, stencil
from omnigym.sim.paint.material import MATERIAL, material_mask
from omnigym.sim.paint.shapes import box_mask
from omnigym.sim.style.colour import Colour
from omnigym.sim.style.fonts import data_dir

# -- signs so small that they are computed pixel by pixel -------------------------------------------------------------

# Those of the caption buttons, and a dot.

Mask = NDArray[np.uint8]


def _dot(size: int) -> Mask:
    return box_mask(size, size, size // 2)


def _frame(mask: Mask, x: int, y: int, side: int) -> None:
    """An empty square with a line one pixel wide, its corners softened."""
    mask[y, x : x + side] = mask[y + side - 1, x : x + side] = 255
    mask[y : y + side, x] = mask[y : y + side, x + side - 1] = 255
    for row in (y, y + side - 1):
        mask[row, x] = mask[row, x + side - 1] = 110


def _maximise(size: int) -> Mask:
    mask = np.zeros((size, size), np.uint8)
    _frame(mask, 1, 1, size - 2)
    return mask


def _restore(size: int) -> Mask:
    mask = np.zeros((size, size), np.uint8)
    side = size - 4
    _frame(mask, 3, 1, side)
    mask[3 : 3 + side, 1 : 1 + side] = 0
    _frame(mask, 1, 3, side)
    return mask


def _minimise(size: int) -> Mask:
    mask = np.zeros((size, size), np.uint8)
    mask[size // 2, 1 : size - 1] = 255
    return mask


def _close(size: int) -> Mask:
    at = np.arange(size) + 0.5
    x, y = np.meshgrid(at - size / 2, at - size / 2)
    near = np.minimum(np.abs(x - y), np.abs(x + y)) / np.sqrt(2)
    reach = np.maximum(np.abs(x), np.abs(y))
    inked: Mask = np.rint(255 * np.clip(1.05 - near, 0, 1) * (reach < size / 2 - 1)).astype(np.uint8)
    return inked


#: By name, a function from the size to the coverage, uint8 (size, size).
GLYPHS: dict[str, Callable[[int], Mask]] = {
    "caption-close": _close,
    "caption-maximise": _maximise,
    "caption-minimise": _minimise,
    "caption-restore": _restore,
    "dot": _dot,
}

# -- icons ------------------------------------------------------------------------------------------------------------

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
