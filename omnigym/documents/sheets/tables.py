"""Sheets to and from text: values separated by commas (.csv) or tabs (the clipboard)."""

from __future__ import annotations

import csv
import io

from omnigym.documents.sheets.calculation import Calculation
from omnigym.documents.sheets.model import BLANK, PLAIN, Area, Cell, Sheet, cell_at, sheet_of, used_size
from omnigym.documents.sheets.numbers import GENERAL, TEXT, display, parse_entry
from omnigym.foreign import convert_errors, within
from omnigym.foreign.limits import TABLE_BYTES, TABLE_CELLS

__all__ = ["cell_of", "read_csv", "shown_text", "shown_texts", "table_from_text", "to_csv", "to_tabs"]


def cell_of(text: str, before: Cell = BLANK) -> Cell:
    """Return the cell that an entered text makes; its format stays, unless the text implies a number format."""
    style = before.style
    if style.number == TEXT:
        return Cell(text or None, style)
    content, number = parse_entry(text)
    if number and style.number == GENERAL:
        style = style._replace(number=number)
    return Cell(content, style)


def shown_text(calculation: Calculation, sheet: int, row: int, column: int) -> str:
    """Return the text that a cell shows."""
    style = cell_at(calculation.workbook.sheets[sheet], row, column).style
    return display(calculation.value(sheet, row, column), style.number)


def shown_texts(
    calculation: Calculation, sheet: int, area: Area | None = None, *, all_rows: bool = True
) -> list[list[str]]:
    """Return the texts of the cells of an area (all used ones), row by row, with or without hidden rows."""
    if area is None:
        rows, columns = used_size(calculation.workbook.sheets[sheet])
        area = (0, 0, rows - 1, columns - 1)
    hidden = frozenset() if all_rows else calculation.workbook.sheets[sheet].hidden
    top, left, bottom, right = area
    return [
        [shown_text(calculation, sheet, row, column) for column in range(left, right + 1)]
        for row in range(top, bottom + 1)
        if row not in hidden
    ]


def to_csv(calculation: Calculation, sheet: int) -> str:
    """Return a sheet as .csv text of the shown values."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows(shown_texts(calculation, sheet))
    return out.getvalue()


def to_tabs(calculation: Calculation, sheet: int, area: Area) -> str:
    """Return the visible rows of an area for the clipboard: one line per row, tabs between the cells."""
    rows = shown_texts(calculation, sheet, area, all_rows=False)
    return "\n".join(["\t".join([text.replace("\t", " ").replace("\n", " ") for text in row]) for row in rows])


def read_csv(text: str, name: str = "Sheet1") -> Sheet:
    """Return the sheet of a .csv text.

    Raises:
        UnreadableError: A field has more characters than `csv` takes.
        TooLargeError: It has more than `TABLE_CELLS` rows and cells, or is longer than `TABLE_BYTES`.
    """
    count, rows = 0, []
    within(len(text), TABLE_BYTES, "characters in a table")
    with convert_errors(".csv file"):
        for row in csv.reader(io.StringIO(text.removeprefix("\ufeff"))):
            count += 1 + len(row)
            within(count, TABLE_CELLS, "cells and rows in a table")
            rows.append([_read_cell(field) for field in row])
    return sheet_of(name, rows)


def table_from_text(text: str) -> list[list[str]]:
    """Return the cells of a text from the clipboard, separated by lines and tabs."""
    return [line.split("\t") for line in text.replace("\r\n", "\n").removesuffix("\n").split("\n")]


def _read_cell(field: str) -> Cell:
    cell = cell_of(field)
    return BLANK if cell.content is None and cell.style is PLAIN else cell
