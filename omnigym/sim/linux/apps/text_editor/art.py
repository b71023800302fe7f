"""The colour icons of Text Editor and of its files."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.sim.paint.artwork import paper
from omnigym.sim.paint.pen import Drawing, Pen


def _lines(p: Pen, x: float, y: float, count: int, ink: int) -> None:
    for row in range(count):
        p.box(x, y + 0.11 * row, 0.42 if row < count - 1 else 0.26, 0.05, 0.0, ink)


def _file(p: Pen) -> None:
    paper(p)
    _lines(p, 0.29, 0.38, 5, 0x8A8A8A)


def _editor(p: Pen) -> None:
    p.box(0.12, 0.05, 0.70, 0.90, 0.10, 0xFFFFFF, 0xE4E4E4)
    p.box(0.12, 0.05, 0.70, 0.14, 0.07, 0xE95420)
    _lines(p, 0.24, 0.32, 5, 0x9A9A9A)
    p.shape([(0.86, 0.34), (0.96, 0.42), (0.60, 0.86), (0.48, 0.90), (0.50, 0.78)], 0x77216F, 0x5E2750)


#: Name to drawing.
TEXT_EDITOR_ART: Mapping[str, Drawing] = {"gnome-text-editor": _editor, "text-x-generic": _file}
