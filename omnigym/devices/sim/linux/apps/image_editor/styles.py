"""The looks of GIMP, which is dark on any desktop."""

from __future__ import annotations

from omnigym.devices.sim.style.colour import Shade
from omnigym.devices.sim.style.looks import Look, looks

__all__ = ["GIMP_STYLES"]


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
