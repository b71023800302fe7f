"""Wallpapers of Ubuntu's sort: a gradient from aubergine to orange, with wide facets of light and shade across it.

Straight edges and linear gradients only, so that the pictures are the same on all processors.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from PIL import Image

from omnigym.devices.sim.paint.blend import Frame
from omnigym.devices.sim.style.colour import rgb

__all__ = ["FACETS", "facets"]

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
