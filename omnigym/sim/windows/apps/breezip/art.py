"""The icon and the looks of BreeZip: a blue zipper, white cards and pale blue bars."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.sim.paint.pen import Drawing, Pen
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Look, looks

_BLUE, _DEEP = Shade(0x0A84C9, 0x2E9FE0), Shade(0x086CA6, 0x55B4EC)
_BAR, _PALE = Shade(0xE6F4FC, 0x14293A), Shade(0xD3ECFA, 0x1E3C55)
_PAGE, _EDGE = Shade(0xFFFFFF, 0x1B2229), Shade(0xC5E1F2, 0x33505F)
_WHITE = Shade(0xFFFFFF, 0xFFFFFF)


def _app(p: Pen) -> None:
    p.box(0.10, 0.06, 0.80, 0.88, 0.16, 0x35B5F4, 0x0A6FB8)
    for n in range(5):
        p.box(0.40 if n % 2 else 0.50, 0.10 + 0.10 * n, 0.10, 0.07, 0.01, 0xFFFFFF)
    p.box(0.40, 0.60, 0.20, 0.26, 0.06, 0xFFFFFF, 0xCFEAFB)
    p.box(0.46, 0.72, 0.08, 0.08, 0.03, 0x0A6FB8)


ART: Mapping[str, Drawing] = {"breezip": _app}
_PUSH = Look(pad=(12, 6, 12, 6), min_h=32, radius=6, fill=_PAGE, edge=_EDGE, hover=_PALE, pressed=_PALE)
STYLES = looks(
    box={
        "breezip": Look(fill=_PAGE),
        "breezip_nav": Look(fill=_BAR),
        "breezip_bar": Look(fill=_BAR, edge=_EDGE),
        "breezip_tile": Look(fill=_BAR, edge=_EDGE, radius=10, hover=_PALE, pressed=_PALE),
        "breezip_side": Look(fill=_BAR, edge=_EDGE),
        "breezip_drop": Look(fill=_PAGE, edge=_EDGE, radius=6),
        "breezip_source": Look(radius=4, hover=_PALE),
        "breezip_source_chosen": Look(radius=4, fill=_PALE, edge=_BLUE),
        "breezip_made": Look(fill=_PALE, radius=6),
        "breezip_row": Look(radius=3, hover=_BAR, checked=_PALE),
    },
    text={
        "breezip_head": Look(size=22, family="ui-semibold", ink=_DEEP),
        "breezip_name": Look(size=14, family="ui-semibold", ink=_DEEP),
        "breezip_label": Look(ink=_DEEP),
    },
    button={
        "breezip": _PUSH,
        "breezip_nav": Look(
            size=11,
            pad=(4, 8, 4, 6),
            min_w=84,
            min_h=62,
            icon=24,
            gap=4,
            radius=8,
            vertical=True,
            hover=_PALE,
            checked=_PALE,
        ),
        "breezip_tool": Look(
            size=11,
            pad=(5, 5, 5, 3),
            min_w=58,
            min_h=52,
            icon=20,
            gap=3,
            radius=6,
            vertical=True,
            hover=_PALE,
            pressed=_PALE,
        ),
        "breezip_main": _PUSH._replace(fill=_BLUE, edge=_BLUE, ink=_WHITE, hover=_DEEP, pressed=_DEEP),
    },
)
