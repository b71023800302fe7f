"""The looks of the app that no other app has."""

from __future__ import annotations

from omnigym.devices.sim.style.colour import Shade
from omnigym.devices.sim.style.looks import Look, looks

__all__ = ["KEEP_STYLES", "PAPERS"]

#: The colours that a note may have, by name.
PAPERS = {
    "coral": Shade(0xFAAFA8, 0x77172E),
    "peach": Shade(0xF6C9A8, 0x692B17),
    "sand": Shade(0xFFF8B8, 0x6A5406),
    "mint": Shade(0xE2F6D3, 0x264D3B),
    "fog": Shade(0xD4E4ED, 0x284255),
    "dusk": Shade(0xDCCFE4, 0x472E5B),
}

KEEP_STYLES = looks(
    box={
        "paper": Look(fill="window", radius=14, edge="stroke_strong", pressed="hover"),
        **{f"paper_{name}": Look(fill=paper, radius=14, edge="stroke") for name, paper in PAPERS.items()},
        **{f"page_{name}": Look(fill=paper) for name, paper in PAPERS.items()},
    },
)
