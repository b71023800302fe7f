"""How much work a command of a spreadsheet is, charged before it is done."""

from __future__ import annotations

from collections.abc import Iterable

from omnigym.devices.sim.patterns import OverspentError
from omnigym.devices.sim.work import charge
from omnigym.documents.sheets.calculation import Calculation
from omnigym.documents.sheets.finding import Search
from omnigym.documents.sheets.model import Area, Cell, Content, Workbook, cells_in, is_formula
from omnigym.documents.sheets.values import Value
from omnigym.foreign.limits import EDITED_WORK

__all__ = ["spend", "weigh_file", "weigh_found", "weigh_moved", "weigh_texts", "weigh_workbook"]

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
