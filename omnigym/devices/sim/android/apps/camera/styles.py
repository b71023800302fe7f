"""The looks of the app that no other app has."""

from __future__ import annotations

from omnigym.devices.sim.style.looks import Look, looks

__all__ = ["CAMERA_STYLES"]

CAMERA_STYLES = looks(
    box={
        "film_line": Look(fill="muted"),
    },
    text={
        "film_big": Look(size=90, family="ui-light", ink="on_picture"),
    },
    button={
        "shutter": Look(min_w=84, min_h=84, radius=42, icon=84, ink="on_picture"),
    },
)
