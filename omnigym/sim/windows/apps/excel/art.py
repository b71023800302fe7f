"""The icons and the looks of Excel and its files."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.sim.paint.artwork import paper
from omnigym.sim.paint.pen import Drawing, Pen
from omnigym.sim.style.colour import Colour, Shade
from omnigym.sim.style.looks import Look, looks

# -- the colour icons of Excel and its files --------------------------------------------------------------------------


def _excel(p: Pen) -> None:
    p.box(0.24, 0.05, 0.70, 0.90, 0.07, 0x33C481, 0x107C41)
    p.box(0.59, 0.05, 0.35, 0.45, 0.0, 0x33C481)
    p.box(0.24, 0.28, 0.35, 0.22, 0.0, 0x21A366)
    p.box(0.59, 0.28, 0.35, 0.22, 0.0, 0x107C41)
    p.box(0.24, 0.50, 0.35, 0.23, 0.0, 0x107C41)
    p.box(0.59, 0.50, 0.35, 0.23, 0.0, 0x185C37)
    p.box(0.24, 0.71, 0.70, 0.24, 0.07, 0x185C37)
    p.box(0.24, 0.70, 0.70, 0.08, 0.0, 0x185C37)
    p.box(0.04, 0.22, 0.56, 0.56, 0.06, 0x18884F, 0x0B6631)
    p.letter("X", 0.32, 0.495, 0.44, 0xFFFFFF)


def _file(p: Pen, edge: Colour, letter: str, top: Colour, bottom: Colour) -> None:
    """A sheet of paper with a table on it, and the badge of what it is."""
    paper(p, edge)
    for row in range(4):
        for x in (0.52, 0.64):
            p.box(x, 0.39 + 0.12 * row, 0.095, 0.075, 0.0, edge)
    p.box(0.04, 0.36, 0.44, 0.44, 0.05, top, bottom)
    p.letter(letter, 0.26, 0.575, 0.34, 0xFFFFFF)


#: Name to drawing.
EXCEL_ART: Mapping[str, Drawing] = {
    "excel": _excel,
    "file-csv": lambda p: _file(p, 0xA9C9B8, "a,", 0x4C9A70, 0x2F7D54),
    "file-xlsx": lambda p: _file(p, 0x8CC5A6, "X", 0x18884F, 0x0B6631),
}

# -- the looks of Excel that no other app has -------------------------------------------------------------------------

_GREEN, _TINT = Shade(0x107C41, 0x4FBF80), Shade(0xDDEEE4, 0x2B4637)

EXCEL_STYLES = looks(
    grid={
        "": Look(fill="layer", ink=_GREEN, checked=_TINT),
    },
    tab={
        "excel": Look(pad=(11, 5, 11, 7), min_h=28, radius=4, edge=_GREEN, hover="hover", pressed="pressed"),
    },
    field={
        "cell": Look(pad=(4, 1, 2, 1), min_h=18, min_w=20, fill="layer", edge=_GREEN),
        "formula": Look(pad=(8, 3, 8, 3), min_h=24, min_w=40, fill="layer", edge="stroke"),
    },
)
