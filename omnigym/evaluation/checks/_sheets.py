"""Reading spreadsheets for checks.

Formulas are calculated here, so it does not matter whether the program that wrote a file stored the results too.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from omnigym.documents.sheets.calculation import DAY_ONE, Calculation, calculate
from omnigym.documents.sheets.model import Workbook, cell_count
from omnigym.documents.sheets.numbers import display
from omnigym.documents.sheets.ods_read import read_ods
from omnigym.documents.sheets.tables import read_csv
from omnigym.documents.sheets.values import Value
from omnigym.documents.sheets.xlsx_read import day_of_xlsx, read_xlsx
from omnigym.errors import TooLargeError
from omnigym.evaluation.checks._initial_content import before
from omnigym.evaluation.condition import Verdict, not_yet
from omnigym.evaluation.probe import Probe
from omnigym.foreign import remembered
from omnigym.foreign.limits import CALCULATION_STEPS

__all__ = [
    "index_of",
    "missing",
    "near",
    "number_in",
    "read_sheet",
    "same_value",
    "sheet_before",
    "sheet_reader",
]

#: Numbers count as equal up to this difference, relative for large ones.
_NEAR = 1e-6
#: The memory of a cell with its value, in bytes, as the cache counts it.
_CELL_BYTES = 300


def _weight(_content: bytes, book: Calculation) -> int:
    return _CELL_BYTES * sum([cell_count(sheet) for sheet in book.workbook.sheets])


@remembered(64, _weight)
def _of_xlsx(content: bytes) -> Calculation:
    return _calculated(read_xlsx(content), day_of_xlsx(content))


@remembered(64, _weight)
def _of_ods(content: bytes) -> Calculation:
    return _calculated(read_ods(content))


@remembered(64, _weight)
def _of_csv(content: bytes) -> Calculation:
    return _calculated(Workbook((read_csv(content.decode("utf-8", "replace")),)))


_READERS: Mapping[str, Callable[[bytes], Calculation]] = {"ods": _of_ods, "xlsx": _of_xlsx}


def _calculated(workbook: Workbook, today: float = DAY_ONE) -> Calculation:
    book = calculate(workbook, today)
    if book.overcharged:
        raise TooLargeError(f"Expected formulas that look at {CALCULATION_STEPS:,} cells at most, got more.")
    return book


def read_sheet(probe: Probe, path: str) -> Calculation | None:
    """The workbook at ``path`` with its calculated values, or None if there is no file.

    Raises:
        UnreadableError: It is not a workbook.
        TooLargeError: It is larger than the limits, or takes too many steps to calculate.
    """
    return probe.read(path, sheet_reader(path))


def sheet_reader(path: str) -> Callable[[bytes], Calculation]:
    """What reads a workbook of that name; raises as `read_sheet`."""
    return _READERS.get(path.lower().rpartition(".")[2], _of_csv)


def sheet_before(probe: Probe, path: str, now: Calculation, index: int) -> tuple[tuple[Calculation, int], ...]:
    """A workbook at each earlier moment, with the index that the sheet had; () where nobody can tell."""
    name = now.workbook.sheets[index].name
    found = []
    for book in before(probe, path, sheet_reader(path)):
        at = index_of(book, name)
        if at is None and index < len(book.workbook.sheets):
            at = index  # it has got another name
        found += [] if at is None else [(book, at)]
    return tuple(found)


def missing(path: str) -> Verdict:
    """The verdict if there is no workbook at ``path``."""
    return not_yet(f"There is no spreadsheet {path!r}.")


def index_of(book: Calculation, sheet: str) -> int | None:
    """The index of the sheet with a name (0 for ""), or None if there is none."""
    if not sheet:
        return 0
    return next((i for i, s in enumerate(book.workbook.sheets) if s.name.casefold() == sheet.casefold()), None)


def number_in(text: str) -> float | None:
    """The number in a text such as "$1,200.50", "48 £" or "25%", or None."""
    bare = text.strip().replace(",", "").strip("$€£¥ \u00a0")
    percent = bare.endswith("%")
    try:
        number = float(bare.rstrip("% ")) if bare.rstrip("% ") else None
    except ValueError:
        return None
    if number is None or not math.isfinite(number):
        return None
    return number / 100 if percent else number


def near(a: Value, b: Value) -> bool:
    """Whether two values are the same to a person: numbers but for rounding, texts but for letter case and blanks."""
    if type(a) is float and type(b) is float:
        return abs(a - b) <= _NEAR * max(1.0, abs(b))
    if type(a) is str and type(b) is str:
        return a.casefold().split() == b.casefold().split()
    return type(a) is type(b) and a == b


def same_value(value: Value, shown: str, wanted: str | int | float) -> bool:
    """Whether a cell has the wanted value: the same number, or the same text as shown, white space aside.

    A text is no number, even if it looks like one; but a wanted text that does is met by the number or the text.
    """
    number = number_in(wanted) if isinstance(wanted, str) else float(wanted)
    if number is not None:
        found = value if type(value) is float else number_in(shown) if isinstance(wanted, str) else None
        if found is not None:
            return near(found, number)
    return isinstance(wanted, str) and wanted.split() in (shown.split(), display(value).split())
