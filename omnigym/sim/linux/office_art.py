"""The colour icons of LibreOffice's programs and of their files."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.sim.paint.pen import Drawing, Pen

# -- the colour icons of Writer and its files -------------------------------------------------------------------------


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

# -- the colour icons of Calc and its files ---------------------------------------------------------------------------


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

# -- the colour icons of Impress and its files ------------------------------------------------------------------------


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
