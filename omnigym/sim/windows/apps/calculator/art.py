"""The icons and the looks of Calculator."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.sim.paint.pen import Drawing, Pen
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.style.styles import SUBTLE

# -- the colour icon of Calculator ------------------------------------------------------------------------------------


def _calculator(p: Pen) -> None:
    p.box(0.12, 0.04, 0.76, 0.92, 0.10, 0x3F5468, 0x24323F)
    p.box(0.20, 0.12, 0.60, 0.20, 0.04, 0x8EE3F5, 0x37B5DC)
    for row in range(3):
        for at in range(3):
            last = at == 2
            top, bottom = (0x4CC2FF, 0x0F7FD6) if last else (0xF2F6F9, 0xC3CFD9)
            p.box(0.20 + 0.21 * at, 0.40 + 0.18 * row, 0.17, 0.13, 0.035, top, bottom)


#: Name to drawing.
CALCULATOR_ART: Mapping[str, Drawing] = {"calculator-app": _calculator}

# -- the looks of Calculator that no other app has --------------------------------------------------------------------

_KEY = Look(size=17, radius=4, fill="layer", edge="stroke", hover="control_hover", pressed="control_pressed")

CALCULATOR_STYLES = looks(
    text={
        "display": Look(size=42, family="ui-semibold"),
        "display_medium": Look(size=28, family="ui-semibold"),
        "display_small": Look(size=18, family="ui-semibold"),
        "display_error": Look(size=24),
        "display_line": Look(size=14, ink="muted"),
        "stored": Look(size=18, family="ui-semibold"),
    },
    button={
        "key": _KEY,
        "key_function": _KEY._replace(size=15, fill="card", icon=20),
        "key_operator": _KEY._replace(size=20, fill="card"),
        "key_equals": _KEY._replace(
            size=20, fill="accent", edge="accent", ink="on_accent", hover="accent_hover", pressed="accent_pressed"
        ),
        "memory": SUBTLE._replace(min_h=30, size=11),
    },
)
