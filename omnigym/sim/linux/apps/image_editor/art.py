"""The icon and the looks of GIMP."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.sim.paint.pen import Drawing, Pen
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Look, looks

# -- the colour icon of GIMP ------------------------------------------------------------------------------------------


def _gimp(p: Pen) -> None:
    """A coyote with a brush in its mouth."""
    p.shape(
        [
            (0.12, 0.30),
            (0.24, 0.06),
            (0.38, 0.26),
            (0.60, 0.26),
            (0.76, 0.06),
            (0.86, 0.32),
            (0.90, 0.56),
            (0.66, 0.80),
            (0.34, 0.80),
            (0.10, 0.58),
        ],
        0x8C8074,
        0x5C5248,
    )
    p.disc(0.36, 0.42, 0.14, 0xFFFFFF)
    p.disc(0.64, 0.42, 0.14, 0xFFFFFF)
    p.disc(0.39, 0.44, 0.06, 0x1C1C1C)
    p.disc(0.61, 0.44, 0.06, 0x1C1C1C)
    p.disc(0.50, 0.64, 0.09, 0x1C1C1C)
    p.line([(0.30, 0.76), (0.86, 0.90)], 0.06, 0xD08A3C)
    p.shape([(0.84, 0.84), (0.98, 0.88), (0.94, 0.98), (0.82, 0.94)], 0xE95420)


#: Name to drawing.
GIMP_ART: Mapping[str, Drawing] = {"gimp": _gimp}

# -- the looks of GIMP, which is dark on any desktop ------------------------------------------------------------------


def _same(colour: int) -> Shade:
    return Shade(colour, colour)


_BAR, _DOCK, _STAGE, _INK = _same(0x3B3B3B), _same(0x454545), _same(0x2B2B2B), _same(0xDCDCDC)
_HOVER, _DOWN, _EDGE, _FAINT = _same(0x555555), _same(0x626262), _same(0x2A2A2A), _same(0xA8A8A8)
_TOOL = Look(
    pad=(6, 6, 6, 6),
    min_w=30,
    min_h=30,
    icon=17,
    radius=3,
    ink=_INK,
    hover=_HOVER,
    pressed=_DOWN,
    checked=_same(0x6E6E6E),
)

GIMP_STYLES = looks(
    box={
        "gimp_bar": Look(fill=_BAR),
        "gimp_dock": Look(fill=_DOCK),
        "gimp_stage": Look(fill=_STAGE),
        "gimp_canvas": Look(fill=_same(0x8F8F8F)),
        "gimp_layer": Look(fill=_DOCK, hover=_HOVER),
        "gimp_layer_chosen": Look(fill=_same(0x5F6B78)),
        "gimp_frame": Look(edge=_same(0xFFE25C)),
    },
    text={
        "gimp": Look(ink=_INK),
        "gimp_faint": Look(size=11, ink=_FAINT),
        "gimp_head": Look(family="ui-semibold", ink=_INK),
    },
    button={
        "gimp_menu": Look(pad=(8, 3, 8, 3), min_h=24, radius=2, ink=_INK, hover=_HOVER, pressed=_DOWN),
        "gimp_tool": _TOOL,
        "gimp_push": Look(
            pad=(10, 5, 10, 5), min_h=28, radius=3, fill=_HOVER, edge=_EDGE, ink=_INK, hover=_DOWN, pressed=_EDGE
        ),
    },
    field={"gimp": Look(pad=(6, 4, 6, 4), min_h=26, min_w=50, radius=3, fill=_same(0x333333), edge=_EDGE, ink=_INK)},
)
