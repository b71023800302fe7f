"""The colour icons of Writer and its files."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.devices.sim.paint.pen import Drawing, Pen

__all__ = ["WRITER_ART", "sheet_of_paper"]


def sheet_of_paper(p: Pen, dark: int, light: int) -> None:
    """The sheet with a folded corner that all icons of LibreOffice have, in a program's colours."""
    p.shape([(0.14, 0.04), (0.62, 0.04), (0.88, 0.30), (0.88, 0.96), (0.14, 0.96)], light, dark)
    p.shape([(0.62, 0.04), (0.88, 0.30), (0.62, 0.30)], 0xFFFFFF)


def _writer(p: Pen) -> None:
    sheet_of_paper(p, 0x0369A3, 0x1C99E0)
    for n, wide in enumerate((0.30, 0.54, 0.54, 0.24, 0.24, 0.54)):
        p.box(0.24, 0.30 + 0.095 * n, wide, 0.045, 0.0, 0xFFFFFF)
    p.box(0.54, 0.575, 0.24, 0.16, 0.0, 0xCDE8F8)


def _text_file(p: Pen) -> None:
    p.shape([(0.16, 0.04), (0.62, 0.04), (0.86, 0.28), (0.86, 0.96), (0.16, 0.96)], 0xFDFDFD, 0xE8EEF2)
    p.shape([(0.62, 0.04), (0.86, 0.28), (0.62, 0.28)], 0x1C99E0)
    for n in range(5):
        p.box(0.27, 0.38 + 0.1 * n, 0.46 if n < 4 else 0.28, 0.045, 0.0, 0x1C99E0)


#: Name to drawing.
WRITER_ART: Mapping[str, Drawing] = {"file-odt": _text_file, "writer": _writer}
