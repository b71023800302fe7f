"""The looks of the app that no other app has."""

from __future__ import annotations

from omnigym.devices.sim.android.material_styles import ROUND
from omnigym.devices.sim.style.looks import Look, looks

__all__ = ["MESSAGES_STYLES"]

MESSAGES_STYLES = looks(
    text={
        "bubble": Look(size=15),
        "bubble_mine": Look(size=15, ink="on_accent"),
    },
    box={
        "mine": Look(fill="accent", radius=20),
        "theirs": Look(fill="card", radius=20),
    },
    button={
        "icon_filled": ROUND._replace(fill="accent", ink="on_accent", pressed="accent_pressed"),
    },
)
