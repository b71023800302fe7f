"""The colour icons of Calc and its files."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.devices.sim.linux.apps.writer.art import sheet_of_paper
from omnigym.devices.sim.paint.pen import Drawing, Pen

__all__ = ["CALC_ART"]


def _calc(p: Pen) -> None:
    sheet_of_paper(p, 0x106802, 0x43C330)
    p.box(0.24, 0.40, 0.54, 0.44, 0.0, 0xFFFFFF)
    for n in range(1, 4):
        p.box(0.24, 0.40 + 0.11 * n - 0.012, 0.54, 0.024, 0.0, 0x43A530)
    for x in (0.40, 0.58):
        p.box(x, 0.40, 0.024, 0.44, 0.0, 0x43A530)
    p.box(0.24, 0.40, 0.16, 0.11, 0.0, 0xCCF4C6)


def _sheet_file(p: Pen) -> None:
    p.shape([(0.16, 0.04), (0.62, 0.04), (0.86, 0.28), (0.86, 0.96), (0.16, 0.96)], 0xFDFDFD, 0xE9F2E8)
    p.shape([(0.62, 0.04), (0.86, 0.28), (0.62, 0.28)], 0x43C330)
    for row in range(4):
        for column in range(2):
            p.box(0.28 + 0.24 * column, 0.40 + 0.12 * row, 0.20, 0.08, 0.0, 0x43C330 if row == 0 else 0xA8DDA0)


#: Name to drawing.
CALC_ART: Mapping[str, Drawing] = {"calc": _calc, "file-ods": _sheet_file}
