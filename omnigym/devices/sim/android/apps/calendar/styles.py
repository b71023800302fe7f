"""The looks of the app that no other app has."""

from __future__ import annotations

from omnigym.devices.sim.style.looks import Look, looks

__all__ = ["CALENDAR_STYLES"]

CALENDAR_STYLES = looks(
    box={
        "event": Look(fill="accent", radius=8, pressed="accent_pressed"),
        "event_small": Look(fill="accent", radius=3),
        "cell": Look(edge="stroke", pressed="hover"),
    },
    text={
        "event": Look(size=14, family="ui-semibold", ink="on_accent"),
        "event_note": Look(size=12, ink="on_accent"),
        "event_small": Look(size=10, ink="on_accent"),
        "day_today": Look(size=12, family="ui-semibold", ink="on_accent"),
    },
)
