"""The looks of Excel that no other app has."""

from __future__ import annotations

from omnigym.devices.sim.style.looks import Look, looks

__all__ = ["EXCEL_STYLES"]

EXCEL_STYLES = looks(
    tab={
        "excel": Look(pad=(11, 5, 11, 7), min_h=28, radius=4, hover="hover", pressed="pressed"),
    },
    field={
        "cell": Look(pad=(4, 1, 2, 1), min_h=18, min_w=20, fill="layer", edge="excel"),
        "formula": Look(pad=(8, 3, 8, 3), min_h=24, min_w=40, fill="layer", edge="stroke"),
    },
)
