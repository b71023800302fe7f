"""The colour icons of Photos, hills before a pale sun in the front one of two cards, and of its files."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.sim.paint.pen import Drawing, Pen


def _photos(p: Pen) -> None:
    p.box(0.20, 0.05, 0.75, 0.70, 0.14, 0x7CC9F6, 0x3FA2E8)
    p.box(0.05, 0.18, 0.78, 0.76, 0.15, 0x2F8FE6, 0x1B5FBF)
    p.disc(0.62, 0.38, 0.085, 0xFFE07A, 0xFFC83D)
    p.shape([(0.09, 0.80), (0.34, 0.46), (0.62, 0.88), (0.60, 0.92), (0.13, 0.92)], 0xBFE6FF, 0x7CC4F5)
    p.shape([(0.40, 0.92), (0.60, 0.60), (0.79, 0.83), (0.76, 0.91), (0.68, 0.93)], 0xFFFFFF, 0xC9E9FF)


def _image_file(p: Pen) -> None:
    p.box(0.06, 0.12, 0.88, 0.76, 0.06, 0xB8BEC6)
    p.box(0.09, 0.15, 0.82, 0.70, 0.04, 0x6EC3F4, 0xBFE6FB)
    p.disc(0.70, 0.33, 0.085, 0xFFD54A)
    p.shape([(0.09, 0.85), (0.09, 0.66), (0.34, 0.40), (0.62, 0.85)], 0x2F7D4F, 0x46A869)
    p.shape([(0.45, 0.85), (0.68, 0.54), (0.91, 0.78), (0.91, 0.85)], 0x46A869, 0x5FBF7F)


#: Name to drawing.
PHOTOS_ART: Mapping[str, Drawing] = {"file-image": _image_file, "photos": _photos}
