"""References in the text of formulas: finding them, and moving them when cells are copied, inserted or deleted."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from omnigym.documents.sheets.model import COLUMNS, ROWS, column_index, column_name

__all__ = [
    "BROKEN",
    "REFERENCE",
    "Reference",
    "read_reference",
    "rename_in_formula",
    "reshape_formula",
    "shift_formula",
]

BROKEN = "#REF!"

_SHEET = r"(?:(?:'(?:[^']|'')+'|[A-Za-z_][\w.]*)!)?"
_POINT = r"\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}"
_COLUMN = r"\$?[A-Za-z]{1,3}"
#: A cell, an area, or whole columns; maybe of another sheet. Not the name of a function or a part of a word.
REFERENCE = rf"{_SHEET}(?:{_POINT}:{_POINT}|{_POINT}|{_COLUMN}:{_COLUMN})(?![\w(!])"

_TEXT_OR_REFERENCE = re.compile(rf'"(?:[^"]|"")*"|(?<![\w.$])({REFERENCE})')
_PARTS = re.compile(r"(\$?)([A-Za-z]{1,3})(?:(\$?)(\d+))?")


class Reference(NamedTuple):
    """A reference as written.

    Attributes:
        sheet: The name of the sheet, or "" for the formula's own.
        top, left, bottom, right: The area, all of it included.
        fixed: For each of the four, whether a dollar sign holds it.
        form: "cell", "area" or "columns".
    """

    sheet: str
    top: int
    left: int
    bottom: int
    right: int
    fixed: tuple[bool, bool, bool, bool]
    form: str

    @property
    def text(self) -> str:
        """The reference in the text of a formula."""
        if not (0 <= self.top <= self.bottom < ROWS and 0 <= self.left <= self.right < COLUMNS):
            return BROKEN
        sheet = f"{_quoted(self.sheet)}!" if self.sheet else ""
        a, b, c, d = ["$" * f for f in self.fixed]
        left, right = b + column_name(self.left), d + column_name(self.right)
        if self.form == "columns":
            return f"{sheet}{left}:{right}"
        first = f"{left}{a}{self.top + 1}"
        return f"{sheet}{first}" if self.form == "cell" else f"{sheet}{first}:{right}{c}{self.bottom + 1}"


def _quoted(name: str) -> str:
    plain = re.fullmatch(r"[A-Za-z_][A-Za-z_.]*\d*", name) and not re.fullmatch(_POINT, name)
    return name if plain else "'" + name.replace("'", "''") + "'"


@lru_cache(maxsize=4096)
def read_reference(text: str) -> Reference:
    """Return the reference of a piece of a formula that matches `REFERENCE`."""
    before, _, points = text.rpartition("!")
    sheet = before[1:-1].replace("''", "'") if before.startswith("'") else before
    found = _PARTS.findall(points)
    (b, left, a, top), (d, right, c, bottom) = found[0], found[-1]
    if not top:
        form, first, last, a, c = "columns", 0, ROWS - 1, "$", "$"
    else:
        form, first, last = ("area" if len(found) > 1 else "cell"), int(top) - 1, int(bottom) - 1
    start, end = column_index(left), column_index(right)
    return Reference(
        sheet,
        min(first, last),
        min(start, end),
        max(first, last),
        max(start, end),
        (bool(a), bool(b), bool(c), bool(d)),
        form,
    )


def _changed(formula: str, change: Callable[[Reference], Reference | None]) -> str:
    """``formula`` with each reference changed; None is one to what is no more."""

    def put(match: re.Match[str]) -> str:
        if match[1] is None:
            return match[0]
        new = change(read_reference(match[1]))
        return BROKEN if new is None else new.text

    return _TEXT_OR_REFERENCE.sub(put, formula)


@lru_cache(maxsize=4096)
def shift_formula(formula: str, down: int, across: int) -> str:
    """Return a formula after its cell is copied elsewhere; references without a dollar sign move along.

    >>> shift_formula("=A1*$B$1+SUM(C1:C$9)", 1, 1)
    '=B2*$B$1+SUM(D2:D$9)'
    """

    def move(r: Reference) -> Reference:
        rows = (r.top + down * (not r.fixed[0]), r.bottom + down * (not r.fixed[2]))
        columns = (r.left + across * (not r.fixed[1]), r.right + across * (not r.fixed[3]))
        return r._replace(top=rows[0], left=columns[0], bottom=rows[1], right=columns[1])

    return _changed(formula, move)


def reshape_formula(formula: str, own: str, sheet: str, axis: int, at: int, count: int) -> str:
    """Return a formula after rows or columns were inserted or deleted.

    Args:
        formula: The text.
        own: The sheet that it is on.
        sheet: The one that changed.
        axis: 0 for rows, 1 for columns.
        at: The first that is new or gone.
        count: How many were inserted; negative for how many were deleted.

    >>> reshape_formula("=SUM(A1:A3)", "S", "S", 0, 1, 2), reshape_formula("=A2+A3", "S", "S", 0, 1, -1)
    ('=SUM(A1:A5)', '=#REF!+A2')
    """

    def move(r: Reference) -> Reference | None:
        if (r.sheet or own).casefold() != sheet.casefold() or (axis == 0 and r.form == "columns"):
            return r
        first, last = (r.top, r.bottom) if axis == 0 else (r.left, r.right)
        if count > 0:
            first, last = first + count * (first >= at), last + count * (last >= at)
        else:
            gone = at - count
            if first >= at and last < gone:
                return None
            first = first if first < at else max(at, first + count)
            last = last if last < at else max(at - 1, last + count)
        if axis == 0:
            return r._replace(top=first, bottom=last)
        return r._replace(left=first, right=last)

    return _changed(formula, move)


def rename_in_formula(formula: str, old: str, new: str) -> str:
    """Return a formula after a sheet was renamed.

    >>> rename_in_formula("=Sheet1!A1+A1", "Sheet1", "My data")
    "='My data'!A1+A1"
    """
    return _changed(formula, lambda r: r._replace(sheet=new) if r.sheet.casefold() == old.casefold() else r)
