"""The colour icons of To Do."""

from __future__ import annotations

import math
from collections.abc import Mapping

from omnigym.sim.paint.pen import Drawing, Pen


def _icon(p: Pen) -> None:
    p.shape([(0.03, 0.52), (0.17, 0.38), (0.45, 0.66), (0.31, 0.80)], 0x1F5FC4, 0x12479E)
    p.shape([(0.31, 0.80), (0.83, 0.20), (0.97, 0.34), (0.45, 0.94)], 0x4C9BF5, 0x2B78E4)
    p.shape([(0.31, 0.80), (0.38, 0.72), (0.52, 0.86), (0.45, 0.94)], 0x1A55B5, 0x12479E)


def _checked(p: Pen) -> None:
    p.disc(0.5, 0.5, 0.42, 0x2564CF)
    p.line([(0.30, 0.52), (0.44, 0.66), (0.71, 0.37)], 0.075, 0xFFFFFF)


def _starred(p: Pen) -> None:
    turns = [(math.pi * (i / 5 - 0.5), 0.20 if i % 2 else 0.46) for i in range(10)]
    p.shape([(0.5 + r * math.cos(a), 0.53 + r * math.sin(a)) for a, r in turns], 0x2564CF)


#: Name to drawing.
TODO_ART: Mapping[str, Drawing] = {"todo": _icon, "todo-checked": _checked, "todo-starred": _starred}
