"""The wallpaper: a blue bloom on pale blue, as Windows 11 has it, computed from a few formulas."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from omnigym.devices.sim.paint.blend import Frame
from omnigym.devices.sim.paint.colour import rgb

__all__ = ["wallpaper"]

_Plane = NDArray[np.float64]

#: Each petal: direction and length of its axis, its width, how far it curls, and the shades of dark and lit side.
_PETALS = (
    (-2.85, 0.86, 0.30, 0.55, 0x0A46C8, 0x5FB4FF),
    (-0.30, 0.86, 0.30, -0.55, 0x0A46C8, 0x5FB4FF),
    (-2.35, 0.84, 0.30, 0.45, 0x0B4FD6, 0x6FC0FF),
    (-0.80, 0.84, 0.30, -0.45, 0x0B4FD6, 0x6FC0FF),
    (-1.95, 0.80, 0.28, 0.30, 0x0D59E2, 0x83CCFF),
    (-1.20, 0.80, 0.28, -0.30, 0x0D59E2, 0x83CCFF),
    (-1.57, 0.72, 0.26, 0.00, 0x0F63EC, 0x9AD8FF),
    (-2.75, 0.55, 0.20, 0.50, 0x083BB0, 0x57A8FA),
    (-0.40, 0.55, 0.20, -0.50, 0x083BB0, 0x57A8FA),
    (-2.15, 0.52, 0.20, 0.35, 0x0A48C4, 0x6BBBFF),
    (-1.00, 0.52, 0.20, -0.35, 0x0A48C4, 0x6BBBFF),
    (-1.57, 0.44, 0.18, 0.00, 0x0B50D0, 0x7FC8FF),
)


def _petal(colour: _Plane, x: _Plane, y: _Plane, petal: tuple[float, float, float, float, int, int]) -> None:
    """Lay one petal over the picture: a curled leaf, dark at one edge and lit at the other."""
    angle, length, width, curl, dark, lit = petal
    along = (x * np.cos(angle) + y * np.sin(angle)) / length
    across = -x * np.sin(angle) + y * np.cos(angle) + curl * length * (along * along - along) * 0.6
    half = width * np.sqrt(np.clip(along, 0, None)) * np.sqrt(np.clip(1.02 - along, 0, None)) * 1.15
    side = across / np.maximum(half, 1e-6)
    inside = np.clip((1 - np.abs(side)) * half * 260, 0, 1) * (along > 0)
    fold = 0.5 + 0.5 * np.sin(side * 1.9 - np.sign(curl + 1e-9) * 0.7)
    light = np.clip(0.12 + 0.62 * fold + 0.30 * along, 0, 1)[..., None]
    shade = np.array(rgb(dark)) * (1 - light) + np.array(rgb(lit)) * light
    rim = np.clip(1 - np.abs(np.abs(side) - 0.97) * 22, 0, 1)[..., None] * 0.35
    shade = shade * (1 - rim) + 255 * rim
    colour += (shade - colour) * (inside[..., None] * 0.96)


@lru_cache(maxsize=4)
def wallpaper(width: int, height: int) -> Frame:
    """The wallpaper: uint8 (height, width, 3), read-only."""
    # Drawn at twice a modest size and averaged down or up: the forms are soft, their edges antialiased.
    scale = min(1.0, 1400 / max(width, height))
    w, h = max(round(width * scale * 1.5), 2), max(round(height * scale * 1.5), 2)
    unit = max(h, w * 0.62)
    x = np.broadcast_to((np.arange(w) + 0.5 - w / 2) / unit, (h, w))
    y = np.broadcast_to(((np.arange(h) + 0.5 - h * 0.98) / unit)[:, None], (h, w))
    down = np.clip((np.arange(h) / h)[:, None, None], 0, 1)
    colour = np.array(rgb(0xC3DDF6)) * (1 - down) + np.array(rgb(0x9CC6F1)) * down
    colour = np.broadcast_to(colour, (h, w, 3)).copy()
    glow = np.exp(-(x * x + (y + 0.30) ** 2) / 0.20)[..., None]
    colour += (np.array(rgb(0xE9F4FE)) - colour) * glow * 0.75
    for petal in _PETALS:
        _petal(colour, x, y, petal)
    image = Image.fromarray(np.rint(colour.clip(0, 255)).astype(np.uint8))
    return np.asarray(image.resize((width, height), Image.Resampling.BICUBIC))
