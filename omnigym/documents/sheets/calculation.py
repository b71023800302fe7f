"""The results of a workbook's formulas; after a change, only dependent formulas are evaluated again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple, TypeAlias

from omnigym.documents.sheets._arguments import Table
from omnigym.documents.sheets.evaluation import evaluate
from omnigym.documents.sheets.formulas import Formula, parse
from omnigym.documents.sheets.model import BLANK, Sheet, Workbook, cell_at, is_formula, used_size
from omnigym.documents.sheets.references import Reference
from omnigym.documents.sheets.values import NAME, NUM, REF, Error, Value
from omnigym.foreign.limits import CALCULATION_STEPS

__all__ = ["DAY_ONE", "Calculation", "Where", "calculate", "recalculate", "value_of"]

#: (sheet, row, column).
Where: TypeAlias = tuple[int, int, int]


#: The day on which every episode begins, 14 March 2025.
DAY_ONE = 45_730.0
#: The steps of a letter that is parsed, of a formula, and of a reference besides the cells that it means.
_PARSED, _FORMULA, _REFERENCE = 3, 10, 10
#: How many letters of texts are looked at in a step.
_LETTERS = 32


class _OverspentError(Exception):
    """The formulas are more work than they may be."""


class _Effort:
    """Steps that may be taken."""

    def __init__(self, most: int) -> None:
        self.most = self.left = most

    def spend(self, steps: int) -> None:
        """Take some; raises `_OverspentError`."""
        self.left -= steps
        if self.left < 0:
            raise _OverspentError


class Calculation(NamedTuple):
    """A workbook with the values of its formulas; compared by identity, as a key of caches.

    Attributes:
        workbook: What was calculated.
        results: The values of its formulas.
        formulas: The formulas; those that cannot be read are missing.
        circular: The formulas that depend on themselves; they come to 0.
        overcharged: Whether the formulas are more work than they may be; then they come to #NUM!.
        today: The number of the day that TODAY() means.
        steps: How much work they were: cells that were looked at, or what takes as long.
    """

    workbook: Workbook
    results: Mapping[Where, Value]
    formulas: Mapping[Where, Formula]
    circular: frozenset[Where] = frozenset()
    overcharged: bool = False
    today: float = DAY_ONE
    steps: int = 0

    def __eq__(self, other: object) -> bool:
        """Whether it is the very same object."""
        return self is other

    def __ne__(self, other: object) -> bool:
        """As `__eq__`."""
        return self is not other

    def __hash__(self) -> int:
        """Of its identity."""
        return id(self)

    def value(self, sheet: int, row: int, column: int) -> Value:
        """Return the result of a cell."""
        content = cell_at(self.workbook.sheets[sheet], row, column).content
        return self.results[sheet, row, column] if is_formula(content) else content


def calculate(workbook: Workbook, today: float = DAY_ONE, most: int = CALCULATION_STEPS) -> Calculation:
    """Return a workbook with all formulas evaluated.

    Args:
        workbook: It.
        today: The number of the day that it is.
        most: How many steps that may take; see `Calculation.overcharged`.
    """
    found = {
        (index, row, column): str(cell.content)
        for index, sheet in enumerate(workbook.sheets)
        for row, cells in enumerate(sheet.rows)
        for column, cell in enumerate(cells)
        if is_formula(cell.content)
    }
    return _evaluated(Calculation(workbook, {}, {}, today=today), found, most, lambda formulas, _: set(formulas))


def recalculate(
    before: Calculation, workbook: Workbook, changed: Iterable[Where], most: int = CALCULATION_STEPS
) -> Calculation:
    """Return the results of ``workbook``, which differs from the previous one only in the contents of these cells."""
    if before.overcharged:
        return calculate(workbook, before.today, most)
    formulas, results, found = dict(before.formulas), dict(before.results), dict[Where, str]()
    dirty = set(changed)
    for where in dirty:
        formulas.pop(where, None)
        results.pop(where, None)
        content = cell_at(workbook.sheets[where[0]], where[1], where[2]).content
        if is_formula(content):
            found[where] = str(content)
    kept = Calculation(workbook, results, formulas, today=before.today)
    if not formulas and not found:
        return kept

    def wanted(known: Mapping[Where, Formula], effort: _Effort) -> set[Where]:
        return _dependents(dirty, known, _names(workbook), effort) | set(before.circular & known.keys())

    return _evaluated(kept, found, most, wanted)


def value_of(book: Calculation, formula: str, sheet: int = 0) -> Value:
    """Return the result of a formula on a sheet of a calculated workbook, without entering it.

    >>> value_of(calculate(Workbook()), "=1+COUNT(A1:A9)")
    1.0
    """
    found = parse(formula)
    if found is None:
        return NAME
    effort = _Effort(CALCULATION_STEPS)
    try:
        return _Reader(book.workbook, book.results, _names(book.workbook), book.today, effort).value(
            (sheet, 0, 0), found
        )
    except _OverspentError:
        return NUM


def _names(workbook: Workbook) -> dict[str, int]:
    return {sheet.name.casefold(): i for i, sheet in enumerate(workbook.sheets)}


def _sheet(reference: Reference, own: int, names: Mapping[str, int]) -> int:
    return own if not reference.sheet else names.get(reference.sheet.casefold(), -1)


def _dependents(
    dirty: set[Where], formulas: Mapping[Where, Formula], names: Mapping[str, int], effort: _Effort
) -> set[Where]:
    """The formulas among some cells, and all that depend on any of them."""
    found = {where for where in dirty if where in formulas}
    left = list(dirty)
    areas = [
        (where, _sheet(r, where[0], names), r.top, r.left, r.bottom, r.right)
        for where, formula in formulas.items()
        for r in formula.references
    ]
    effort.spend(len(areas))
    room = effort.left // 2
    while left:
        room -= 1 + len(areas) // 4
        if room < 0:
            return set(formulas)  # looking for those that depend on a change takes longer than evaluating all
        effort.spend(1 + len(areas) // 4)
        sheet, row, column = left.pop()
        for where, on, top, first, bottom, last in areas:
            if on == sheet and top <= row <= bottom and first <= column <= last and where not in found:
                found.add(where)
                left.append(where)
    return found


def _evaluated(
    given: Calculation,
    found: Mapping[Where, str],
    most: int,
    chosen: Callable[[Mapping[Where, Formula], _Effort], set[Where]],
) -> Calculation:
    """A calculation with more formulas, and those evaluated that are chosen of all."""
    workbook, effort = given.workbook, _Effort(most)
    results, formulas = {**given.results, **dict.fromkeys(found, NUM)}, dict(given.formulas)
    try:
        for where, text in found.items():
            effort.spend(_PARSED * len(text))
            formula = parse(text)
            if formula is None:
                results[where] = NAME
            else:
                formulas[where] = formula
        circular = _evaluate_all(workbook, formulas, results, chosen(formulas, effort), given.today, effort)
    except _OverspentError:
        return Calculation(workbook, dict.fromkeys(results, NUM), {}, overcharged=True, today=given.today, steps=most)
    return Calculation(workbook, results, formulas, circular, today=given.today, steps=most - effort.left)


def _evaluate_all(
    workbook: Workbook,
    formulas: Mapping[Where, Formula],
    results: dict[Where, Value],
    wanted: Collection[Where],
    today: float,
    effort: _Effort,
) -> frozenset[Where]:
    """Put the results of the formulas that are wanted, each after those that it needs; returns those in a circle."""
    names = _names(workbook)
    effort.spend(_steps(workbook, formulas, wanted, names))
    needs = {where: _needed(where, formulas[where], wanted, names) for where in wanted}
    waiting: dict[Where, list[Where]] = {}
    for where, before in needs.items():
        for other in before:
            waiting.setdefault(other, []).append(where)
    open_ = {where: len(before) for where, before in needs.items()}
    ready = [where for where, count in open_.items() if not count]
    reader = _Reader(workbook, results, names, today, effort)
    while ready:
        where = ready.pop()
        results[where] = reader.value(where, formulas[where])
        for after in waiting.get(where, ()):
            open_[after] -= 1
            if not open_[after]:
                ready.append(after)
    circular = frozenset([where for where, count in open_.items() if count])
    results.update(dict.fromkeys(circular, 0.0))
    return circular


def _steps(
    workbook: Workbook, formulas: Mapping[Where, Formula], wanted: Collection[Where], names: Mapping[str, int]
) -> int:
    """How many steps it takes to evaluate the formulas that are wanted, but for the letters of long texts."""
    sizes = [used_size(sheet) for sheet in workbook.sheets]
    steps = 0
    for where in wanted:
        steps += _FORMULA + 2 * formulas[where].size
        for r in formulas[where].references:
            rows, columns = sizes[_sheet(r, where[0], names)]
            area = (min(r.bottom, rows) - min(r.top, rows) + 1) * (min(r.right, columns) - min(r.left, columns) + 1)
            steps += _REFERENCE + area + min((r.bottom - r.top + 1) * (r.right - r.left + 1), len(wanted))
    return steps


def _needed(where: Where, formula: Formula, wanted: Collection[Where], names: Mapping[str, int]) -> set[Where]:
    """Which of the wanted formulas another one refers to."""
    found: set[Where] = set()
    for r in formula.references:
        sheet = _sheet(r, where[0], names)
        if (r.bottom - r.top + 1) * (r.right - r.left + 1) <= len(wanted):
            cells = [(sheet, a, b) for a in range(r.top, r.bottom + 1) for b in range(r.left, r.right + 1)]
            found.update([c for c in cells if c in wanted])
        else:
            found.update(
                [w for w in wanted if w[0] == sheet and r.top <= w[1] <= r.bottom and r.left <= w[2] <= r.right]
            )
    return found


class _Reader:
    """Reads the cells that formulas refer to."""

    def __init__(
        self,
        workbook: Workbook,
        results: Mapping[Where, Value],
        names: Mapping[str, int],
        today: float,
        effort: _Effort,
    ) -> None:
        self._sheets, self._results, self._names = workbook.sheets, results, names
        self._effort = effort
        self.today = today
        self._own = 0

    def value(self, where: Where, formula: Formula) -> Value:
        """What a formula comes to; one that refers to an empty cell alone is 0."""
        self._own = where[0]
        value = evaluate(formula.tree, self)
        return 0.0 if value is None else value

    def table(self, reference: Reference) -> Table | Error:
        """The values of an area, as far as the sheet is in use."""
        index = _sheet(reference, self._own, self._names)
        if index < 0:
            return REF
        sheet = self._sheets[index]
        top, left, bottom, right = reference[1:5]
        size = bottom - top + 1, right - left + 1
        if reference.form != "cell":
            rows, columns = used_size(sheet)
            bottom, right = max(top, min(bottom, rows - 1)), max(left, min(right, columns - 1))
        return Table(tuple([self._row(index, sheet, row, left, right) for row in range(top, bottom + 1)]), size)

    def _row(self, index: int, sheet: Sheet, row: int, left: int, right: int) -> tuple[Value, ...]:
        cells = sheet.rows[row] if row < len(sheet.rows) else ()
        out: list[Value] = []
        for column in range(left, right + 1):
            content = (cells[column] if column < len(cells) else BLANK).content
            out.append(self._results.get((index, row, column)) if is_formula(content) else content)
        letters = sum([len(value) for value in out if type(value) is str])
        if letters >= _LETTERS:
            self._effort.spend(letters // _LETTERS)
        return tuple(out)
