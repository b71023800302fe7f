"""The looks and the icon of Microsoft Store: a bag with four panes, tiles on a blue ground."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.sim.paint.pen import Drawing, Pen
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.style.styles import SUBTLE


def _bag(p: Pen) -> None:
    p.box(0.33, 0.06, 0.34, 0.30, 0.10, 0x1B74D0)
    p.box(0.40, 0.13, 0.20, 0.24, 0.05, 0xE9F3FC)
    p.shape([(0.07, 0.26), (0.93, 0.26), (0.88, 0.93), (0.12, 0.93)], 0x2E9BF0, 0x0B57B0)
    for n, colour in enumerate((0xF25022, 0x7FBA00, 0x00A4EF, 0xFFB900)):
        p.box(
            0.31 + 0.20 * (n % 2), 0.40 + 0.20 * (n // 2), 0.17, 0.17, 0.01, 0xFFFFFF if colour == 0x00A4EF else colour
        )


STORE_ART: Mapping[str, Drawing] = {"store": _bag}
STORE_STYLES = looks(
    box={
        "store": Look(fill=Shade(0xEAF2FB, 0x1B2430)),
        "store_tile": Look(fill=Shade(0xFFFFFF, 0x263242), edge="stroke", radius=8, hover="hover", pressed="pressed"),
        "store_hero": Look(fill=Shade(0x0F5FB5, 0x0C3F7A), radius=10),
    },
    text={
        "store_hero": Look(size=22, family="ui-semibold", ink="on_picture"),
        "store_hero_note": Look(ink="on_picture"),
        "store_name": Look(size=26, family="ui-semibold"),
        "store_stars": Look(size=11, ink=Shade(0x9A6200, 0xFFC83D)),
    },
    button={
        "store_rail": SUBTLE._replace(pad=(4, 8, 4, 6), min_w=64, min_h=60, icon=22, gap=4, vertical=True, size=11),
        "store_rail_chosen": SUBTLE._replace(
            pad=(4, 8, 4, 6), min_w=64, min_h=60, icon=22, gap=4, vertical=True, size=11, fill="checked"
        ),
        "store_star": SUBTLE._replace(min_w=30, min_h=30, icon=18),
        "store_star_given": SUBTLE._replace(min_w=30, min_h=30, icon=18, fill=Shade(0xFFE4A3, 0x6B5216)),
    },
)
