"""Colour icons, drawn as polygons at eight times their size and averaged down.

The icons of folders, the computer and the Start logo are here. Those of an app are in its `App.art`, and are added to
the table here when the apps of its platform are collected; so an icon is found by its name wherever it is drawn.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from omnigym.sim.paint.pen import Drawing, Pen
from omnigym.sim.style.colour import Colour


def folder(p: Pen) -> None:
    """Draw a yellow folder."""
    p.box(0.06, 0.14, 0.46, 0.40, 0.06, 0xE5A51B, 0xD9950F)
    p.shape([(0.44, 0.14), (0.50, 0.16), (0.60, 0.27), (0.44, 0.27)], 0xE5A51B)
    p.box(0.06, 0.23, 0.88, 0.60, 0.06, 0xE9AB20, 0xDD9B12)
    p.box(0.06, 0.33, 0.88, 0.52, 0.06, 0xFFDD74, 0xF9C23C)


def cog(p: Pen, size: float, top: Colour, bottom: Colour) -> None:
    """Draw a wheel with eight teeth in the middle.

    Args:
        p: Draws it.
        size: From its middle to the ends of its teeth.
        top, bottom: Its colours.
    """
    points: list[tuple[float, float]] = []
    for tooth in range(8):
        middle = 2 * math.pi * tooth / 8
        for turn, radius in ((-0.24, 0.79), (-0.15, 1.0), (0.15, 1.0), (0.24, 0.79)):
            points.append(
                (0.5 + size * radius * math.sin(middle + turn), 0.5 - size * radius * math.cos(middle + turn))
            )
    p.shape(points, top, bottom)


def _folder_with(badge: Drawing) -> Drawing:
    def draw(p: Pen) -> None:
        folder(p)
        badge(p)

    return draw


def paper(p: Pen, edge: Colour = 0xB8BEC6) -> None:
    """Draw a sheet of paper with a folded corner."""
    p.shape([(0.17, 0.04), (0.62, 0.04), (0.84, 0.26), (0.84, 0.96), (0.17, 0.96)], edge)
    p.shape([(0.20, 0.07), (0.60, 0.07), (0.81, 0.28), (0.81, 0.93), (0.20, 0.93)], 0xFFFFFF, 0xF4F6F8)
    p.shape([(0.60, 0.05), (0.83, 0.28), (0.60, 0.28)], 0xD5DAE0)


def _bin(p: Pen) -> None:
    p.shape([(0.20, 0.20), (0.80, 0.20), (0.72, 0.95), (0.28, 0.95)], 0x9FB4C6)
    p.shape([(0.23, 0.22), (0.77, 0.22), (0.69, 0.92), (0.31, 0.92)], 0xEDF4FA, 0xC9D9E7)
    p.box(0.15, 0.10, 0.70, 0.11, 0.05, 0xF7FBFE, 0xB9CCDC)
    p.ring(0.5, 0.57, 0.155, 0.05, 0x2B88D8)
    for x, y in ((0.5, 0.40), (0.355, 0.66), (0.645, 0.66)):
        p.shape([(x - 0.075, y + 0.05), (x + 0.075, y + 0.05), (x, y - 0.075)], 0x2B88D8)


def _computer(p: Pen) -> None:
    p.box(0.05, 0.12, 0.90, 0.60, 0.05, 0x4A5562, 0x343D48)
    p.box(0.09, 0.16, 0.82, 0.52, 0.02, 0x4CC2F5, 0x0A66C2)
    p.shape([(0.42, 0.72), (0.58, 0.72), (0.61, 0.85), (0.39, 0.85)], 0x9AA5B1)
    p.box(0.29, 0.84, 0.42, 0.05, 0.02, 0xB7C0CA)


def _start(p: Pen) -> None:
    for x in (0.08, 0.52):
        for y in (0.08, 0.52):
            p.box(x, y, 0.40, 0.40, 0.03, 0x35C1F1 if y < 0.5 else 0x1A9AE0, 0x1497E0 if y < 0.5 else 0x0067C0)


def _drive(p: Pen) -> None:
    p.box(0.06, 0.40, 0.88, 0.30, 0.05, 0xD6DCE2, 0x9AA5B1)
    p.box(0.12, 0.58, 0.50, 0.05, 0.02, 0x2B88D8)
    p.disc(0.83, 0.605, 0.035, 0x46C26A)
    p.shape([(0.06, 0.44), (0.16, 0.26), (0.84, 0.26), (0.94, 0.44)], 0xEEF2F5, 0xDCE2E8)


def _user(p: Pen) -> None:
    p.disc(0.5, 0.5, 0.46, 0xC9D3DC, 0xAEBBC7)
    p.disc(0.5, 0.39, 0.16, 0xFFFFFF)
    p.box(0.24, 0.60, 0.52, 0.24, 0.12, 0xFFFFFF)


def _badge_document(p: Pen) -> None:
    p.box(0.36, 0.45, 0.28, 0.34, 0.03, 0xFFFFFF)
    for row in range(3):
        p.box(0.41, 0.52 + 0.08 * row, 0.18, 0.03, 0.0, 0x2B88D8)


def _badge_download(p: Pen) -> None:
    p.box(0.465, 0.44, 0.07, 0.20, 0.0, 0x107C41)
    p.shape([(0.37, 0.61), (0.63, 0.61), (0.5, 0.75)], 0x107C41)


def _badge_picture(p: Pen) -> None:
    p.box(0.32, 0.46, 0.36, 0.30, 0.03, 0x2B88D8)
    p.shape([(0.34, 0.74), (0.46, 0.56), (0.54, 0.66), (0.58, 0.61), (0.66, 0.74)], 0xFFFFFF)


def _badge_music(p: Pen) -> None:
    p.disc(0.44, 0.71, 0.065, 0xC13584)
    p.box(0.475, 0.45, 0.035, 0.26, 0.0, 0xC13584)
    p.shape([(0.475, 0.45), (0.62, 0.50), (0.62, 0.57), (0.475, 0.53)], 0xC13584)


def _badge_video(p: Pen) -> None:
    p.box(0.33, 0.46, 0.34, 0.30, 0.03, 0x7A4FBF)
    p.shape([(0.45, 0.53), (0.45, 0.69), (0.58, 0.61)], 0xFFFFFF)


def _badge_desktop(p: Pen) -> None:
    p.box(0.33, 0.46, 0.34, 0.24, 0.03, 0x1F86D6)
    p.box(0.42, 0.72, 0.16, 0.04, 0.0, 0x8A6A10)


#: Drawings by icon name; each can be drawn in any size.
ARTWORK: dict[str, Drawing] = {
    "desktop-folder": _folder_with(_badge_desktop),
    "documents": _folder_with(_badge_document),
    "downloads": _folder_with(_badge_download),
    "drive": _drive,
    "file": paper,
    "folder-color": folder,
    "music-folder": _folder_with(_badge_music),
    "pictures": _folder_with(_badge_picture),
    "recycle-bin": _bin,
    "start": _start,
    "this-pc": _computer,
    "user": _user,
    "videos": _folder_with(_badge_video),
}


def add_artwork(art: Mapping[str, Drawing]) -> None:
    """Add the colour icons of an app to the table; adding the same icons again has no effect.

    Args:
        art: Drawings by icon name.

    Raises:
        ValueError: Another drawing has one of the names.
    """
    for name, drawing in art.items():
        if ARTWORK.setdefault(name, drawing) is not drawing:
            raise ValueError(f"Two drawings are named {name!r}. Give the icon of one app another name.")


@lru_cache(maxsize=256)
def artwork(name: str, size: int) -> NDArray[np.uint8]:
    """Return a colour icon: uint8 (size, size, 4), RGBA, not premultiplied."""
    pen = Pen(size)
    ARTWORK[name](pen)
    return np.asarray(pen.image.resize((size, size), Image.Resampling.BOX))
