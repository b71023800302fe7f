"""The icon and the looks of Gmail."""

from __future__ import annotations

from omnigym.sim.paint.pen import Pen
from omnigym.sim.style.looks import Look, looks

# -- the icon of the app ----------------------------------------------------------------------------------------------


def draw_gmail(p: Pen) -> None:
    """What is on the disc."""
    p.box(0.20, 0.30, 0.12, 0.42, 0.03, 0x4285F4)
    p.box(0.68, 0.30, 0.12, 0.42, 0.03, 0x34A853)
    p.shape(
        [
            (0.20, 0.32),
            (0.30, 0.28),
            (0.50, 0.44),
            (0.70, 0.28),
            (0.80, 0.32),
            (0.80, 0.40),
            (0.50, 0.62),
            (0.20, 0.40),
        ],
        0xEA4335,
    )


# -- the looks of the app that no other app has -----------------------------------------------------------------------

GMAIL_STYLES = looks(
    box={
        "search_box": Look(fill="card", radius=26),
    },
)
