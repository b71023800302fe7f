"""The looks of the app that no other app has."""

from __future__ import annotations

from omnigym.devices.sim.android.material_styles import ROUND
from omnigym.devices.sim.style.looks import looks

__all__ = ["PHONE_STYLES"]

PHONE_STYLES = looks(
    button={
        "call_switch": ROUND._replace(min_w=64, min_h=64, radius=32, icon=26, fill="card", pressed="pressed"),
        "call_switch_on": ROUND._replace(
            min_w=64, min_h=64, radius=32, icon=26, fill="accent", checked="accent", ink="on_picture"
        ),
        "hang_up": ROUND._replace(min_w=88, min_h=64, radius=32, icon=28, fill="danger", ink="on_picture"),
    },
)
