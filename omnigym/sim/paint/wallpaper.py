"""The wallpapers: a blue bloom on pale blue, as Windows 11 has it, and others like it, computed from a few formulas.

The only mathematical function used on arrays is the square root, which every processor rounds in the same way; so the
pictures are the same on all of them. ``omnigym-data`` has those of the usual screens as files, as one takes half a
second to compute: ``python scripts/draw_wallpapers.py`` draws them anew. Without it they are computed.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from omnigym.assets.packaged import data_path
from omnigym.errors import MissingDependencyError
from omnigym.sim.paint.blend import Frame
from omnigym.sim.style.colour import rgb

# -- facets -----------------------------------------------------------------------------------------------------------

# Wallpapers of Ubuntu's sort: a gradient from aubergine to orange, with wide facets of light and shade across it.
#
# Straight edges and linear gradients only, so that the pictures are the same on all processors.

#: Each facet: direction (x, y) of its edge's normal, where the edge is along it, how far it reaches, and what it adds
#: to the light at its edge, -1..1.
_FACETS = (
    (0.80, 0.60, 0.86, 0.42, 0.16),
    (0.60, -0.80, -0.10, 0.55, -0.16),
    (-0.80, 0.60, -0.30, 0.40, 0.13),
    (0.28, 0.96, 0.84, 0.36, -0.14),
    (0.96, -0.28, 0.62, 0.30, 0.12),
    (-0.60, -0.80, -0.64, 0.48, -0.13),
    (0.60, 0.80, 1.05, 0.30, 0.14),
    (-0.96, 0.28, -0.42, 0.30, -0.10),
)


class _Dye(NamedTuple):
    """Colours of a wallpaper, from the upper left to the lower right, and how strong its facets are, 0..1."""

    first: int
    middle: int
    last: int
    light: float = 1.0


_DYES = {
    "aubergine": _Dye(0x4A1942, 0x9B2F5B, 0xE95420),
    "aubergine dark": _Dye(0x14060F, 0x2C0E26, 0x5E2018, 0.7),
    "lagoon": _Dye(0x0E3B52, 0x1E7A86, 0x8FD3B6),
    "dunes": _Dye(0xF3D9B1, 0xE2A65E, 0xA8512B),
    "slate": _Dye(0x2B303B, 0x4B5563, 0x8A94A3),
}
#: Their names; the first is Ubuntu's own.
FACETS = tuple(_DYES)


def facets(name: str, width: int, height: int) -> Frame:
    """A wallpaper by its name, of `FACETS`: uint8 (height, width, 3)."""
    dye = _DYES[name]
    share = min(1.0, 900 / max(width, height))
    w, h = max(round(width * share), 2), max(round(height * share), 2)
    x = np.broadcast_to((np.arange(w, dtype=np.float32) + 0.5) / w, (h, w))
    y = np.broadcast_to(((np.arange(h, dtype=np.float32) + 0.5) / h)[:, None], (h, w))
    along = np.clip(0.62 * x + 0.38 * y, 0, 1)[..., None]
    first, middle, last = (np.array(rgb(c), np.float32) for c in (dye.first, dye.middle, dye.last))
    picture = np.where(
        along < 0.5, first + (middle - first) * (2 * along), middle + (last - middle) * (2 * along - 1)
    ).astype(np.float32)
    for nx, ny, edge, reach, light in _FACETS:
        beyond = nx * x + ny * y - edge
        cover = np.clip(beyond * 300, 0, 1) * np.clip(1 - beyond / reach, 0, 1) * abs(light) * dye.light
        to = np.float32(255 if light > 0 else 0)
        picture += (to - picture) * cover[..., None]
    image = Image.fromarray(np.rint(picture.clip(0, 255)).astype(np.uint8))
    return np.asarray(image.resize((width, height), Image.Resampling.BICUBIC))


# -- wallpaper --------------------------------------------------------------------------------------------------------

#: The sizes of the screens whose wallpapers ship: desktop, phone.
SHIPPED_SIZES = ((1024, 768), (540, 1200))

_Plane = NDArray[np.floating[Any]]

#: Each fold of the bloom, back to front: direction of its axis, length, width, curl, and the shades of its dark
#: and lit side.
_FOLDS = (
    (-2.95, 0.80, 0.34, 0.95, 0x1D62DA, 0x8CCBFF),
    (-0.19, 0.80, 0.34, -0.95, 0x1252CC, 0x6FBBFF),
    (-2.60, 0.84, 0.34, 0.85, 0x2A73E8, 0xA5DBFF),
    (-0.54, 0.84, 0.34, -0.85, 0x1556D2, 0x7CC4FF),
    (-2.22, 0.82, 0.33, 0.70, 0x2169E2, 0x9AD5FF),
    (-0.92, 0.82, 0.33, -0.70, 0x0F4CC6, 0x6AB6FF),
    (-1.82, 0.78, 0.31, 0.50, 0x1B60DC, 0x8FD0FF),
    (-1.30, 0.76, 0.30, -0.60, 0x0D48C0, 0x63B0FC),
    (-2.70, 0.52, 0.25, 0.90, 0x0C43B8, 0x5BA6F8),
    (-0.44, 0.52, 0.25, -0.90, 0x0A3CAC, 0x4F9CF4),
    (-2.20, 0.56, 0.25, 0.70, 0x1250CC, 0x78C0FF),
    (-0.95, 0.56, 0.25, -0.75, 0x0B41B4, 0x58A6FA),
    (-1.60, 0.52, 0.24, 0.45, 0x1049C2, 0x6AB6FF),
    (-2.45, 0.32, 0.17, 0.80, 0x08349C, 0x438FEA),
    (-0.75, 0.32, 0.17, -0.80, 0x072F92, 0x3B86E4),
    (-1.85, 0.33, 0.17, 0.55, 0x0A3CAA, 0x559FF4),
    (-1.30, 0.31, 0.16, -0.60, 0x083498, 0x4590EC),
    (-1.57, 0.20, 0.11, 0.30, 0x062B86, 0x3A80DC),
)


class _Mood(NamedTuple):
    """The colours of a wallpaper.

    Attributes:
        sky, ground, glow: Colours of the background: at the top, at the bottom, and around the middle of the bloom.
        shade: Colour of the bloom's shadow.
        order: Which channels of the blue bloom become red, green and blue.
        light: The part of its brightness that the bloom keeps, 0..1.
    """

    sky: int
    ground: int
    glow: int
    shade: int
    order: tuple[int, int, int] = (0, 1, 2)
    light: float = 1.0

    def tinted(self, colour: int) -> NDArray[np.float32]:
        """A colour of the blue bloom with the channels and the brightness of this mood."""
        return np.array([rgb(colour)[i] for i in self.order], np.float32) * np.float32(self.light)


_MOODS = {
    "bloom": _Mood(0xB9D6F3, 0x8FBDED, 0xEAF5FE, 0x0B2F86),
    "bloom dark": _Mood(0x0A1426, 0x060B16, 0x14305E, 0x01040C, light=0.82),
    "glow": _Mood(0x2A1440, 0x180A2A, 0x6B3A8C, 0x10041C, (2, 0, 1)),
    "sunrise": _Mood(0xF6D9C2, 0xF0B68C, 0xFFF3E2, 0x7A2B0B, (2, 1, 0)),
    "flow": _Mood(0xCFE9DF, 0x9CD2BE, 0xF0FBF6, 0x0B5A3C, (0, 2, 1)),
}
#: The names of the wallpapers that Windows ships; `wallpaper` takes any name that is neither theirs nor one of
#: `FACETS` for the first one.
WALLPAPERS = tuple(_MOODS)


def _fold(
    picture: _Plane,
    x: _Plane,
    y: _Plane,
    fold: tuple[float, float, float, float, int, int],
    edge: float,
    mood: _Mood,
) -> None:
    """Draw one fold over the picture: a curved leaf, dark at one side and light at the other, with a bright rim."""
    angle, length, width, curl, dark, lit = fold
    along = (x * math.cos(angle) + y * math.sin(angle)) / length
    across = (
        y * math.cos(angle) - x * math.sin(angle) - curl * length * 0.5 * along * along + curl * length * 0.32 * along
    )
    half = width * np.sqrt(np.clip(along, 0, None) * np.clip(1 - along, 0, None)) * 1.15
    side = across / np.maximum(half, 1e-4)
    cover = np.clip((1 - np.abs(side)) * half * edge, 0, 1)
    off_ridge = side * math.copysign(1.0, -curl) - 0.45
    light = np.clip(0.10 + 0.45 * np.clip(1 - 0.47 * off_ridge * off_ridge, 0, 1) + 0.55 * along, 0, 1)
    rim = 0.45 * np.clip(1 - np.abs(np.abs(side) - 0.985) * 30 * half / width, 0, 1) * along
    ends = np.clip(4 * along * (1 - along), 0, 1)
    fall = 1 + np.square((np.abs(side) - 1) * half * 20)
    shade = 0.28 * ends * ends / (fall * fall) * (np.abs(side) >= 1)
    low, high = mood.tinted(dark), mood.tinted(lit)
    colour = low + (high - low) * light[..., None]
    colour += (255 - colour) * rim[..., None]
    picture += (np.array(rgb(mood.shade), np.float32) - picture) * shade[..., None]
    picture += (colour - picture) * cover[..., None]


@lru_cache(maxsize=32)  # each at the size of the screen, and small ones to choose from
def wallpaper(name: str, width: int, height: int) -> Frame:
    """A wallpaper by its name: uint8 (height, width, 3), read-only."""
    name = name if name in FACETS or name in _MOODS else WALLPAPERS[0]
    if name in _MOODS and (width, height) in SHIPPED_SIZES:
        try:
            path = data_path(file_of(name, width, height), "A wallpaper")
        except MissingDependencyError:
            return computed(name, width, height)  # the same, only later
        with Image.open(path) as image:
            return np.asarray(image.convert("RGB"))
    return computed(name, width, height)


def file_of(name: str, width: int, height: int) -> str:
    """The name of the file of a wallpaper in ``omnigym-data``."""
    return f"wallpapers/{name.replace(' ', '-')}-{width}x{height}.png"


def computed(name: str, width: int, height: int) -> Frame:
    """A wallpaper by its name, computed: uint8 (height, width, 3), read-only."""
    if name in FACETS:
        return facets(name, width, height)
    mood = _MOODS.get(name, _MOODS["bloom"])
    # Its shapes are soft, so it is computed at a moderate size and enlarged.
    share = min(1.0, 760 / max(width, height))
    w, h = max(round(width * share), 2), max(round(height * share), 2)
    unit = max(h, w * 0.62)
    x = np.broadcast_to((np.arange(w, dtype=np.float32) + 0.5 - w / 2) / unit, (h, w))
    y = np.broadcast_to(((np.arange(h, dtype=np.float32) + 0.5 - h) / unit)[:, None], (h, w))
    down = (np.arange(h, dtype=np.float32) / h)[:, None, None]
    sky, ground = np.array(rgb(mood.sky), np.float32), np.array(rgb(mood.ground), np.float32)
    picture = np.broadcast_to(sky + (ground - sky) * down, (h, w, 3)).copy()
    glow = 0.8 / np.square(1 + (np.square(x) + np.square(y + 0.45)) / 0.35)
    picture += (np.array(rgb(mood.glow), np.float32) - picture) * glow[..., None]
    for fold in _FOLDS:
        _fold(picture, x, y, fold, unit * 0.55, mood)
    image = Image.fromarray(np.rint(picture.clip(0, 255)).astype(np.uint8)).filter(ImageFilter.BoxBlur(0.6))
    return np.asarray(image.resize((width, height), Image.Resampling.BICUBIC))
