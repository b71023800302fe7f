"""The looks of the app that no other app has."""

from __future__ import annotations

from omnigym.devices.sim.android.material_styles import PILL
from omnigym.devices.sim.style.looks import Look, looks

__all__ = ["PHOTOS_STYLES"]

PHOTOS_STYLES = looks(
    button={
        "film_text": PILL._replace(ink="on_picture"),
        "film_tool": Look(
            size=12, pad=(2, 10, 2, 6), min_w=64, icon=24, gap=6, vertical=True, radius=16, ink="on_picture"
        ),
    },
)
