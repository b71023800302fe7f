"""A sheet as the pages of a PDF file."""

from __future__ import annotations

from omnigym.documents.pdf import LETTER, PdfText, pdf_width, write_pdf
from omnigym.documents.sheets.calculation import Calculation
from omnigym.documents.sheets.model import cell_at, used_size
from omnigym.documents.sheets.tables import shown_text

__all__ = ["to_pdf"]

_SIZE, _LINE, _MARGIN, _PAD = 10.0, 15.0, 54.0, 3.0
#: Points a character of a column's width takes, and the usual width.
_CHARACTER, _USUAL = 5.6, 8.43


def to_pdf(calculation: Calculation, sheet: int) -> bytes:
    """Return the visible rows of a sheet as printed, on as many pages down and across as they need."""
    book = calculation.workbook.sheets[sheet]
    rows, columns = used_size(book)
    widths = dict(book.widths)
    across = [_CHARACTER * widths.get(c, _USUAL) + 2 * _PAD for c in range(columns)]
    visible = [r for r in range(rows) if r not in book.hidden]
    a_page = int((LETTER[1] - 2 * _MARGIN) // _LINE)
    pages = []
    for block in _blocks(across):
        for start in range(0, len(visible), a_page):
            texts: list[PdfText] = []
            for line, row in enumerate(visible[start : start + a_page]):
                texts += _printed(calculation, sheet, row, block, LETTER[1] - _MARGIN - _LINE * (line + 1))
            pages.append(texts)
    return write_pdf(pages, book.name)


def _blocks(widths: list[float]) -> list[list[tuple[int, float, float]]]:
    """The columns of each page across: (column, left, width)."""
    blocks: list[list[tuple[int, float, float]]] = [[]]
    x = _MARGIN
    for column, width in enumerate(widths):
        if blocks[-1] and x + width > LETTER[0] - _MARGIN:
            blocks.append([])
            x = _MARGIN
        blocks[-1].append((column, x, width))
        x += width
    return blocks


def _printed(
    calculation: Calculation, sheet: int, row: int, columns: list[tuple[int, float, float]], y: float
) -> list[PdfText]:
    out = []
    for column, x, width in columns:
        text = shown_text(calculation, sheet, row, column)
        if not text:
            continue
        style = cell_at(calculation.workbook.sheets[sheet], row, column).style
        align = style.align or ("left" if type(calculation.value(sheet, row, column)) is str else "right")
        room = width - 2 * _PAD - pdf_width(text, _SIZE)
        shift = {"left": 0.0, "center": room / 2, "right": room}[align]
        out.append(PdfText(x + _PAD + shift, y, text, _SIZE, style.bold))
    return out
