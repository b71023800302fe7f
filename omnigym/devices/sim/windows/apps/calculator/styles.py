"""The looks of Calculator that no other app has."""

from __future__ import annotations

from omnigym.devices.sim.style.looks import Look, looks
from omnigym.devices.sim.style.styles import SUBTLE

__all__ = ["CALCULATOR_STYLES"]

_KEY = Look(size=17, radius=4, fill="layer", edge="stroke", hover="control_hover", pressed="control_pressed")

CALCULATOR_STYLES = looks(
    text={
        "display": Look(size=42, family="ui-semibold"),
        "display_medium": Look(size=28, family="ui-semibold"),
        "display_small": Look(size=18, family="ui-semibold"),
        "display_error": Look(size=24),
        "display_line": Look(size=14, ink="muted"),
        "stored": Look(size=18, family="ui-semibold"),
    },
    button={
        "key": _KEY,
        "key_function": _KEY._replace(size=15, fill="card", icon=20),
        "key_operator": _KEY._replace(size=20, fill="card"),
        "key_equals": _KEY._replace(
            size=20, fill="accent", edge="accent", ink="on_accent", hover="accent_hover", pressed="accent_pressed"
        ),
        "memory": SUBTLE._replace(min_h=30, size=11),
    },
)
