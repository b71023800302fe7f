"""The looks of Excel that no other app has."""

from __future__ import annotations

from omnigym.devices.sim.style.colour import Shade
from omnigym.devices.sim.style.looks import Look, looks

__all__ = ["EXCEL_STYLES"]

_GREEN, _TINT = Shade(0x107C41, 0x4FBF80), Shade(0xDDEEE4, 0x2B4637)

EXCEL_STYLES = looks(
    grid={
        "": Look(fill="layer", ink=_GREEN, checked=_TINT),
    },
    tab={
        "excel": Look(pad=(11, 5, 11, 7), min_h=28, radius=4, edge=_GREEN, hover="hover", pressed="pressed"),
    },
    field={
        "cell": Look(pad=(4, 1, 2, 1), min_h=18, min_w=20, fill="layer", edge=_GREEN),
        "formula": Look(pad=(8, 3, 8, 3), min_h=24, min_w=40, fill="layer", edge="stroke"),
    },
)
