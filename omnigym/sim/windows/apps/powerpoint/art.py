"""The colour icons of PowerPoint and its files."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.sim.paint.artwork import paper
from omnigym.sim.paint.pen import Drawing, Pen


def _powerpoint(p: Pen) -> None:
    p.disc(0.56, 0.5, 0.44, 0xF0673B, 0xC43E1C)
    p.shape([(0.56, 0.06), (0.80, 0.13), (0.97, 0.34), (1.0, 0.5), (0.56, 0.5)], 0xFF9A76)
    p.box(0.04, 0.22, 0.56, 0.56, 0.06, 0xD24726, 0xA9311A)
    p.letter("P", 0.32, 0.495, 0.44, 0xFFFFFF)


def _deck_file(p: Pen) -> None:
    paper(p, 0xE8A48E)
    p.box(0.52, 0.40, 0.22, 0.16, 0.0, 0xF3B9A6)
    p.box(0.52, 0.62, 0.22, 0.16, 0.0, 0xF3B9A6)
    p.box(0.04, 0.36, 0.44, 0.44, 0.05, 0xD24726, 0xA9311A)
    p.letter("P", 0.26, 0.575, 0.34, 0xFFFFFF)


#: Name to drawing.
POWERPOINT_ART: Mapping[str, Drawing] = {"file-pptx": _deck_file, "powerpoint": _powerpoint}
