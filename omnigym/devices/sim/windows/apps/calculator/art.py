"""The colour icon of Calculator."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.devices.sim.paint.pen import Drawing, Pen

__all__ = ["CALCULATOR_ART"]


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
