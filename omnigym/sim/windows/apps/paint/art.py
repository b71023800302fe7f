"""The icon of Paint: a palette with a brush on it."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.sim.paint.pen import Drawing, Pen

_BLOBS = ((0.24, 0.44, 0xE5352D), (0.42, 0.27, 0xF7B500), (0.20, 0.66, 0x2E9E4B), (0.37, 0.82, 0x1F78D1))


def _paint(p: Pen) -> None:
    p.disc(0.47, 0.55, 0.42, 0xF6E7D2, 0xE2BE8F)
    p.disc(0.62, 0.74, 0.10, 0xFFFFFF)
    for x, y, colour in (
        (0.24, 0.44, 0xE5352D),
        (0.42, 0.27, 0xF7B500),
        (0.20, 0.66, 0x2E9E4B),
        (0.37, 0.82, 0x1F78D1),
    ):
        p.disc(x, y, 0.085, colour)
    p.line([(0.94, 0.06), (0.64, 0.44)], 0.09, 0x2B6CB0)
    p.shape([(0.60, 0.38), (0.70, 0.46), (0.60, 0.58), (0.46, 0.60), (0.52, 0.48)], 0x8E44AD)


#: Name to drawing.
PAINT_ART: Mapping[str, Drawing] = {"paint-app": _paint}
