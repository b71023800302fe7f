"""The looks and the icon of Chrome: a pale blue frame, round tabs on it, one round field."""

from __future__ import annotations

import math
from collections.abc import Mapping

from omnigym.sim.paint.pen import Drawing, Pen
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Look
from omnigym.sim.windows.apps.chrome.state import ui

_FRAME, _TOOLS, _FIELD = Shade(0xD3E3FD, 0x1F2020), Shade(0xFFFFFF, 0x3C3C3C), Shade(0xEDF2FA, 0x282828)
_BLUE, _WHITE, _OVER = Shade(0x0B57D0, 0xA8C7FA), Shade(0xFFFFFF, 0x062E6F), Shade(0xE3EAF6, 0x4A4B4D)
#: The colours of groups: light for chips with dark letters by night, strong by day.
_GROUPS: Mapping[str, Shade] = {
    "grey": Shade(0x5F6368, 0xDADCE0),
    "blue": Shade(0x1A73E8, 0x8AB4F8),
    "red": Shade(0xD93025, 0xF28B82),
    "yellow": Shade(0xB06000, 0xFDD663),
    "green": Shade(0x188038, 0x81C995),
    "pink": Shade(0xD01884, 0xFF8BCB),
    "purple": Shade(0x8430CE, 0xD7AEFB),
    "cyan": Shade(0x00747C, 0x78D9EC),
}
_ROUND = Look(pad=(6, 6, 6, 6), min_w=30, min_h=30, icon=18, radius=15, hover=_OVER, pressed=_FRAME)
_PLACE = Look(pad=(12, 5, 12, 5), min_h=32, radius=16, gap=8, hover=_OVER, pressed=_FRAME)
_CHIP = Look(pad=(8, 3, 8, 3), min_h=24, radius=8, ink=Shade(0xFFFFFF, 0x202124))


def _app(p: Pen) -> None:
    """Three thirds of a ring around a blue disc."""
    for n, colour in enumerate((0xEA4335, 0xFBBC05, 0x34A853)):
        edge = [(120 * n - 150 + 5 * step) * math.pi / 180 for step in range(25)]
        p.shape([(0.5, 0.5), *[(0.5 + 0.46 * math.cos(a), 0.5 + 0.46 * math.sin(a)) for a in edge]], colour)
    p.disc(0.5, 0.5, 0.235, 0xFFFFFF)
    p.disc(0.5, 0.5, 0.185, 0x4285F4)


CHROME_ART: Mapping[str, Drawing] = {"chrome": _app}
CHROME_STYLES = ui.looks(
    box={
        "window": Look(fill=_FRAME, edge="window_edge", radius=8, shadow=20),
        "maximised": Look(fill=_FRAME),
        "tools": Look(fill=_TOOLS),
        "own": Look(fill=_TOOLS),
        "side": Look(fill=_TOOLS, edge=_OVER),
        "line": Look(radius=8, hover=_OVER, checked=_FRAME),
        "bubble": Look(fill=_TOOLS, edge=Shade(0xC4CBD6, 0x5F6368), radius=12),
        "on": Look(fill=_TOOLS, radius=10),
        **{f"line_{name}": Look(fill=colour, radius=1) for name, colour in _GROUPS.items()},
    },
    text={
        "face": Look(ink=_WHITE, family="ui-semibold"),
        **{
            f"word_{n}": Look(size=58, family="ui-semibold", ink=ink)
            for n, ink in enumerate((Shade(0x4285F4, 0x8AB4F8), Shade(0xEA4335, 0xF28B82), Shade(0xE2A100, 0xFDD663)))
        },
        "word_3": Look(size=58, family="ui-semibold", ink=Shade(0x34A853, 0x81C995)),
    },
    button={
        "round": _ROUND,
        "round_on": _ROUND._replace(fill=_OVER, ink=_BLUE),
        "face": _ROUND._replace(min_w=26, min_h=26, radius=13, fill=Shade(0x7B4FBF, 0xC9A7F5), ink=_WHITE),
        "mark": Look(pad=(8, 3, 8, 3), min_h=26, gap=7, radius=13, hover=_OVER, pressed=_FRAME),
        "tile": Look(pad=(6, 18, 6, 8), min_h=92, icon=28, gap=14, vertical=True, radius=12, hover=_OVER),
        "place": _PLACE,
        "place_on": _PLACE._replace(fill=_FRAME, ink=_BLUE),
        "text": _PLACE._replace(ink=_BLUE),
        "filled": _PLACE._replace(fill=_BLUE, ink=_WHITE),
        "close": Look(min_w=20, min_h=20, icon=10, radius=10, hover=_OVER, pressed=_FRAME),
        **{f"chip_{name}": _CHIP._replace(fill=colour) for name, colour in _GROUPS.items()},
        **{
            f"dot_{name}": Look(min_w=22, min_h=22, icon=12, radius=11, fill=colour, ink=_WHITE)
            for name, colour in _GROUPS.items()
        },
    },
    field={
        "address": Look(pad=(36, 6, 38, 6), min_h=34, min_w=120, size=13, radius=17, fill=_FIELD, edge=_FIELD),
        "find": Look(pad=(34, 5, 10, 5), min_h=32, min_w=90, radius=16, fill=_FIELD, edge=_FIELD),
        "search": Look(
            pad=(48, 10, 16, 10), min_h=48, min_w=160, size=14, radius=24, fill=_TOOLS, edge=Shade(0xC4CBD6, 0x5F6368)
        ),
    },
    tab={
        "": Look(pad=(12, 7, 28, 7), min_h=32, gap=8, radius=10, hover=Shade(0xE4EEFE, 0x33363A), checked=_TOOLS),
    },
)
