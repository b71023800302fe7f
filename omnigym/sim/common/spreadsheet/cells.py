"""What the cells of a sheet show, and changes of their content."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from omnigym.documents.sheets.calculation import Calculation, calculate, recalculate
from omnigym.documents.sheets.finding import Search
from omnigym.documents.sheets.model import (
    COLUMNS,
    Area,
    Cell,
    Content,
    Place,
    Row,
    Style,
    Workbook,
    cell_at,
    cells_in,
    is_formula,
    put_cells,
)
from omnigym.documents.sheets.numbers import display, editing_text
from omnigym.documents.sheets.operations import with_sheet
from omnigym.documents.sheets.values import Error, Value
from omnigym.foreign.limits import EDITED_STEPS, EDITED_WORK
from omnigym.sim.patterns import OverspentError
from omnigym.sim.ui.grid_data import GridCell
from omnigym.sim.work_budget import charge, left

# -- how much work a command of a spreadsheet is, charged before it is done -------------------------------------------

#: Units of a letter of a formula that is written anew, of a cell, and of one that is searched; how many letters are
#: copied or searched in one.
_MOVED, _CELL, _SOUGHT, _LETTERS = 3, 5, 10, 8
#: How many letters are compared in one where a text is sought: at worst each with each of those that are wanted.
_TRIED = 32


def spend(units: int) -> None:
    """Charge a command.

    Raises:
        OverspentError: It is more work than any command may be: the program says so.
        SpentError: It is more than is left of this action.
    """
    if units > EDITED_WORK:
        raise OverspentError("the command takes too much work")
    charge(units)


def weigh_moved(cells: Iterable[Cell], times: int = 1) -> None:
    """Charge cells that are copied elsewhere, their formulas with other references."""
    units = sum([_CELL + (_MOVED * len(str(c)) if is_formula(c) else 0) for c, _ in cells])
    spend(units * times)


def weigh_texts(texts: Iterable[Content | Value]) -> None:
    """Charge what is read, or joined, letter by letter."""
    spend(sum([_CELL + (len(text) // _LETTERS if type(text) is str else 0) for text in texts]))


def weigh_workbook(workbook: Workbook) -> None:
    """Charge what looks at all formulas."""
    weigh_moved([cell for sheet in workbook.sheets for row in sheet.rows for cell in row])


def weigh_found(calculation: Calculation, index: int, search: Search, area: Area) -> None:
    """Charge a search of the cells of an area."""
    cells = list(cells_in(calculation.workbook.sheets[index], area))
    letters = sum([len(cell.content) for _, cell in cells if type(cell.content) is str])
    spend(_SOUGHT * len(cells) + letters * len(search.wanted) // _TRIED)
    if search.values:
        weigh_texts([calculation.value(index, *place) for place, _ in cells])


def weigh_file(calculation: Calculation) -> None:
    """Charge the writing of a workbook to a file."""
    weigh_texts([cell.content for sheet in calculation.workbook.sheets for row in sheet.rows for cell in row])
    weigh_texts(calculation.results.values())


# -- cells ------------------------------------------------------------------------------------------------------------

#: Characters of a column that is as wide as usual.
_USUAL = 8.43
#: Units of work of a cell that is put, and of one that is shown anew; values that are compared in one.
_PUT, _SHOWN, _COMPARED = 10, 7, 4


class Shown(NamedTuple):
    """What the cells of the sheet in front show, and what that was made of.

    Attributes:
        rows: A row of `GridCell` for each row that is in use.
        calculation, formulas: The values, and whether formulas are shown instead.
    """

    rows: tuple[tuple[GridCell, ...], ...]
    calculation: Calculation
    formulas: bool

    def __eq__(self, other: object) -> bool:
        """Whether it is the very same object."""
        return self is other

    def __ne__(self, other: object) -> bool:
        """As `__eq__`."""
        return self is not other

    def __hash__(self) -> int:
        """Of its identity."""
        return id(self)


def show(calculation: Calculation, formulas: bool, before: Shown | None = None) -> Shown:
    """What the sheet in front shows; rows that show the same as before are kept."""
    index = calculation.workbook.active
    sheet = calculation.workbook.sheets[index]
    old_rows: tuple[Row, ...] = ()
    fresh: set[int] = set()
    if before is not None and before.formulas == formulas and before.calculation.workbook.active == index:
        old = before.calculation
        old_sheet = old.workbook.sheets[index] if index < len(old.workbook.sheets) else None
        if old_sheet is not None and old_sheet.filter == sheet.filter and old_sheet.widths == sheet.widths:
            old_rows = old_sheet.rows
            known = old.results
            charge(len(known) // _COMPARED)
            fresh = {w[1] for w, v in calculation.results.items() if w[0] == index and known.get(w, "") != v}
    heads = _heads(calculation, index)
    rooms = _rooms(sheet.widths)
    rows = []
    for number, row in enumerate(sheet.rows):
        if number < len(old_rows) and row is old_rows[number] and number not in fresh and before is not None:
            rows.append(before.rows[number])
        else:
            charge(_SHOWN * len(row))
            rows.append(_row(calculation, (index, number), row, formulas, heads.get(number, {}), rooms))
    return Shown(tuple(rows), calculation, formulas)


@lru_cache(maxsize=256)
def _rooms(widths: tuple[tuple[int, float], ...]) -> tuple[int, ...]:
    """How many characters of a number each column has room for."""
    known = dict(widths)
    return tuple([max(1, round(known.get(c, _USUAL))) for c in range(COLUMNS)])


def _heads(calculation: Calculation, index: int) -> Mapping[int, Mapping[int, str]]:
    """The names of the buttons of a filter, by row and column."""
    found = calculation.workbook.sheets[index].filter
    if found is None:
        return {}
    top, left, _, right = found.area
    names = {}
    for column in range(left, right + 1):
        text = display(calculation.value(index, top, column))
        names[column] = f"Filter {text}" if text else "Filter"
    return {top: names}


def _row(
    calculation: Calculation,
    where: tuple[int, int],
    row: Row,
    formulas: bool,
    heads: Mapping[int, str],
    rooms: tuple[int, ...],
) -> tuple[GridCell, ...]:
    out = []
    for column, (content, style) in enumerate(row):
        if is_formula(content):
            value = str(content) if formulas else calculation.results[(*where, column)]
        else:
            value = content
        room = rooms[min(column, COLUMNS - 1)]  # a file may have more columns than the sheet shows
        cell = _cell(type(value).__name__, value, style, formulas, room)
        out.append(cell._replace(button=heads[column]) if column in heads else cell)
    return tuple(out)


@lru_cache(maxsize=16384)
def _cell(kind: str, value: Value, style: Style, formulas: bool, room: int) -> GridCell:
    """What a value in a style shows; ``kind`` tells 1 from TRUE in the cache."""
    number, bold, italic, underline, align, fill, color = style
    text = editing_text(value, number) if formulas and not isinstance(value, Error) else display(value, number, room)
    numeric = kind == "float"
    usual = "right" if numeric else "center" if kind == "bool" or isinstance(value, Error) else "left"
    ink = int(color, 16) if color else 0 if fill else -1
    return GridCell(
        text,
        align or ("left" if formulas else usual),
        bold,
        italic,
        underline,
        ink,
        int(fill, 16) if fill else -1,
        numeric,
    )


def column_px(width: float = _USUAL) -> int:
    """The width of a column in logical pixels from that in characters.

    >>> column_px()
    64
    """
    return round(width * 7 + 5)


def put(calculation: Calculation, cells: Mapping[Place, Cell]) -> Calculation:
    """A workbook with other cells in the sheet in front; what depends on them is calculated again."""
    workbook = calculation.workbook
    index = workbook.active
    sheet = workbook.sheets[index]
    differ = {place: cell for place, cell in cells.items() if cell_at(sheet, *place) != cell}
    if not differ:
        return calculation
    spend(_PUT * len(differ))
    new = with_sheet(workbook, index, put_cells(sheet, differ))
    contents = [
        (index, *place) for place, cell in differ.items() if _differs(cell_at(sheet, *place).content, cell.content)
    ]
    if not contents:
        return calculation._replace(workbook=new)
    if len(contents) > _MANY:
        return anew(new, calculation.today)
    return _calculated(lambda most: recalculate(calculation, new, contents, most))


#: More changes than that are cheaper to calculate all at once.
_MANY = 200


def _differs(a: Content, b: Content) -> bool:
    return type(a) is not type(b) or a != b


def anew(workbook: Workbook, day: float) -> Calculation:
    """A workbook with all of its formulas calculated, on a day that is given by its number."""
    return _calculated(lambda most: calculate(workbook, day, most))


def _calculated(calculation: Callable[[int], Calculation]) -> Calculation:
    """A calculation, within what one may take and what is left of the action."""
    found = calculation(min(EDITED_STEPS, left()))
    charge(found.steps + 1)  # more than is left, if that was too little
    return found


def rebuilt(calculation: Calculation, workbook: Workbook, contents: bool = True) -> Calculation:
    """Another workbook in the place of one; without ``contents`` the values stay."""
    if contents:
        weigh_workbook(workbook)
        return anew(workbook, calculation.today)
    return calculation._replace(workbook=workbook)


@lru_cache(maxsize=64)
def summary(calculation: Calculation, area: tuple[int, int, int, int]) -> tuple[str, ...]:
    """What the status bar says of the selected cells: average, count and sum, where more than one has something."""
    index = calculation.workbook.active
    sheet = calculation.workbook.sheets[index]
    numbers: list[float] = []
    count = 0
    for row in range(area[0], min(area[2] + 1, len(sheet.rows))):
        for column in range(area[1], min(area[3] + 1, len(sheet.rows[row]))):
            value = calculation.value(index, row, column)
            count += value is not None
            if type(value) is float:
                numbers.append(value)
    if count < 2:
        return ()
    if not numbers:
        return (f"Count: {count}",)
    total = sum(numbers)
    average = display(total / len(numbers))
    return f"Average: {average}", f"Count: {count}", f"Sum: {display(total)}"
