"""The colour icon of Firefox."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.sim.paint.pen import Drawing, Pen
from omnigym.sim.sites.art import SITE_ART

_FLAMES = (
    (
        (0.06, 0.10, 0.20, 0.30, 0.36, 0.52, 0.40, 0.30, 0.36, 0.16),
        (0.46, 0.24, 0.34, 0.16, 0.34, 0.40, 0.52, 0.50, 0.66, 0.72),
        (0xFFB13D, 0xFF5E3A),
    ),
    (
        (0.60, 0.88, 0.97, 0.90, 0.80, 0.84, 0.72, 0.62),
        (0.04, 0.24, 0.50, 0.74, 0.82, 0.56, 0.36, 0.24),
        (0xFFF44F, 0xFF980E),
    ),
)


def _icon(p: Pen) -> None:
    """A fox of flames around a purple globe."""
    p.disc(0.52, 0.53, 0.44, 0xFFBD2E, 0xE31587)
    p.disc(0.56, 0.50, 0.28, 0x9059FF, 0x592ACB)
    p.disc(0.50, 0.60, 0.20, 0x7542E5, 0x4A1FA8)
    for across, down, colours in _FLAMES:
        p.shape(list(zip(across, down, strict=True)), *colours)
    p.shape([(0.30, 0.50), (0.52, 0.40), (0.58, 0.46), (0.46, 0.56)], 0xFFD567, 0xFF8A16)


#: Name to drawing.
BROWSER_ART: Mapping[str, Drawing] = {"firefox": _icon, **SITE_ART}
