"""The icons and the looks of Settings."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.sim.paint.artwork import cog
from omnigym.sim.paint.pen import Drawing, Pen
from omnigym.sim.style.colour import Colour
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.style.styles import SUBTLE

# -- the app, and its categories --------------------------------------------------------------------------------------


def _gear(p: Pen) -> None:
    cog(p, 0.47, 0x8A97A6, 0x4C5866)
    p.disc(0.5, 0.5, 0.30, 0xEEF2F6, 0xC3CCD6)
    p.disc(0.5, 0.5, 0.17, 0x2B9BEA, 0x0A5EB5)


def _system(p: Pen) -> None:
    p.box(0.08, 0.16, 0.84, 0.54, 0.07, 0x35B0EE, 0x0F6CBD)
    p.box(0.14, 0.22, 0.72, 0.42, 0.03, 0x7FD4FB, 0x3CA4E6)
    p.box(0.02, 0.74, 0.96, 0.12, 0.06, 0x0C5596)


def _bluetooth(p: Pen) -> None:
    p.disc(0.5, 0.5, 0.46, 0x2E9BE8, 0x0A5FB4)
    p.line([(0.34, 0.36), (0.64, 0.64), (0.5, 0.78), (0.5, 0.22), (0.64, 0.36), (0.34, 0.64)], 0.065, 0xFFFFFF)


def _network(p: Pen) -> None:
    p.shape([(0.5, 0.90), (0.02, 0.36), (0.24, 0.20), (0.5, 0.14), (0.76, 0.20), (0.98, 0.36)], 0x5CD0F5, 0x1173C9)
    p.shape([(0.5, 0.90), (0.24, 0.61), (0.5, 0.50), (0.76, 0.61)], 0x0A4F94)


def _personalization(p: Pen) -> None:
    p.shape([(0.90, 0.04), (0.98, 0.12), (0.56, 0.62), (0.40, 0.46)], 0xC5D0DB, 0x8796A6)
    p.shape([(0.40, 0.46), (0.56, 0.62), (0.46, 0.74), (0.28, 0.56)], 0xF2B13B, 0xDB8A12)
    p.shape([(0.28, 0.56), (0.46, 0.74), (0.34, 0.92), (0.04, 0.96), (0.14, 0.70)], 0x2E9BE8, 0x0F62B8)


def _apps(p: Pen) -> None:
    p.box(0.10, 0.10, 0.36, 0.36, 0.06, 0x5A6B7C, 0x3D4A58)
    p.box(0.10, 0.54, 0.36, 0.36, 0.06, 0x5A6B7C, 0x3D4A58)
    p.box(0.54, 0.54, 0.36, 0.36, 0.06, 0x5A6B7C, 0x3D4A58)
    p.shape([(0.72, 0.04), (0.96, 0.28), (0.72, 0.52), (0.48, 0.28)], 0x3CB3F2, 0x1173C9)


def _accounts(p: Pen) -> None:
    p.disc(0.5, 0.29, 0.21, 0x56C8A0, 0x1F9E70)
    p.box(0.14, 0.55, 0.72, 0.38, 0.19, 0x35B487, 0x128058)


def _time(p: Pen) -> None:
    p.disc(0.46, 0.46, 0.42, 0x62C6EE, 0x1A82C8)
    p.ring(0.46, 0.46, 0.43, 0.05, 0x0F5E9C)
    p.line([(0.46, 0.18), (0.46, 0.48), (0.66, 0.58)], 0.075, 0xFFFFFF)
    p.disc(0.76, 0.76, 0.21, 0xF5A623, 0xDB7F0E)


def _tile(letter: str, top: Colour, bottom: Colour) -> Drawing:
    """The icon of an app that is only installed: a letter on a tile."""

    def draw(p: Pen) -> None:
        p.box(0.06, 0.06, 0.88, 0.88, 0.18, top, bottom)
        p.letter(letter, 0.5, 0.5, 0.52, 0xFFFFFF)

    return draw


SETTINGS_ART: Mapping[str, Drawing] = {
    "settings-app": _gear,
    "settings-accounts": _accounts,
    "settings-apps": _apps,
    "settings-bluetooth": _bluetooth,
    "settings-network": _network,
    "settings-personalization": _personalization,
    "settings-system": _system,
    "settings-time": _time,
    "app-solitaire": _tile("S", 0x2F9E5A, 0x14713A),
    "app-vlc": _tile("V", 0xFF9A2E, 0xE06A00),
    "app-whatsapp": _tile("W", 0x35D06F, 0x118C4E),
    "app-xbox": _tile("X", 0x1FA01F, 0x0C6B0C),
}

# -- the looks of Settings that no other app has ----------------------------------------------------------------------

SETTINGS_STYLES = looks(
    box={
        "card_link": Look(fill="card", edge="stroke", radius=6, hover="control_hover", pressed="control_pressed"),
        "choice": Look(radius=7, hover="pressed", checked="accent"),
        "theme_light": Look(fill="layer", radius=3),
        "theme_dark": Look(fill="canvas", radius=3),
    },
    button={
        "page_crumb": SUBTLE._replace(pad=(4, 2, 4, 2), size=24, family="ui-semibold", ink="muted"),
        "nav_icon": SUBTLE._replace(min_w=40, min_h=38, icon=20),
        "nav_icon_chosen": SUBTLE._replace(min_w=40, min_h=38, icon=20, fill="pressed"),
    },
)
