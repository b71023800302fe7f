"""The icon and the looks of Settings."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.sim.paint.artwork import cog
from omnigym.sim.paint.pen import Drawing, Pen
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Look, looks

# -- the colour icon of Settings --------------------------------------------------------------------------------------


def _settings(p: Pen) -> None:
    p.box(0.05, 0.05, 0.90, 0.90, 0.20, 0x5B5B5B, 0x3A3A3A)
    cog(p, 0.34, 0xF2F2F2, 0xCFCFCF)
    p.disc(0.5, 0.5, 0.12, 0x454545)


SETTINGS_ART: Mapping[str, Drawing] = {"gnome-settings": _settings}

# -- the looks of Settings that no other app has ----------------------------------------------------------------------


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
