"""The looks of the app that no other app has."""

from __future__ import annotations

from omnigym.devices.sim.android.material_styles import ROUND
from omnigym.devices.sim.style.looks import Look, looks
from omnigym.devices.sim.style.styles import PEOPLE

__all__ = ["MUSIC_STYLES"]

MUSIC_STYLES = looks(
    button={
        "icon_like": ROUND._replace(checked="checked"),
    },
    box={
        **{f"cover_{name}": Look(fill=name, radius=8) for name in PEOPLE},
    },
)
