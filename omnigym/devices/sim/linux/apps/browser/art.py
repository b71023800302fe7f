"""The colour icon of Firefox; those of pages come with the sites."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.devices.sim.paint.pen import Drawing, Pen
from omnigym.devices.sim.sites.art import SITE_ART

__all__ = ["BROWSER_ART"]


def _firefox(p: Pen) -> None:
    """A fox of flames around a purple globe."""
    p.disc(0.52, 0.53, 0.44, 0xFFBD2E, 0xE31587)
    p.disc(0.56, 0.50, 0.28, 0x9059FF, 0x592ACB)
    p.disc(0.50, 0.60, 0.20, 0x7542E5, 0x4A1FA8)
    p.shape(
        [
            (0.06, 0.46),
            (0.10, 0.24),
            (0.20, 0.34),
            (0.30, 0.16),
            (0.36, 0.34),
            (0.52, 0.40),
            (0.40, 0.52),
            (0.30, 0.50),
            (0.36, 0.66),
            (0.16, 0.72),
        ],
        0xFFB13D,
        0xFF5E3A,
    )
    p.shape(
        [
            (0.60, 0.04),
            (0.88, 0.24),
            (0.97, 0.50),
            (0.90, 0.74),
            (0.80, 0.82),
            (0.84, 0.56),
            (0.72, 0.36),
            (0.62, 0.24),
        ],
        0xFFF44F,
        0xFF980E,
    )
    p.shape([(0.30, 0.50), (0.52, 0.40), (0.58, 0.46), (0.46, 0.56)], 0xFFD567, 0xFF8A16)


#: Name to drawing.
BROWSER_ART: Mapping[str, Drawing] = {"firefox": _firefox, **SITE_ART}
