"""The fill operation of a selection's handle: copies, and continued series."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Sequence
from datetime import date
from itertools import groupby, pairwise
from typing import TypeAlias

from omnigym.documents.sheets.model import Area, Cell, Content, Sheet, cell_at, is_formula
from omnigym.documents.sheets.numbers import day_number, day_of, is_date
from omnigym.documents.sheets.operations import Cells, clear_cells, moved_cell
from omnigym.documents.sheets.values import is_number

__all__ = ["drag_handle", "reach_below"]

#: The content at a place of a series, from 0; places before the first are negative.
_Series: TypeAlias = Callable[[int], Content]

_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_DAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
#: What goes on in a circle.
_CIRCLES = (
    tuple([d[:3] for d in _DAYS]),
    tuple(_DAYS),
    tuple([m[:3] for m in _MONTHS]),
    tuple(_MONTHS),
    *[tuple([f"{q}{n}" for n in range(1, 5)]) for q in ("Q", "Qtr", "Qtr ", "Quarter ")],
)
_COUNTED = re.compile(r"(?P<before>.*?)(?P<digits>\d{1,15})", re.DOTALL)
_COUNTED_FIRST = re.compile(r"(?P<digits>\d{1,15})(?P<after> .*)", re.DOTALL)


def drag_handle(sheet: Sheet, area: Area, onto: Area, *, other: bool = False) -> Cells:
    """Return the cells that change when the handle of an area is dragged to another area.

    Several numbers go on as their trend, and so do days, names of days and months, and texts with a number at their end
    (or at their begin, before a space); formulas move their references; all else is copied, and so is a single number.

    Args:
        sheet: The sheet.
        area: What is selected.
        onto: What the handle was dragged to: more rows or columns at one side, or fewer, and then the rest is cleared.
        other: A single number goes on, and all else is copied.
    """
    if onto == area:
        return {}
    axis = 0 if (area[0], area[2]) != (onto[0], onto[2]) else 1
    first, last = area[axis], area[axis + 2]
    if onto[axis] == first and onto[axis + 2] < last:
        rest = list(area)
        rest[axis] = onto[axis + 2] + 1
        return clear_cells(sheet, (rest[0], rest[1], rest[2], rest[3]))
    out: Cells = {}
    for across in range(area[1 - axis], area[3 - axis] + 1):
        places = [(i, across) if axis == 0 else (across, i) for i in range(first, last + 1)]
        source = [cell_at(sheet, *place) for place in places]
        series = _series(source, other)
        for i in (*range(onto[axis], first), *range(last + 1, onto[axis + 2] + 1)):
            at = (i - first) % len(source)
            (row, column), target = places[at], (i, across) if axis == 0 else (across, i)
            content = series[at](i - first)
            cell = Cell(content, source[at].style)
            out[target] = moved_cell(cell, target[0] - row, target[1] - column)
    return out


def reach_below(sheet: Sheet, area: Area) -> int:
    """Return the row to which a double click on the handle fills an area: the end of the next column, or its own."""
    _, left, bottom, right = area
    for column in (left - 1, right + 1):
        row = bottom
        while column >= 0 and cell_at(sheet, row + 1, column).content is not None:
            row += 1
        if row > bottom:
            return row
    return bottom


def _series(source: Sequence[Cell], other: bool) -> list[_Series]:
    """For each cell of a line, what comes at the places that are its own in the pattern that goes on."""
    texts = [str(cell.content).casefold() for cell in source]
    # "May" is in two circles: of the one with more of the other names.
    circles = sorted(_CIRCLES, key=lambda names: -sum([name.casefold() in texts for name in names]))
    kinds = [_kind(cell, circles) for cell in source]
    goes_on = (len(source) == 1 and kinds[0] == ("number",)) == other
    out: list[_Series] = []
    for kind, run in groupby(zip(kinds, source, strict=True), key=lambda pair: pair[0]):
        contents = [cell.content for _, cell in run]
        begin, size, every = len(out), len(contents), len(source)
        found = _continued(kind, contents) if goes_on else None
        for content in contents:
            if found is None:
                out.append(lambda _, c=content: c)  # type: ignore[misc]
            else:
                # Of each turn of the whole pattern, a run has ``size`` places.
                out.append(lambda i, f=found, b=begin, n=size, e=every: f(i // e * n + i % e - b))  # type: ignore[misc]
    return out


def _kind(cell: Cell, circles: Sequence[tuple[str, ...]]) -> tuple[object, ...]:
    """What series a cell can be of; neighbours with equal kinds are of the same."""
    content = cell.content
    if type(content) is float:
        return ("day",) if is_date(cell.style.number) else ("number",)
    if type(content) is not str or is_formula(content):
        return ("copied",)
    for circle in circles:
        if content.casefold() in [name.casefold() for name in circle]:
            return ("circle", circle)
    found = _COUNTED.fullmatch(content)
    if found is not None:
        return ("counted", found["before"], "")
    found = _COUNTED_FIRST.fullmatch(content)
    return ("counted", "", found["after"]) if found is not None else ("copied",)


def _continued(kind: tuple[object, ...], contents: Sequence[Content]) -> _Series | None:
    """The series that some contents of one kind are the begin of, or None where they are only copied."""
    if kind[0] == "number":
        return _trend([float(c or 0) for c in contents])
    if kind[0] == "day":
        days = [float(c or 0) for c in contents]
        return _months(days) or _trend(days)
    texts = [str(c) for c in contents]
    if kind[0] == "circle":
        return _circle(kind[1], texts)  # type: ignore[arg-type]
    return _counted(str(kind[1]), str(kind[2]), texts) if kind[0] == "counted" else None


def _trend(numbers: Sequence[float]) -> _Series:
    """The line that is nearest to some numbers; of one, steps of 1."""
    count = len(numbers)
    middle, mean = (count - 1) / 2, sum([n / count for n in numbers])
    spread = sum([(i - middle) ** 2 for i in range(count)])
    step = sum([(i - middle) * (n - mean) for i, n in enumerate(numbers)]) / spread if count > 1 else 1.0

    def at(i: int) -> Content:
        value = mean + step * (i - middle)
        # As many digits as a spreadsheet counts: 0.1 and 0.2 go on with 0.3.
        return float(f"{value:.15g}") if is_number(value) else numbers[i % count]

    return at


def _months(numbers: Sequence[float]) -> _Series | None:
    """Days of months that are equally far from each other, on the same day of each; or None."""
    found = [day_of(n) for n in numbers]
    days = [d for d in found if d is not None]
    if len(days) < 2 or len(days) < len(found) or len({d.day for d in days}) > 1:
        return None
    months = [12 * d.year + d.month - 1 for d in days]
    step = months[1] - months[0]
    if not step or any(b - a != step for a, b in pairwise(months)):
        return None

    def at(i: int) -> Content:
        year, month = divmod(months[0] + step * i, 12)
        if not 1900 <= year <= 9999:
            return numbers[i % len(numbers)]
        return day_number(date(year, month + 1, min(days[0].day, monthrange(year, month + 1)[1])))

    return at


def _steps(numbers: Sequence[int]) -> int | None:
    """By how much each number is larger than the one before, 1 for a single one; None where they differ."""
    steps = {b - a for a, b in pairwise(numbers)} or {1}
    return steps.pop() if len(steps) == 1 else None


def _circle(names: tuple[str, ...], texts: Sequence[str]) -> _Series | None:
    folded = [name.casefold() for name in names]
    places = [folded.index(text.casefold()) for text in texts]
    steps = {(b - a) % len(names) for a, b in pairwise(places)} or {1}
    if len(steps) > 1:
        return None
    step, first = steps.pop(), texts[0]
    spelt = str.upper if first.isupper() and len(first) > 2 else str.lower if first.islower() else str
    return lambda i: spelt(names[(places[0] + step * i) % len(names)])


def _counted(before: str, after: str, texts: Sequence[str]) -> _Series | None:
    digits = [text[len(before) : len(text) - len(after)] for text in texts]
    step = _steps([int(d) for d in digits])
    if step is None:
        return None
    width = len(digits[0]) if digits[0].startswith("0") else 1
    return lambda i: f"{before}{abs(int(digits[0]) + step * i):0{width}}{after}"
