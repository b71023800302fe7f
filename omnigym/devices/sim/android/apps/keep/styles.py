"""The looks of the app that no other app has."""

from __future__ import annotations

from omnigym.devices.sim.style.looks import Look, looks

__all__ = ["KEEP_STYLES", "PAPERS"]

#: The colours of the palette that a note may have.
PAPERS = ("coral", "peach", "sand", "mint", "fog", "dusk")

KEEP_STYLES = looks(
    box={
        "paper": Look(fill="window", radius=14, edge="stroke_strong", pressed="hover"),
        **{f"paper_{name}": Look(fill=name, radius=14, edge="stroke") for name in PAPERS},
        **{f"page_{name}": Look(fill=name) for name in PAPERS},
    },
)
