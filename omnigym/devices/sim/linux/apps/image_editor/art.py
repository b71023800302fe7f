"""The colour icon of GIMP."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.devices.sim.paint.pen import Drawing, Pen

__all__ = ["GIMP_ART"]


def _gimp(p: Pen) -> None:
    """A coyote with a brush in its mouth."""
    p.shape(
        [
            (0.12, 0.30),
            (0.24, 0.06),
            (0.38, 0.26),
            (0.60, 0.26),
            (0.76, 0.06),
            (0.86, 0.32),
            (0.90, 0.56),
            (0.66, 0.80),
            (0.34, 0.80),
            (0.10, 0.58),
        ],
        0x8C8074,
        0x5C5248,
    )
    p.disc(0.36, 0.42, 0.14, 0xFFFFFF)
    p.disc(0.64, 0.42, 0.14, 0xFFFFFF)
    p.disc(0.39, 0.44, 0.06, 0x1C1C1C)
    p.disc(0.61, 0.44, 0.06, 0x1C1C1C)
    p.disc(0.50, 0.64, 0.09, 0x1C1C1C)
    p.line([(0.30, 0.76), (0.86, 0.90)], 0.06, 0xD08A3C)
    p.shape([(0.84, 0.84), (0.98, 0.88), (0.94, 0.98), (0.82, 0.94)], 0xE95420)


#: Name to drawing.
GIMP_ART: Mapping[str, Drawing] = {"gimp": _gimp}
