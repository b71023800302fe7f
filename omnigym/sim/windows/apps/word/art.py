"""The colour icons of Word and its files."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.sim.paint.artwork import paper
from omnigym.sim.paint.pen import Drawing, Pen


def _word(p: Pen) -> None:
    p.box(0.24, 0.05, 0.70, 0.90, 0.07, 0x41A5EE, 0x185ABD)
    p.box(0.24, 0.275, 0.70, 0.225, 0.0, 0x2B7CD3)
    p.box(0.24, 0.50, 0.70, 0.225, 0.0, 0x185ABD)
    p.box(0.24, 0.70, 0.70, 0.25, 0.07, 0x103F91)
    p.box(0.24, 0.68, 0.70, 0.08, 0.0, 0x103F91)
    p.box(0.04, 0.22, 0.56, 0.56, 0.06, 0x2467C9, 0x134AA0)
    p.letter("W", 0.32, 0.495, 0.44, 0xFFFFFF)


def _word_file(p: Pen) -> None:
    paper(p, 0x8FB0DC)
    for row in range(5):
        p.box(0.52, 0.38 + 0.105 * row, 0.20, 0.045, 0.0, 0x9DBBE4)
    p.box(0.04, 0.36, 0.44, 0.44, 0.05, 0x2467C9, 0x134AA0)
    p.letter("W", 0.26, 0.575, 0.34, 0xFFFFFF)


#: Name to drawing.
WORD_ART: Mapping[str, Drawing] = {"file-docx": _word_file, "word": _word}
