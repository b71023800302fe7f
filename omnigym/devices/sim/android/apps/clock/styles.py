"""The looks of the app that no other app has."""

from __future__ import annotations

from omnigym.devices.sim.style.looks import Look, looks

__all__ = ["CLOCK_STYLES"]

CLOCK_STYLES = looks(
    text={
        "big_time": Look(size=54, family="ui-light"),
        "alarm_time": Look(size=42, family="ui-light"),
        "alarm_off": Look(size=42, family="ui-light", ink="disabled"),
    },
    button={
        "dial": Look(size=28, min_w=88, min_h=60, radius=30, fill="card", pressed="pressed"),
        "day_chip": Look(size=14, min_h=38, radius=19, edge="stroke_strong", checked="checked"),
    },
)
