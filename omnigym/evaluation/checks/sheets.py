"""Checks of the contents and formats of spreadsheets: .xlsx files, and .csv files as workbooks with one sheet.

Cells are named as in spreadsheets ("B3", "A2:C9", "C:C"); without the name of a sheet the first one is checked.
"""

from __future__ import annotations

from collections.abc import Sequence

from omnigym.documents.sheets.calculation import Calculation
from omnigym.documents.sheets.formulas import parse
from omnigym.documents.sheets.model import (
    COLUMNS,
    Area,
    Style,
    area_of,
    cell_at,
    cell_name,
    cells_in,
    column_name,
    is_formula,
    place_of,
)
from omnigym.documents.sheets.tables import shown_text, shown_texts
from omnigym.evaluation.checks._effects import changes, makes
from omnigym.evaluation.checks._sheets import index_of, missing, read_sheet, same_value
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.verdict import Verdict, not_yet, passed

__all__ = [
    "sheet_added",
    "sheet_cell",
    "sheet_format",
    "sheet_formula",
    "sheet_marks",
    "sheet_names",
    "sheet_rows",
    "sheet_shows_only",
]

_FIELDS = Style._fields


@check("sheet_cell", effects=lambda path, cell, **_: changes(path, f"cell/*/{cell}"))
def sheet_cell(probe: Probe, path: str, cell: str, value: str | int | float, sheet: str = "") -> Verdict:
    """A cell has a number as its value, or shows a text."""
    book, place = read_sheet(probe, path), place_of(cell)
    if book is None:
        return missing(path)
    index = index_of(book, sheet)
    if index is None or place is None:
        return not_yet(f"{path!r} has no cell {cell!r} on a sheet {sheet!r}.")
    shown = shown_text(book, index, *place)
    return passed() if same_value(book.value(index, *place), shown, value) else not_yet(f"{cell} shows {shown!r}.")


@check("sheet_formula", effects=lambda path, cell, **_: changes(path, f"cell/*/{cell}"))
def sheet_formula(
    probe: Probe, path: str, cell: str, value: str | int | float, function: str = "", sheet: str = ""
) -> Verdict:
    """A cell has a formula, and not a typed number, with a value.

    Args:
        probe: Reads the device.
        path: A .xlsx file.
        cell: The cell, "B7".
        value: The value of the formula.
        function: Name of a function that it must use, or "".
        sheet: Name of the sheet.
    """
    book, place = read_sheet(probe, path), place_of(cell)
    if book is None:
        return missing(path)
    index = index_of(book, sheet)
    if index is None or place is None:
        return not_yet(f"{path!r} has no cell {cell!r} on a sheet {sheet!r}.")
    content = cell_at(book.workbook.sheets[index], *place).content
    if not is_formula(content) or parse(str(content)) is None:
        return not_yet(f"{cell} holds no formula.")
    if function and f"{function.upper()}(" not in str(content).upper():
        return not_yet(f"The formula in {cell} does not use {function}.")
    return sheet_cell(probe, path, cell, value, sheet)


@check("sheet_rows", effects=lambda path, **_: (*makes(path), *changes(path, "cell/*", "look/*")))
def sheet_rows(probe: Probe, path: str, rows: Sequence[Sequence[str | int | float]], sheet: str = "") -> Verdict:
    """The sheet has exactly these rows, beginning at its first cell; numbers are compared as numbers."""
    book = read_sheet(probe, path)
    if book is None:
        return missing(path)
    index = index_of(book, sheet)
    if index is None:
        return not_yet(f"{path!r} has no sheet {sheet!r}.")
    found = shown_texts(book, index)
    same = [_same_row(book, index, n, row) for n, row in enumerate(rows)]
    if len(found) == len(rows) and all(same):
        return passed()
    if len(found) != len(rows):
        return not_yet(f"{path!r} has {len(found)} rows, not {len(rows)}.")
    return not_yet(f"Row {same.index(False) + 1} of {path!r} is {found[same.index(False)]!r}.")


def _same_row(book: Calculation, index: int, row: int, wanted: Sequence[str | int | float]) -> bool:
    sheet = book.workbook.sheets[index]
    if row < len(sheet.rows) and any(c.content is not None for c in sheet.rows[row][len(wanted) :]):
        return False
    cells = enumerate(wanted)
    return all(same_value(book.value(index, row, c), shown_text(book, index, row, c), text) for c, text in cells)


@check("sheet_marks", effects=lambda path, column, **_: changes(path, f"cell/*/{column}*"))
def sheet_marks(probe: Probe, path: str, column: str, first: int, marks: Sequence[str], sheet: str = "") -> Verdict:
    """Formulas in a column show texts with these beginnings, one for each row from a first one on.

    Args:
        probe: Reads the device.
        path: A .xlsx file.
        column: Letters of the column.
        first: Number of the first row.
        marks: The beginning of each text, without regard to letter case.
        sheet: Name of the sheet.
    """
    book = read_sheet(probe, path)
    if book is None:
        return missing(path)
    index, area = index_of(book, sheet), area_of(f"{column}{first}")
    if index is None or area is None:
        return not_yet(f"{path!r} has no cell {column}{first} on a sheet {sheet!r}.")
    for row, mark in enumerate(marks, area[0]):
        shown = shown_text(book, index, row, area[1])
        if not is_formula(cell_at(book.workbook.sheets[index], row, area[1]).content):
            return not_yet(f"{cell_name(row, area[1])} holds no formula.")
        if not shown.casefold().startswith(mark.casefold()):
            return not_yet(f"{cell_name(row, area[1])} shows {shown!r}.")
    return passed()


@check("sheet_format", effects=lambda path, field, **_: changes(path, f"look/*/{field}", "sheet/*/widths"))
def sheet_format(probe: Probe, path: str, area: str, field: str, value: bool | str = True, sheet: str = "") -> Verdict:
    """All cells of an area that are not blank have a format.

    Args:
        probe: Reads the device.
        path: A .xlsx file.
        area: "C2:C9", "C:C", or "1:1" for a row.
        field: "bold", "italic", "underline", "align", "fill" and "color" (six hexadecimal digits), or "number" for a
            number format, in which decimals, signs and separators matter, quotation marks and brackets do not.
        value: The value that it must have.
        sheet: Name of the sheet.
    """
    if field not in _FIELDS:
        return not_yet(f"Unknown look {field!r}: expected one of {', '.join(_FIELDS)}.")
    book, found = read_sheet(probe, path), _area(area)
    if book is None:
        return missing(path)
    index = index_of(book, sheet)
    if index is None or found is None:
        return not_yet(f"{path!r} has no cells {area!r} on a sheet {sheet!r}.")
    cells = [(p, c) for p, c in cells_in(book.workbook.sheets[index], found) if c.content is not None]
    wrong = [p for p, c in cells if _plain(getattr(c.style, field)) != _plain(value)]
    if wrong:
        return not_yet(f"The {field} of {cell_name(*wrong[0])} is not {value!r}.", 1 - len(wrong) / len(cells))
    return passed() if cells else not_yet(f"There is nothing in {area} of {path!r}.")


def _area(name: str) -> Area | None:
    first, _, last = name.partition(":")
    if first.isdigit() and last.isdigit():
        return area_of(f"A{first}:{column_name(COLUMNS - 1)}{last}")
    return area_of(name)


def _plain(look: bool | str) -> bool | str:
    """A number format without the parts that programs write differently; a bool is returned unchanged."""
    if isinstance(look, bool):
        return look
    bare = look.split(";")[0].replace("_)", "").replace("_(", "").replace("[$$-409]", "$").replace("[$$]", "$")
    return "".join([c for c in bare if c not in '"\\*()']).strip().casefold()


@check("sheet_shows_only", effects=lambda path, **_: changes(path, "sheet/*/filter", "sheet/*/hidden"))
def sheet_shows_only(probe: Probe, path: str, column: str, values: Sequence[str], sheet: str = "") -> Verdict:
    """A filter shows exactly the rows of a table whose cell in a column shows one of these texts.

    Args:
        probe: Reads the device.
        path: A .xlsx file.
        column: Letters of the column.
        values: The texts.
        sheet: Name of the sheet.
    """
    book, found = read_sheet(probe, path), area_of(f"{column}:{column}")
    if book is None:
        return missing(path)
    index = index_of(book, sheet)
    if index is None or found is None:
        return not_yet(f"{path!r} has no column {column!r} on a sheet {sheet!r}.")
    shown = book.workbook.sheets[index]
    if shown.filter is None:
        return not_yet(f"{path!r} has no filter.")
    rows = range(shown.filter.area[0] + 1, shown.filter.area[2] + 1)
    wanted = {row for row in rows if shown_text(book, index, row, found[1]) in values}
    visible = set(rows) - shown.hidden
    if wanted and visible == wanted:
        return passed()
    return not_yet(f"{len(visible)} rows are visible; {len(visible - wanted)} of them should not be.")


@check("sheet_names", effects=lambda path, **_: changes(path, "sheets"))
def sheet_names(probe: Probe, path: str, names: Sequence[str], exactly: bool = False) -> Verdict:
    """A workbook has sheets with these names; with ``exactly`` only these, and in this order."""
    book = read_sheet(probe, path)
    if book is None:
        return missing(path)
    found = [s.name for s in book.workbook.sheets]
    if found == list(names) if exactly else set(names) <= set(found):
        return passed()
    return not_yet(f"The sheets of {path!r} are {found!r}.")


@check("sheet_added", effects=lambda path, **_: changes(path, "sheets"))
def sheet_added(probe: Probe, path: str, name: str) -> Verdict:
    """A workbook has a sheet with that name, and at least one other sheet."""
    found = sheet_names(probe, path, [name])
    if found and sheet_names(probe, path, [name], exactly=True):
        return not_yet(f"{name!r} is the only sheet of {path!r}: it was to be added to another.")
    return found
