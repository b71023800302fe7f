"""Checks of the contents and formats of spreadsheets: .xlsx and .ods files, and .csv files as workbooks with one sheet.

Cells are named as in spreadsheets ("B3", "A2:C9", "C:C"); without the name of a sheet the first one is checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from omnigym.documents.sheets.calculation import Calculation
from omnigym.documents.sheets.formulas import parse
from omnigym.documents.sheets.model import (
    COLUMNS,
    Area,
    Content,
    Place,
    Style,
    area_of,
    cell_at,
    cell_name,
    cells_in,
    column_name,
    is_formula,
    place_of,
    used_size,
)
from omnigym.documents.sheets.numbers import display, is_date
from omnigym.documents.sheets.references import shift_formula
from omnigym.documents.sheets.tables import shown_text, shown_texts
from omnigym.documents.sheets.values import NAME
from omnigym.documents.sheets.xlsx_read import stored_results
from omnigym.evaluation.checks._effects import changes, makes
from omnigym.evaluation.checks._formula_equivalence import covers_inputs, follows, follows_in_program, functions_in
from omnigym.evaluation.checks._sheets import index_of, missing, read_sheet, same_value, sheet_before
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.world.effects import Effect

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
_QUOTED, _CALL = re.compile(r'"(?:[^"]|"")*"'), re.compile(r"([A-Za-z_][\w.]*)\(")
#: What tells number formats, and colours, apart from other looks; and what is in them.
_NUMBER, _DIGITS, _PLACES = re.compile(r"[0#?]"), re.compile(r"[0-9A-Fa-f]{6}"), re.compile(r"\.([0#?]+)")
_MONEY = re.compile(r"[$€£¥₹]|\[\$")


def _on(sheet: str) -> tuple[str, ...]:
    """A sheet as the parts of a workbook call it (`omnigym.evaluation.world.parts`): the first may have any name."""
    return ("", sheet) if sheet else ("",)


def _one_cell(path: str, cell: str, sheet: str = "", **_: object) -> tuple[Effect, ...]:
    return changes(path, *[f"cell/{on}/{cell}" for on in _on(sheet)])


def _formula_cell(path: str, cell: str, sheet: str = "", **_: object) -> tuple[Effect, ...]:
    # A program may give a result the number format of what it was made of.
    looks = [f"look/{on}/{cell}/number" for on in _on(sheet)]
    return *_one_cell(path, cell, sheet), *changes(path, *looks)


@check("sheet_cell", effects=_one_cell)
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


@check("sheet_formula", effects=_formula_cell)
def sheet_formula(
    probe: Probe,
    path: str,
    cell: str,
    value: str | int | float,
    function: str = "",
    sheet: str = "",
    computes: str = "",
) -> Verdict:
    """A cell has a formula with a value.

    Args:
        probe: Reads the device.
        path: A .xlsx or .ods file.
        cell: The cell, "B7".
        value: The value of the formula.
        function: Name of a function that it must use, or "".
        sheet: Name of the sheet.
        computes: A formula that comes to the same whatever the numbers are that it refers to (on this sheet), or "".
            Without it, and without a function, the formula has to refer to some cell.
    """
    book, place = read_sheet(probe, path), place_of(cell)
    if book is None:
        return missing(path)
    index = index_of(book, sheet)
    if index is None or place is None:
        return not_yet(f"{path!r} has no cell {cell!r} on a sheet {sheet!r}.")
    content = cell_at(book.workbook.sheets[index], *place).content
    if not is_formula(content):
        return not_yet(f"{cell} holds no formula.")
    if function and not _uses(str(content), function):
        return not_yet(f"The formula in {cell} does not use {function}.")
    if _unknown(book, index, place):
        stored = _stored(probe, path, book, index, place)
        if not same_value(stored, display(stored), value) or not covers_inputs(
            book, index, place, str(content), computes
        ):
            return not_yet(f"{cell} shows {display(stored)!r}.")
        if follows_in_program(probe, path, book, index, {place: computes}) is False:
            return not_yet(f"The formula in {cell} does not compute what {computes} does.")
        return passed()
    formula = parse(str(content))
    if formula is None or not (formula.references or function):
        return not_yet(f"The formula in {cell} computes nothing.")
    if computes and not follows(book, index, place, computes):
        return not_yet(f"The formula in {cell} does not compute what {computes} does.")
    return sheet_cell(probe, path, cell, value, sheet)


def _uses(formula: str, function: str) -> bool:
    """Whether a formula uses a function, or one that a newer program calls it by ("IFS" for "IF")."""
    found = parse(formula)
    names = set(functions_in(found.tree)) if found is not None else set()
    if found is None:  # it may be one of another program
        names = {name.rpartition(".")[2].upper() for name in _CALL.findall(_QUOTED.sub("", formula))}
    return bool(names & {function.upper(), f"{function.upper()}S"})


def _unknown(book: Calculation, index: int, place: Place) -> bool:
    """Whether our own calculation cannot tell what a cell comes to, as it does not know all functions there are."""
    return book.value(index, *place) == NAME


def _stored(probe: Probe, path: str, book: Calculation, index: int, place: Place) -> Content:
    """What the program that wrote a .xlsx file says that a formula comes to; nothing of other files."""
    if not path.lower().endswith(".xlsx"):
        return None
    stored = probe.read(path, stored_results) or {}
    return stored.get((book.workbook.sheets[index].name, *place))


def _table(
    path: str, rows: Sequence[Sequence[str | int | float]], sheet: str = "", gone: int = 0, **_: object
) -> tuple[Effect, ...]:
    width = max([len(row) for row in rows], default=0)
    cells = [f"{on}/{cell_name(r, c)}" for on in _on(sheet) for r in range(len(rows) + gone) for c in range(width)]
    return *makes(path), *changes(path, *[f"cell/{c}" for c in cells], *[f"look/{c}/*" for c in cells])


@check("sheet_rows", effects=_table)
def sheet_rows(
    probe: Probe,
    path: str,
    rows: Sequence[Sequence[str | int | float]],
    sheet: str = "",
    gone: int = 0,  # noqa: ARG001 - the effects are about it
) -> Verdict:
    """The sheet has exactly these rows, beginning at its first cell; numbers are compared as numbers.

    A row that was there before looks as it did, wherever it is now, and its formulas are formulas still.

    Args:
        probe: Reads the device.
        path: A .xlsx, .ods or .csv file.
        rows: The rows, from the first one of the sheet on.
        sheet: Name of the sheet.
        gone: How many rows there were below them before.
    """
    book = read_sheet(probe, path)
    if book is None:
        return missing(path)
    index = index_of(book, sheet)
    if index is None:
        return not_yet(f"{path!r} has no sheet {sheet!r}.")
    found = shown_texts(book, index)
    same = [_same_row(book, index, n, row) for n, row in enumerate(rows)]
    if len(found) != len(rows):
        return not_yet(f"{path!r} has {len(found)} rows, not {len(rows)}.")
    if not all(same):
        return not_yet(f"Row {same.index(False) + 1} of {path!r} is {found[same.index(False)]!r}.")
    earlier = sheet_before(probe, path, book, index)
    if earlier and not any(_rows_kept(*was, book, index) for was in earlier):
        return not_yet(f"The rows of {path!r} do not look as they did.")
    return passed()


def _rows_kept(was: Calculation, at: int, book: Calculation, index: int) -> bool:
    """Whether each row that shows what one did before looks as that one did."""
    known: dict[tuple[str, ...], list[object]] = {}
    for texts, looks in _looks_of_rows(was, at):
        known.setdefault(texts, []).append(looks)
    return all(looks in known.get(texts, [looks]) for texts, looks in _looks_of_rows(book, index))


def _looks_of_rows(book: Calculation, index: int) -> Iterator[tuple[tuple[str, ...], object]]:
    """Yield the contents of the cells of each row, however they are formatted, and their looks."""
    for n, cells in enumerate(book.workbook.sheets[index].rows):
        texts = tuple(["" if (v := book.value(index, n, c)) is None else str(v).strip() for c in range(len(cells))])
        width = max([i + 1 for i, text in enumerate(texts) if text], default=0)
        yield texts[:width], [(c.style, is_formula(c.content)) for c in cells[:width]]


def _same_row(book: Calculation, index: int, row: int, wanted: Sequence[str | int | float]) -> bool:
    sheet = book.workbook.sheets[index]
    if row < len(sheet.rows) and any(c.content is not None for c in sheet.rows[row][len(wanted) :]):
        return False
    cells = enumerate(wanted)
    return all(same_value(book.value(index, row, c), shown_text(book, index, row, c), text) for c, text in cells)


def _marked(path: str, column: str, first: int, marks: Sequence[str], sheet: str = "", **_: object) -> list[Effect]:
    cells = [f"{column}{row}" for row in range(first, first + len(marks))]
    return [effect for cell in cells for effect in _formula_cell(path, cell, sheet)]


@check("sheet_marks", effects=_marked)
def sheet_marks(
    probe: Probe,
    path: str,
    column: str,
    first: int,
    marks: Sequence[str],
    sheet: str = "",
    function: str = "",
    computes: str = "",
) -> Verdict:
    """Formulas in a column show texts with these beginnings, one for each row from a first one on.

    Args:
        probe: Reads the device.
        path: A .xlsx or .ods file.
        column: Letters of the column.
        first: Number of the first row.
        marks: The beginning of each text, without regard to letter case.
        sheet: Name of the sheet.
        function: As of `sheet_formula`.
        computes: As of `sheet_formula`, for the first row; in the rows below it is filled down.
    """
    book = read_sheet(probe, path)
    if book is None:
        return missing(path)
    index, area = index_of(book, sheet), area_of(f"{column}{first}")
    if index is None or area is None:
        return not_yet(f"{path!r} has no cell {column}{first} on a sheet {sheet!r}.")
    unknown: dict[Place, str] = {}
    for down, mark in enumerate(marks):
        place = (area[0] + down, area[1])
        name, content = cell_name(*place), cell_at(book.workbook.sheets[index], *place).content
        if not is_formula(content):
            return not_yet(f"{name} holds no formula.")
        if function and not _uses(str(content), function):
            return not_yet(f"The formula in {name} does not use {function}.")
        reference = shift_formula(computes, down, 0)
        if _unknown(book, index, place):
            shown = display(_stored(probe, path, book, index, place))
            right = covers_inputs(book, index, place, str(content), reference)
            unknown[place] = reference
        else:
            shown = shown_text(book, index, *place)
            right = not computes or follows(book, index, place, reference)
        if not right or not shown.strip().casefold().startswith(mark.casefold()):
            return not_yet(f"{name} shows {shown!r}, or will not with other numbers.")
    if unknown and follows_in_program(probe, path, book, index, unknown) is False:
        return not_yet(f"The formulas in column {column} do not follow other numbers.")
    return passed()


@check(
    "sheet_format",
    effects=lambda path, field, sheet="", **_: changes(
        path, *[p for on in _on(sheet) for p in (f"look/{on}/*/{field}", f"sheet/{on}/widths")]
    ),
)
def sheet_format(probe: Probe, path: str, area: str, field: str, value: bool | str = True, sheet: str = "") -> Verdict:
    """All non-blank cells of an area have a format, and the cells beside it keep theirs.

    Args:
        probe: Reads the device.
        path: A .xlsx or .ods file.
        area: "C2:C9", "C:C", or "1:1" for a row.
        field: "bold", "italic", "underline", "align", "fill" and "color" (six hexadecimal digits), or "number" for a
            number format, of which it counts whether it shows money (in any currency), a percentage, a day or a plain
            number, and with how many decimals.
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
    wrong = [p for p, c in cells if _meaning(getattr(c.style, field)) != _meaning(value)]
    if wrong:
        return not_yet(f"The {field} of {cell_name(*wrong[0])} is not {value!r}.", 1 - len(wrong) / len(cells))
    earlier = sheet_before(probe, path, book, index)
    if earlier and not any(_same_beside(*was, book, index, found, field) for was in earlier):
        return not_yet(f"The {field} of other cells than {area} was changed too.")
    return passed() if cells else not_yet(f"There is nothing in {area} of {path!r}.")


def _same_beside(was: Calculation, at: int, book: Calculation, index: int, area: Area, field: str) -> bool:
    """Whether the cells outside an area have a look as before, as far as it is seen; a fill is without text."""
    old, new = was.workbook.sheets[at], book.workbook.sheets[index]
    rows, columns = (max(pair) for pair in zip(used_size(old), used_size(new), strict=True))
    for row in range(rows):
        for column in range(columns):
            if area[0] <= row <= area[2] and area[1] <= column <= area[3]:
                continue
            a, b = cell_at(old, row, column), cell_at(new, row, column)
            value = book.value(index, row, column)
            seen = type(value) is float if field == "number" else value is not None or field == "fill"
            if seen and getattr(a.style, field) != getattr(b.style, field):
                return False
    return True


def _area(name: str) -> Area | None:
    first, _, last = name.partition(":")
    if first.isdigit() and last.isdigit():
        return area_of(f"A{first}:{column_name(COLUMNS - 1)}{last}")
    return area_of(name)


def _meaning(look: bool | str) -> object:
    """A number format as what it shows and with how many decimals; any other look is itself."""
    if isinstance(look, bool) or not _NUMBER.search(look) or _DIGITS.fullmatch(look):
        return look if isinstance(look, bool) else look.strip().casefold()
    first = look.split(";")[0]
    kind = "money" if _MONEY.search(first) else "percent" if "%" in first else "days" if is_date(first) else "number"
    places = _PLACES.search(first)
    return kind, len(places[1]) if places else 0, "E" in first.upper()


@check(
    "sheet_shows_only",
    effects=lambda path, sheet="", **_: changes(
        path, *[f"sheet/{on}/{part}" for on in _on(sheet) for part in ("filter", "hidden")]
    ),
)
def sheet_shows_only(probe: Probe, path: str, column: str, values: Sequence[str], sheet: str = "") -> Verdict:
    """A filter shows exactly the rows of a table whose cell in a column shows one of these texts.

    Args:
        probe: Reads the device.
        path: A .xlsx or .ods file.
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


@check(
    "sheet_names",
    effects=lambda path, names, **_: changes(
        path, *[f"sheets/{how}/{n}" for n in names for how in ("renamed", "added")]
    ),
)
def sheet_names(probe: Probe, path: str, names: Sequence[str], exactly: bool = False) -> Verdict:
    """A workbook has sheets with these names; with ``exactly`` only these, in this order.

    Letter case does not matter: spreadsheets do not tell two names by it either.
    """
    book = read_sheet(probe, path)
    if book is None:
        return missing(path)
    found, wanted = ([name.strip().casefold() for name in known] for known in (_names(book), names))
    if found == wanted if exactly else set(wanted) <= set(found):
        return passed()
    return not_yet(f"The sheets of {path!r} are {_names(book)!r}.")


def _names(book: Calculation) -> list[str]:
    return [sheet.name for sheet in book.workbook.sheets]


@check("sheet_added", effects=lambda path, name: changes(path, f"sheets/added/{name}"))
def sheet_added(probe: Probe, path: str, name: str) -> Verdict:
    """A workbook has a sheet with that name, and at least one other sheet."""
    found = sheet_names(probe, path, [name])
    if found and sheet_names(probe, path, [name], exactly=True):
        return not_yet(f"{name!r} is the only sheet of {path!r}: it was to be added to another.")
    return found
