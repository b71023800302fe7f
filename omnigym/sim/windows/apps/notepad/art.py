"""The colour icons of Notepad and its files."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.sim.paint.artwork import paper
from omnigym.sim.paint.pen import Drawing, Pen


def _text_file(p: Pen) -> None:
    paper(p)
    for row in range(5):
        p.box(0.29, 0.38 + 0.105 * row, 0.43 if row < 4 else 0.26, 0.045, 0.0, 0x8A939E)


def _text_editor(p: Pen) -> None:
    p.box(0.16, 0.12, 0.68, 0.82, 0.06, 0x5CC4EE, 0x2AA0DA)
    p.box(0.22, 0.22, 0.56, 0.66, 0.02, 0xFFFFFF, 0xEAF4FA)
    for row in range(5):
        p.box(0.29, 0.33 + 0.105 * row, 0.42, 0.04, 0.0, 0x7FA9C0)
    for hole in range(5):
        p.box(0.235 + 0.12 * hole, 0.05, 0.05, 0.15, 0.02, 0x51606C)


#: Name to drawing.
NOTEPAD_ART: Mapping[str, Drawing] = {"file-txt": _text_file, "text-editor": _text_editor}
