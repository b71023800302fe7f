"""Tables in a sheet: finding, sorting and filtering them."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.documents.sheets.calculation import Calculation
from omnigym.documents.sheets.model import COLUMNS, ROWS, Area, Filter, Place, Sheet, cell_at, cells_in, used_size
from omnigym.documents.sheets.operations import Cells, moved_cell
from omnigym.documents.sheets.tables import shown_text
from omnigym.documents.sheets.values import order


def region_of(sheet: Sheet, at: Place) -> Area:
    """The table around a cell: what is joined to it by cells with something in them."""
    rows, columns = used_size(sheet)
    top, left, bottom, right = at[0], at[1], at[0], at[1]

    def any_in(area: Area) -> bool:
        return any(cell.content is not None for _, cell in cells_in(sheet, area))

    while True:
        wider = (
            top - (top > 0 and any_in((top - 1, max(0, left - 1), top - 1, right + 1))),
            left - (left > 0 and any_in((max(0, top - 1), left - 1, bottom + 1, left - 1))),
            bottom + (bottom < rows - 1 and any_in((bottom + 1, max(0, left - 1), bottom + 1, right + 1))),
            right + (right < columns - 1 and any_in((max(0, top - 1), right + 1, bottom + 1, right + 1))),
        )
        if wider == (top, left, bottom, right):
            return _without_blank_edges(sheet, wider)
        top, left, bottom, right = wider


def _without_blank_edges(sheet: Sheet, area: Area) -> Area:
    places = [place for place, cell in cells_in(sheet, area) if cell.content is not None]
    if not places:
        return area
    rows, columns = [p[0] for p in places], [p[1] for p in places]
    return min(rows), min(columns), max(rows), max(columns)


def has_head(calculation: Calculation, index: int, area: Area) -> bool:
    """Whether the first row of a table names its columns: texts, over something else or in another look."""
    top, left, bottom, right = area
    if bottom == top:
        return False
    sheet = calculation.workbook.sheets[index]
    columns = range(left, right + 1)
    first = [calculation.value(index, top, c) for c in columns]
    if not all(type(v) is str and v for v in first):
        return False
    second = [calculation.value(index, top + 1, c) for c in columns]
    looks = [cell_at(sheet, top, c).style.bold and not cell_at(sheet, top + 1, c).style.bold for c in columns]
    return any(type(v) is not str and v is not None for v in second) or all(looks)


def sorted_rows(calculation: Calculation, index: int, area: Area, column: int, *, descending: bool) -> Cells:
    """The cells of an area with its rows in the order of a column; blank ones come last in either order."""
    top, left, bottom, right = area
    sheet = calculation.workbook.sheets[index]
    rows = list(range(top, bottom + 1))
    filled_rows = [r for r in rows if calculation.value(index, r, column) is not None]
    filled_rows.sort(key=lambda r: order(calculation.value(index, r, column)), reverse=descending)
    blank = [r for r in rows if calculation.value(index, r, column) is None]
    return {
        (target, c): moved_cell(cell_at(sheet, source, c), target - source, 0)
        for target, source in zip(rows, [*filled_rows, *blank], strict=True)
        for c in range(left, right + 1)
    }


def filter_sheet(calculation: Calculation, index: int, found: Filter | None) -> Sheet:
    """A sheet with a filter, and the rows hidden that it does not let through."""
    sheet = calculation.workbook.sheets[index]
    if found is None:
        return sheet._replace(filter=None, hidden=frozenset())
    top, _, bottom, _ = found.area
    hidden = [
        row
        for row in range(top + 1, bottom + 1)
        if any(shown_text(calculation, index, row, c) not in texts for c, texts in found.chosen)
    ]
    return sheet._replace(filter=found, hidden=frozenset(hidden))


# -- the numbers that stand before a cell, or those that are selected -------------------------------------------------


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
