"""What the formulas of a workbook come to; after a change, only those that depend on it are evaluated again."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple, TypeAlias

from omnigym.documents.sheets._arguments import Table
from omnigym.documents.sheets.evaluation import evaluate
from omnigym.documents.sheets.formulas import Formula, parse
from omnigym.documents.sheets.model import BLANK, Content, Sheet, Workbook, cell_at, is_formula, used_size
from omnigym.documents.sheets.references import Reference
from omnigym.documents.sheets.values import NAME, NUM, REF, Error, Value
from omnigym.foreign.limits import CALCULATION_STEPS

__all__ = ["DAY_ONE", "Calculation", "Where", "calculate", "recalculate", "value_of"]

#: (sheet, row, column).
Where: TypeAlias = tuple[int, int, int]


#: The day on which every episode begins, 14 March 2025.
DAY_ONE = 45_730.0
#: What a reference costs besides the cells that it means.
_REFERENCE_STEPS = 10


class Calculation(NamedTuple):
    """A workbook with the values of its formulas; compared by identity, as a key of caches.

    Attributes:
        workbook: What was calculated.
        results: The values of its formulas.
        formulas: The formulas; those that cannot be read are missing.
        circular: The formulas that depend on themselves; they come to 0.
        overcharged: Whether the formulas look at more cells than `CALCULATION_STEPS`; then they come to #NUM!.
        today: The number of the day that TODAY() means.
    """

    workbook: Workbook
    results: Mapping[Where, Value]
    formulas: Mapping[Where, Formula]
    circular: frozenset[Where] = frozenset()
    overcharged: bool = False
    today: float = DAY_ONE

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
        """What a cell comes to."""
        content = cell_at(self.workbook.sheets[sheet], row, column).content
        return self.results[sheet, row, column] if is_formula(content) else content


def calculate(workbook: Workbook, today: float = DAY_ONE) -> Calculation:
    """A workbook with all formulas evaluated on a day, which is given by its number."""
    formulas: dict[Where, Formula] = {}
    results: dict[Where, Value] = {}
    for index, sheet in enumerate(workbook.sheets):
        for row, cells in enumerate(sheet.rows):
            for column, cell in enumerate(cells):
                if is_formula(cell.content):
                    _note((index, row, column), cell.content, formulas, results)
    return _evaluated(workbook, formulas, results, set(formulas), today)


def _note(where: Where, content: Content, formulas: dict[Where, Formula], results: dict[Where, Value]) -> None:
    found = parse(str(content))
    if found is None:
        results[where] = NAME
    else:
        formulas[where] = found


def recalculate(before: Calculation, workbook: Workbook, changed: Iterable[Where]) -> Calculation:
    """``workbook`` calculated, which differs from the one before in the contents of these cells alone."""
    formulas, results = dict(before.formulas), dict(before.results)
    dirty: set[Where] = set()
    for where in changed:
        formulas.pop(where, None)
        results.pop(where, None)
        content = cell_at(workbook.sheets[where[0]], where[1], where[2]).content
        if is_formula(content):
            _note(where, content, formulas, results)
        dirty.add(where)
    if not formulas:
        return Calculation(workbook, results, formulas, today=before.today)
    touched = set(formulas) if before.overcharged else _dependents(dirty, formulas, _names(workbook))
    return _evaluated(workbook, formulas, results, touched | set(before.circular & formulas.keys()), before.today)


def value_of(book: Calculation, formula: str, sheet: int = 0) -> Value:
    """What a formula would come to on a sheet of a calculated workbook; it is entered nowhere.

    >>> value_of(calculate(Workbook()), "=1+COUNT(A1:A9)")
    1.0
    """
    found = parse(formula)
    if found is None:
        return NAME
    return _Reader(book.workbook, book.results, _names(book.workbook), book.today).value((sheet, 0, 0), found)


def _names(workbook: Workbook) -> dict[str, int]:
    return {sheet.name.casefold(): i for i, sheet in enumerate(workbook.sheets)}


def _sheet(reference: Reference, own: int, names: Mapping[str, int]) -> int:
    return own if not reference.sheet else names.get(reference.sheet.casefold(), -1)


def _dependents(dirty: set[Where], formulas: Mapping[Where, Formula], names: Mapping[str, int]) -> set[Where]:
    """The formulas among some cells, and all that depend on any of them."""
    found = {where for where in dirty if where in formulas}
    left = list(dirty)
    areas = [
        (where, _sheet(r, where[0], names), r.top, r.left, r.bottom, r.right)
        for where, formula in formulas.items()
        for r in formula.references
    ]
    if (len(dirty) + len(formulas)) * len(areas) > CALCULATION_STEPS:
        return set(formulas)  # looking for those that depend on a change would take longer than evaluating all
    while left:
        sheet, row, column = left.pop()
        for where, on, top, first, bottom, last in areas:
            if on == sheet and top <= row <= bottom and first <= column <= last and where not in found:
                found.add(where)
                left.append(where)
    return found


def _evaluated(
    workbook: Workbook,
    formulas: Mapping[Where, Formula],
    results: dict[Where, Value],
    wanted: Collection[Where],
    today: float,
) -> Calculation:
    """The results of the formulas that are wanted, each after those that it needs."""
    names = _names(workbook)
    if _steps(workbook, formulas, wanted, names) > CALCULATION_STEPS:
        return Calculation(workbook, {**results, **dict.fromkeys(wanted, NUM)}, formulas, overcharged=True, today=today)
    needs = {where: _needed(where, formulas[where], wanted, names) for where in wanted}
    waiting: dict[Where, list[Where]] = {}
    for where, before in needs.items():
        for other in before:
            waiting.setdefault(other, []).append(where)
    open_ = {where: len(before) for where, before in needs.items()}
    ready = [where for where, count in open_.items() if not count]
    reader = _Reader(workbook, results, names, today)
    while ready:
        where = ready.pop()
        results[where] = reader.value(where, formulas[where])
        for after in waiting.get(where, ()):
            open_[after] -= 1
            if not open_[after]:
                ready.append(after)
    circular = frozenset([where for where, count in open_.items() if count])
    results.update(dict.fromkeys(circular, 0.0))
    return Calculation(workbook, results, formulas, circular, today=today)


def _steps(
    workbook: Workbook, formulas: Mapping[Where, Formula], wanted: Collection[Where], names: Mapping[str, int]
) -> int:
    """How many cells are looked at to evaluate the formulas that are wanted."""
    sizes = [used_size(sheet) for sheet in workbook.sheets]
    steps = 0
    for where in wanted:
        for r in formulas[where].references:
            rows, columns = sizes[_sheet(r, where[0], names)]
            area = (min(r.bottom, rows) - min(r.top, rows) + 1) * (min(r.right, columns) - min(r.left, columns) + 1)
            steps += _REFERENCE_STEPS + area + min((r.bottom - r.top + 1) * (r.right - r.left + 1), len(wanted))
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
        self, workbook: Workbook, results: Mapping[Where, Value], names: Mapping[str, int], today: float
    ) -> None:
        self._sheets, self._results, self._names = workbook.sheets, results, names
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
        return tuple(out)
