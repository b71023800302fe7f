"""The looks of Edge that no other app has; those of pages come with the sites."""

from __future__ import annotations

from omnigym.devices.sim.style.looks import Look, looks

__all__ = ["BROWSER_STYLES"]

BROWSER_STYLES = looks(
    button={
        "browser_mark": Look(pad=(8, 4, 8, 4), min_h=26, gap=7, radius=4, hover="hover", pressed="pressed"),
    },
    field={
        "address": Look(pad=(38, 6, 38, 6), min_h=32, min_w=120, size=13, radius=16, fill="field", edge="control_edge"),
    },
    tab={
        "browser": Look(pad=(12, 8, 30, 8), min_h=34, gap=9, radius=8, hover="hover", checked="card"),
    },
)
