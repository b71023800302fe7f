"""The icon and the looks of Photos."""

from __future__ import annotations

from omnigym.sim.android.material_styles import PILL
from omnigym.sim.paint.pen import Pen
from omnigym.sim.style.looks import Look, looks

# -- the icon of the app ----------------------------------------------------------------------------------------------


def draw_photos(p: Pen) -> None:
    """What is on the disc."""
    for x, y, colour in (
        (0.40, 0.31, 0xF4B400),
        (0.69, 0.40, 0xDB4437),
        (0.60, 0.69, 0x4285F4),
        (0.31, 0.60, 0x0F9D58),
    ):
        p.disc(x, y, 0.17, colour)


# -- the looks of the app that no other app has -----------------------------------------------------------------------

PHOTOS_STYLES = looks(
    button={
        "film_text": PILL._replace(ink="on_picture"),
        "film_tool": Look(
            size=12, pad=(2, 10, 2, 6), min_w=64, icon=24, gap=6, vertical=True, radius=16, ink="on_picture"
        ),
    },
)
