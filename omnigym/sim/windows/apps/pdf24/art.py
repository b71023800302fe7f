"""The icon and the looks of PDF24: a red sheep's square, and white tiles on grey."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.sim.paint.pen import Drawing, Pen
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Look, looks

_RED, _DEEP = Shade(0xB8232F, 0xE5535F), Shade(0x951B26, 0xF07A84)
_GROUND, _TILE = Shade(0xEFEFF1, 0x1C1C1E), Shade(0xFFFFFF, 0x2A2A2D)
_EDGE, _PALE = Shade(0xDADADF, 0x444448), Shade(0xFBE9EB, 0x40282B)
_WHITE = Shade(0xFFFFFF, 0xFFFFFF)


def _app(p: Pen) -> None:
    p.box(0.06, 0.06, 0.88, 0.88, 0.12, 0xD8323F, 0x9E1B27)
    for x, y, r in ((0.34, 0.40, 0.15), (0.50, 0.33, 0.16), (0.66, 0.40, 0.15), (0.42, 0.54, 0.15), (0.60, 0.54, 0.15)):
        p.disc(x, y, r, 0xFFFFFF, 0xEDEDED)
    p.box(0.40, 0.62, 0.06, 0.20, 0.02, 0x2B2B2B)
    p.box(0.56, 0.62, 0.06, 0.20, 0.02, 0x2B2B2B)
    p.disc(0.76, 0.44, 0.09, 0x2B2B2B)


ART: Mapping[str, Drawing] = {"pdf24": _app}
_PUSH = Look(pad=(12, 6, 12, 6), min_h=32, radius=3, fill=_TILE, edge=_EDGE, hover=_PALE, pressed=_PALE)
STYLES = looks(
    box={
        "pdf24": Look(fill=_GROUND),
        "pdf24_head": Look(fill=Shade(0xB8232F, 0x8C1C26)),
        "pdf24_tile": Look(fill=_TILE, edge=_EDGE, radius=3, hover=_PALE, pressed=_PALE),
        "pdf24_drop": Look(fill=_TILE, edge=_EDGE, radius=3),
        "pdf24_source": Look(radius=3, hover=_PALE),
        "pdf24_source_chosen": Look(radius=3, fill=_PALE, edge=_RED),
        "pdf24_made": Look(fill=_PALE, radius=3),
    },
    text={
        "pdf24_brand": Look(size=18, family="ui-semibold", ink=_WHITE),
        "pdf24_tool": Look(size=13, family="ui-semibold"),
        "pdf24_title": Look(size=20, family="ui-semibold", ink=_RED),
    },
    button={
        "pdf24": _PUSH,
        "pdf24_head": Look(pad=(10, 6, 10, 6), min_h=30, radius=3, ink=_WHITE, hover=_DEEP, pressed=_DEEP),
        "pdf24_main": _PUSH._replace(fill=_RED, edge=_RED, ink=_WHITE, hover=_DEEP, pressed=_DEEP),
    },
    icon={"pdf24": Look(ink=_RED)},
)
