"""Reading spreadsheets for checks.

Formulas are calculated here, so it does not matter whether the program that wrote a file left its results in it.
"""

from __future__ import annotations

from functools import lru_cache

from omnigym.documents.sheets.calculation import Calculation, calculate
from omnigym.documents.sheets.model import Workbook
from omnigym.documents.sheets.numbers import display
from omnigym.documents.sheets.tables import read_csv
from omnigym.documents.sheets.values import Value
from omnigym.documents.sheets.xlsx_read import read_xlsx
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.verdict import Verdict, not_yet

__all__ = ["index_of", "missing", "number_in", "read_sheet", "same_value"]

#: By how much numbers may differ that are the same.
_NEAR = 1e-6


@lru_cache(maxsize=64)
def _calculated(content: bytes, text: bool) -> Calculation | None:
    try:
        workbook = Workbook((read_csv(content.decode("utf-8", "replace")),)) if text else read_xlsx(content)
    except ValueError:
        return None
    return calculate(workbook)


def read_sheet(probe: Probe, path: str) -> Calculation | None:
    """The workbook at ``path`` with its values, or None where there is none that can be read yet."""
    content = probe.read_file(path)
    return None if content is None else _calculated(content, not path.lower().endswith(".xlsx"))


def missing(path: str) -> Verdict:
    """The verdict where there is no workbook."""
    return not_yet(f"There is no spreadsheet {path!r} that can be read.")


def index_of(book: Calculation, sheet: str) -> int | None:
    """The sheet of a name; the first for ""."""
    if not sheet:
        return 0
    return next((i for i, s in enumerate(book.workbook.sheets) if s.name.casefold() == sheet.casefold()), None)


def number_in(text: str) -> float | None:
    """The number that a text shows, or None."""
    try:
        return float(text.strip().replace(",", "").lstrip("$€£")) if text.strip() else None
    except ValueError:
        return None


def same_value(value: Value, shown: str, wanted: str | int | float) -> bool:
    """Whether a cell holds what is wanted: the same number, or the same text as it shows."""
    number = number_in(wanted) if isinstance(wanted, str) else float(wanted)
    if number is not None and type(value) is float:
        return abs(value - number) <= _NEAR * max(1.0, abs(number))
    return shown.strip() == str(wanted).strip() or display(value).strip() == str(wanted).strip()
