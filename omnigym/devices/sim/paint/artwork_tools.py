"""The colour icons of Calculator and To Do."""

from __future__ import annotations

import math
from collections.abc import Callable

from omnigym.devices.sim.paint.pen import Pen

__all__ = ["TOOL_ARTWORK"]


def _calculator(p: Pen) -> None:
    p.box(0.12, 0.04, 0.76, 0.92, 0.10, 0x3F5468, 0x24323F)
    p.box(0.20, 0.12, 0.60, 0.20, 0.04, 0x8EE3F5, 0x37B5DC)
    for row in range(3):
        for at in range(3):
            last = at == 2
            top, bottom = (0x4CC2FF, 0x0F7FD6) if last else (0xF2F6F9, 0xC3CFD9)
            p.box(0.20 + 0.21 * at, 0.40 + 0.18 * row, 0.17, 0.13, 0.035, top, bottom)


def _todo(p: Pen) -> None:
    p.shape([(0.03, 0.52), (0.17, 0.38), (0.45, 0.66), (0.31, 0.80)], 0x1F5FC4, 0x12479E)
    p.shape([(0.31, 0.80), (0.83, 0.20), (0.97, 0.34), (0.45, 0.94)], 0x4C9BF5, 0x2B78E4)
    p.shape([(0.31, 0.80), (0.38, 0.72), (0.52, 0.86), (0.45, 0.94)], 0x1A55B5, 0x12479E)


_BLUE = 0x2564CF


def _checked(p: Pen) -> None:
    p.disc(0.5, 0.5, 0.42, _BLUE)
    p.line([(0.30, 0.52), (0.44, 0.66), (0.71, 0.37)], 0.075, 0xFFFFFF)


def _starred(p: Pen) -> None:
    turns = [math.pi * (i / 5 - 0.5) for i in range(10)]
    reach = [0.46 if i % 2 == 0 else 0.20 for i in range(10)]
    p.shape([(0.5 + r * math.cos(a), 0.53 + r * math.sin(a)) for a, r in zip(turns, reach, strict=True)], _BLUE)


#: Name to drawing.
TOOL_ARTWORK: dict[str, Callable[[Pen], None]] = {
    "calculator-app": _calculator,
    "todo": _todo,
    "todo-checked": _checked,
    "todo-starred": _starred,
}
