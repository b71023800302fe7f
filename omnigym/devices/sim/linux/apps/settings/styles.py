"""The looks of Settings that no other app has."""

from __future__ import annotations

from omnigym.devices.sim.style.colour import Shade
from omnigym.devices.sim.style.looks import Look, looks

__all__ = ["SETTINGS_STYLES"]


def _plain(colour: int, radius: int = 0) -> Look:
    return Look(fill=Shade(colour, colour), radius=radius)


SETTINGS_STYLES = looks(
    box={
        "choice": Look(radius=9, hover="pressed", checked="accent"),
        "preview_light": _plain(0xFAFAFA, 6),
        "preview_light_bar": _plain(0xE0E0E0, 6),
        "preview_dark": _plain(0x2C2C2C, 6),
        "preview_dark_bar": _plain(0x444444, 6),
    },
)
