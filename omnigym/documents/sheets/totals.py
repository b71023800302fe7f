"""What AutoSum adds up: the numbers that stand before a cell, or those that are selected."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.documents.sheets.calculation import Calculation
from omnigym.documents.sheets.model import COLUMNS, ROWS, Area, Place, cell_at

__all__ = ["numbers_before", "totals_of"]


def numbers_before(calculation: Calculation, index: int, at: Place) -> Area | None:
    """What a total in a cell is of: the nearest run of numbers above it, or else at its left, with the gap behind it.

    A run ends at a blank cell or a text, and so does the search at a text.
    """
    row, column = at
    first = _begin([calculation.value(index, r, column) for r in range(row)])
    if first is not None:
        return first, column, row - 1, column
    first = _begin([calculation.value(index, row, c) for c in range(column)])
    return (row, first, row, column - 1) if first is not None else None


def _begin(values: list[object]) -> int | None:
    """Where the last run of numbers begins behind which there are only blank cells."""
    end = len(values)
    while end and values[end - 1] is None:
        end -= 1
    begin = end
    while begin and type(values[begin - 1]) is float:
        begin -= 1
    return begin if begin < end else None


def totals_of(calculation: Calculation, index: int, area: Area) -> Mapping[Place, Area]:
    """The cells that get totals where several are selected, and of what each is.

    Blank cells at the end of the selection get them, or else those that follow it; cells that are all blank get that
    of the numbers before each.
    """
    top, left, bottom, right = area
    sheet = calculation.workbook.sheets[index]

    def blank(first: int, start: int, last: int, end: int) -> bool:
        cells = [cell_at(sheet, r, c) for r in range(first, last + 1) for c in range(start, end + 1)]
        return all(cell.content is None for cell in cells)

    if blank(*area):
        places = [(r, c) for r in range(top, bottom + 1) for c in range(left, right + 1)]
        found = {place: numbers_before(calculation, index, place) for place in places}
        return {place: numbers for place, numbers in found.items() if numbers is not None}
    below = bottom > top and blank(bottom, left, bottom, right)
    beside = right > left and blank(top, right, bottom, right)
    if not below and not beside:
        below, beside = bottom > top, bottom == top
        bottom, right = bottom + below, right + beside
    out: dict[Place, Area] = {}
    if below and bottom < ROWS:
        out |= {(bottom, c): (top, c, bottom - 1, c) for c in range(left, right + 1 - beside)}
    if beside and right < COLUMNS:
        out |= {(r, right): (r, left, r, right - 1) for r in range(top, bottom + 1)}
    return out
