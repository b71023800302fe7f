"""The icon and the looks of HandBrake: a pineapple, and a toolbar of large signs over grey pages."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.sim.paint.pen import Drawing, Pen
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Look, looks

_LEAF, _FRUIT = Shade(0x2E7D32, 0x7CC47F), Shade(0xC77800, 0xFFB74D)
_BAR, _EDGE = Shade(0xF7F4EA, 0x2A2720), Shade(0xDDD3B8, 0x4A4436)
_PAGE, _PALE = Shade(0xFFFFFF, 0x232119), Shade(0xFBF1DA, 0x3A3324)
_WHITE = Shade(0xFFFFFF, 0x1B1400)


def _app(p: Pen) -> None:
    for x, top in ((0.28, 0.16), (0.50, 0.02), (0.72, 0.16)):
        p.shape([(0.50, 0.40), (x - 0.10, top + 0.14), (x, top), (x + 0.10, top + 0.14)], 0x43A047, 0x1B5E20)
    p.disc(0.50, 0.64, 0.33, 0xFFC93C, 0xE08A00)
    for n in range(3):
        p.line([(0.27 + 0.12 * n, 0.42), (0.49 + 0.12 * n, 0.92)], 0.025, 0xA85E00)
        p.line([(0.73 - 0.12 * n, 0.42), (0.51 - 0.12 * n, 0.92)], 0.025, 0xA85E00)


ART: Mapping[str, Drawing] = {"handbrake": _app}
_PUSH = Look(pad=(12, 6, 12, 6), min_h=30, radius=4, fill=_PAGE, edge=_EDGE, hover=_PALE, pressed=_PALE)
STYLES = looks(
    box={
        "handbrake": Look(fill=_BAR),
        "handbrake_bar": Look(fill=_BAR, edge=_EDGE),
        "handbrake_page": Look(fill=_PAGE, edge=_EDGE, radius=4),
        "handbrake_drop": Look(fill=_PAGE, edge=_EDGE, radius=4),
        "handbrake_job": Look(radius=4, hover=_PALE),
        "handbrake_job_chosen": Look(radius=4, fill=_PALE, edge=_FRUIT),
        "handbrake_made": Look(fill=_PALE, radius=4),
    },
    text={
        "handbrake_label": Look(ink=_LEAF, family="ui-semibold"),
        "handbrake_head": Look(size=18, family="ui-semibold"),
    },
    button={
        "handbrake": _PUSH,
        "handbrake_tool": Look(
            size=11,
            pad=(8, 6, 8, 4),
            min_w=78,
            min_h=58,
            icon=24,
            gap=4,
            radius=4,
            vertical=True,
            hover=_PALE,
            pressed=_PALE,
        ),
        "handbrake_go": _PUSH._replace(fill=_FRUIT, edge=_FRUIT, ink=_WHITE, hover=_FRUIT, pressed=_FRUIT),
    },
    tab={"handbrake": Look(pad=(14, 6, 14, 8), min_h=32, radius=4, hover=_PALE, pressed=_PALE, ink=_LEAF)},
    progress={"handbrake": Look(min_h=8, min_w=120, fill=_EDGE, ink=_FRUIT, radius=4)},
)
