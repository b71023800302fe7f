"""The looks of the app that no other app has."""

from __future__ import annotations

from omnigym.devices.sim.android.material_styles import PILL
from omnigym.devices.sim.style.looks import Look, looks

__all__ = ["CHROME_STYLES"]

CHROME_STYLES = looks(
    box={
        "snackbar": Look(fill="ink", radius=8),
        "tab_chosen": Look(fill="checked", edge="accent", radius=20),
    },
    text={
        "snack": Look(size=14, ink="on_picture"),
    },
    button={
        "tab_count": Look(size=13, family="ui-semibold", min_w=30, min_h=28, radius=7, edge="text", pad=(2, 2, 2, 2)),
        "snack": PILL._replace(ink="thumb", pad=(10, 9, 10, 9)),
    },
)
