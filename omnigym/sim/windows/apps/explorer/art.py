"""The colour icon of File Explorer."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.sim.paint.artwork import folder
from omnigym.sim.paint.pen import Drawing, Pen


def _explorer(p: Pen) -> None:
    folder(p)
    p.box(0.20, 0.64, 0.60, 0.21, 0.05, 0x2B88D8, 0x1566B0)
    p.box(0.36, 0.75, 0.28, 0.10, 0.03, 0xF9C23C)


#: Name to drawing.
EXPLORER_ART: Mapping[str, Drawing] = {"explorer": _explorer}
