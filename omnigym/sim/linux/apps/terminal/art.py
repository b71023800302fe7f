"""The colour icon of the terminal."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.sim.paint.pen import Drawing, Pen


def _terminal(p: Pen) -> None:
    p.box(0.05, 0.08, 0.90, 0.84, 0.12, 0x6A6A6A, 0x3D3D3D)
    p.box(0.09, 0.12, 0.82, 0.76, 0.09, 0x3A3A3A, 0x202020)
    p.line([(0.22, 0.28), (0.38, 0.42), (0.22, 0.56)], 0.075, 0xFFFFFF)
    p.box(0.44, 0.54, 0.26, 0.07, 0.0, 0xFFFFFF)


TERMINAL_ART: Mapping[str, Drawing] = {"terminal-app": _terminal}
