"""The looks of the app that no other app has."""

from __future__ import annotations

from omnigym.devices.sim.style.looks import Look, looks

__all__ = ["GMAIL_STYLES"]

GMAIL_STYLES = looks(
    box={
        "search_box": Look(fill="card", radius=26),
    },
)
