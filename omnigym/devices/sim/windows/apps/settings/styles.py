"""The looks of Settings that no other app has."""

from __future__ import annotations

from omnigym.devices.sim.style.looks import Look, looks
from omnigym.devices.sim.style.styles import SUBTLE

__all__ = ["SETTINGS_STYLES"]

SETTINGS_STYLES = looks(
    box={
        "card_link": Look(fill="card", edge="stroke", radius=6, hover="control_hover", pressed="control_pressed"),
        "choice": Look(radius=7, hover="pressed", checked="accent"),
        "theme_light": Look(fill="layer", radius=3),
        "theme_dark": Look(fill="canvas", radius=3),
    },
    button={
        "page_crumb": SUBTLE._replace(pad=(4, 2, 4, 2), size=24, family="ui-semibold", ink="muted"),
        "nav_icon": SUBTLE._replace(min_w=40, min_h=38, icon=20),
        "nav_icon_chosen": SUBTLE._replace(min_w=40, min_h=38, icon=20, fill="pressed"),
    },
)
