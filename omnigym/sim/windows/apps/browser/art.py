"""The colour icons of Edge and of what it opens."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.sim.paint.artwork import paper
from omnigym.sim.paint.pen import Drawing, Pen
from omnigym.sim.sites.art import SITE_ART


def _icon(p: Pen) -> None:
    """A wave that curls around a disc."""
    p.disc(0.5, 0.5, 0.47, 0x35C1B1, 0x0C59A4)
    p.disc(0.56, 0.60, 0.37, 0x1B9DE2, 0x114A8B)
    p.disc(0.42, 0.40, 0.30, 0x66EB6E, 0x2DB4B8)
    p.disc(0.60, 0.53, 0.22, 0xF4FBFF, 0xDCF1FB)
    p.shape([(0.40, 0.56), (0.97, 0.56), (0.93, 0.70), (0.60, 0.76), (0.44, 0.70)], 0x1687D3, 0x1165AE)
    p.disc(0.66, 0.40, 0.13, 0xF4FBFF)
    p.shape([(0.55, 0.47), (0.78, 0.40), (0.97, 0.50), (0.97, 0.58), (0.60, 0.60)], 0x27B0DE, 0x1687D3)


def _pdf(p: Pen) -> None:
    paper(p)
    p.box(0.20, 0.44, 0.60, 0.26, 0.04, 0xD13438, 0xA4262C)
    p.letter("PDF", 0.5, 0.57, 0.19, 0xFFFFFF)


def _html(p: Pen) -> None:
    paper(p)
    p.disc(0.5, 0.56, 0.24, 0x35C1B1, 0x0C59A4)
    p.disc(0.53, 0.60, 0.12, 0xF4FBFF, 0xDCF1FB)


#: Name to drawing.
BROWSER_ART: Mapping[str, Drawing] = {"browser": _icon, "file-pdf": _pdf, "file-html": _html, **SITE_ART}
