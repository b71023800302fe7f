"""The icons of a phone's apps: a disc with one of Google's Material Icons on it, or a drawing."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from omnigym.devices.sim.paint.material import material_glyph
from omnigym.devices.sim.paint.pen import Pen
from omnigym.devices.sim.style.colour import Colour, rgb

__all__ = ["APP_ICONS", "app_icon"]

#: What the names of these icons begin with, among those of others.
APP_ICONS = "app/"


class _Sign(NamedTuple):
    """A disc with a sign on it, as a share of its size."""

    ground: Colour
    sign: str
    ink: Colour = 0xFFFFFF
    share: float = 0.56


def _chrome(p: Pen) -> None:
    p.disc(0.5, 0.5, 0.42, 0xDB4437)
    p.shape([(0.5, 0.5), (0.136, 0.29), (0.136, 0.71), (0.32, 0.86), (0.5, 0.92), (0.66, 0.59)], 0x0F9D58)
    p.shape([(0.5, 0.5), (0.66, 0.59), (0.5, 0.92), (0.71, 0.86), (0.87, 0.70), (0.92, 0.5), (0.87, 0.32)], 0xFFCD40)
    p.disc(0.5, 0.5, 0.20, 0xFFFFFF)
    p.disc(0.5, 0.5, 0.155, 0x4285F4)


def _photos(p: Pen) -> None:
    for x, y, colour in (
        (0.40, 0.31, 0xF4B400),
        (0.69, 0.40, 0xDB4437),
        (0.60, 0.69, 0x4285F4),
        (0.31, 0.60, 0x0F9D58),
    ):
        p.disc(x, y, 0.17, colour)


def _gmail(p: Pen) -> None:
    p.box(0.20, 0.30, 0.12, 0.42, 0.03, 0x4285F4)
    p.box(0.68, 0.30, 0.12, 0.42, 0.03, 0x34A853)
    p.shape([(0.20, 0.32), (0.30, 0.28), (0.50, 0.44), (0.70, 0.28), (0.80, 0.32), (0.80, 0.40), (0.50, 0.62),
             (0.20, 0.40)], 0xEA4335)  # fmt: skip


#: Name to what is on the disc. A white disc comes first where it is a drawing.
_APPS: dict[str, _Sign | Callable[[Pen], None]] = {
    "calculator": _Sign(0x1F1F1F, "calculate"),
    "calendar": _Sign(0xFFFFFF, "calendar_month", 0x1A73E8),
    "camera": _Sign(0x3C4043, "photo_camera"),
    "chrome": _chrome,
    "clock": _Sign(0x1B2A4E, "schedule", 0xE8F0FE, 0.68),
    "contacts": _Sign(0x1A73E8, "person", share=0.64),
    "docs": _Sign(0xFFFFFF, "description", 0x4285F4),
    "drive": _Sign(0xFFFFFF, "add_to_drive", 0x0F9D58),
    "files": _Sign(0xFFFFFF, "folder", 0x1A73E8),
    "gmail": _gmail,
    "keep": _Sign(0xFBBC04, "lightbulb"),
    "maps": _Sign(0xFFFFFF, "place", 0xEA4335, 0.64),
    "messages": _Sign(0x1A73E8, "chat", share=0.54),
    "music": _Sign(0xFF0033, "play_circle", share=0.68),
    "phone": _Sign(0x1A73E8, "call"),
    "photos": _photos,
    "settings": _Sign(0x5F6368, "settings", 0xE8EAED, 0.64),
    "tasks": _Sign(0xFFFFFF, "task_alt", 0x1A73E8, 0.66),
    "video": _Sign(0xFFFFFF, "smart_display", 0xFF0000, 0.66),
}


@lru_cache(maxsize=128)
def app_icon(name: str, size: int) -> NDArray[np.uint8]:
    """The icon of an app: uint8 (size, size, 4), RGBA. A name that has none gets a grey disc with a robot."""
    found = _APPS.get(name) or _Sign(0x78909C, "android")
    pen = Pen(size)
    pen.disc(0.5, 0.5, 0.49, found.ground if isinstance(found, _Sign) else 0xFFFFFF)
    if isinstance(found, _Sign):
        side = round(pen.size * found.share)
        at = (pen.size - side) // 2
        layer = Image.new("RGBA", pen.image.size)
        layer.paste((*rgb(found.ink), 255), (at, at), material_glyph(found.sign, side))
        pen.image.alpha_composite(layer)
    else:
        found(pen)
    return np.asarray(pen.image.resize((size, size), Image.Resampling.BOX))
