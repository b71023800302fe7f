"""The looks of the app that no other app has."""

from __future__ import annotations

from omnigym.devices.sim.android.material_styles import ROUND
from omnigym.devices.sim.style.colour import Shade
from omnigym.devices.sim.style.looks import Look, looks

__all__ = ["MAPS_STYLES"]

_PIN = Shade(0xC5221F, 0xC5221F)

MAPS_STYLES = looks(
    box={
        "banner": Look(fill="teal"),
    },
    text={
        "banner": Look(size=20, ink="on_picture"),
        "map_label": Look(size=14, family="ui-semibold", ink="black"),
    },
    button={
        "map_pin": Look(icon=30, ink=_PIN),
        "map_pin_chosen": Look(icon=40, ink=_PIN),
        "map_tool": ROUND._replace(min_w=46, min_h=46, fill="layer", pressed="hover", shadow=4),
        "map_chip": Look(
            size=14, pad=(12, 6, 14, 6), min_h=36, radius=18, icon=18, gap=6, fill="layer", pressed="hover"
        ),
    },
)
