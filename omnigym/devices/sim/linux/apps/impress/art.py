"""The colour icons of Impress and its files."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.devices.sim.linux.apps.writer.art import sheet_of_paper
from omnigym.devices.sim.paint.pen import Drawing, Pen

__all__ = ["IMPRESS_ART"]


def _impress(p: Pen) -> None:
    sheet_of_paper(p, 0xA33E03, 0xF0732B)
    p.box(0.24, 0.42, 0.54, 0.32, 0.0, 0xFFFFFF)
    p.box(0.49, 0.36, 0.04, 0.06, 0.0, 0xFFFFFF)
    p.shape([(0.51, 0.70), (0.30, 0.88), (0.36, 0.88), (0.51, 0.76), (0.66, 0.88), (0.72, 0.88)], 0xFFFFFF)
    p.box(0.30, 0.48, 0.26, 0.035, 0.0, 0xE0651D)
    p.box(0.30, 0.56, 0.40, 0.035, 0.0, 0xF5B48C)
    p.box(0.30, 0.64, 0.34, 0.035, 0.0, 0xF5B48C)


def _slides_file(p: Pen) -> None:
    p.shape([(0.16, 0.04), (0.62, 0.04), (0.86, 0.28), (0.86, 0.96), (0.16, 0.96)], 0xFDFDFD, 0xF5ECE6)
    p.shape([(0.62, 0.04), (0.86, 0.28), (0.62, 0.28)], 0xF0732B)
    p.box(0.27, 0.42, 0.48, 0.30, 0.0, 0xF0732B)
    p.box(0.33, 0.50, 0.36, 0.04, 0.0, 0xFFFFFF)
    p.box(0.33, 0.59, 0.24, 0.04, 0.0, 0xFFFFFF)


#: Name to drawing.
IMPRESS_ART: Mapping[str, Drawing] = {"file-odp": _slides_file, "impress": _impress}
