"""The icon of Snipping Tool: scissors over a dashed frame."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.sim.paint.pen import Drawing, Pen


def _snipping(p: Pen) -> None:
    p.box(0.06, 0.10, 0.88, 0.72, 0.10, 0xF4F8FC, 0xD9E6F3)
    for n in range(4):
        p.box(0.14 + 0.19 * n, 0.18, 0.11, 0.045, 0.0, 0x5B7FA6)
        p.box(0.14 + 0.19 * n, 0.66, 0.11, 0.045, 0.0, 0x5B7FA6)
    p.line([(0.30, 0.26), (0.66, 0.72)], 0.075, 0x3A4A5C)
    p.line([(0.70, 0.26), (0.34, 0.72)], 0.075, 0x3A4A5C)
    for x in (0.30, 0.70):
        p.disc(x, 0.80, 0.14, 0xE5532D)
        p.disc(x, 0.80, 0.075, 0xF4F8FC)


#: Name to drawing.
SNIPPING_ART: Mapping[str, Drawing] = {"snipping-tool": _snipping}
