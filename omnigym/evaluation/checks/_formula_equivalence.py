"""Whether a formula computes what was asked for: with other inputs it must come to what a reference formula comes to.

So it does not matter how it is written, SUM or a chain of plus signs; and a constant, or a part of the inputs, fails.
Formulas that omnigym does not know are calculated by the device's own program, where it has one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from omnigym.documents.sheets.calculation import Calculation, Where, recalculate, value_of
from omnigym.documents.sheets.formulas import Binary, Call, Literal, Negative, Percent, Tree, parse
from omnigym.documents.sheets.model import Place, cell_at, put_cells, used_size
from omnigym.documents.sheets.references import REFERENCE, Reference, read_reference
from omnigym.documents.sheets.xlsx_inputs import with_inputs
from omnigym.documents.sheets.xlsx_read import stored_results
from omnigym.evaluation.checks._sheets import near
from omnigym.evaluation.probe import Probe

__all__ = ["covers_inputs", "follows", "follows_in_program", "functions_in"]

#: Of more inputs than these, evenly spread ones are changed one by one.
_ALONE = 40
#: The same where a program calculates.
_ALONE_IN_PROGRAM = 6
#: Where a workbook has more formulas than these, inputs are only changed together.
_FORMULAS = 500
_FAR = 1001.0
_REFERENCE = re.compile(rf'"(?:[^"]|"")*"|(?<![\w.$])({REFERENCE})')


def follows(book: Calculation, index: int, place: Place, reference: str) -> bool:
    """Whether a cell comes to what the reference formula does, now and with other inputs.

    Args:
        book: The workbook.
        index: Of the sheet.
        place: Of the cell.
        reference: The formula; its inputs are the numbers in the cells that it refers to, all on that sheet.
    """
    inputs = _inputs(book, index, place, reference)
    if not _same(book, index, place, reference):
        return False
    for values in _variants(book, index, inputs, reference):
        if not _same(_with(book, index, values), index, place, reference):
            return False
    return True


def _with(book: Calculation, index: int, values: Mapping[Place, float]) -> Calculation:
    """The workbook with other numbers in some cells of a sheet."""
    sheet = book.workbook.sheets[index]
    cells = {at: cell_at(sheet, *at)._replace(content=value) for at, value in values.items()}
    sheets = list(book.workbook.sheets)
    sheets[index] = put_cells(sheet, cells)
    changed: list[Where] = [(index, *at) for at in values]
    return recalculate(book, book.workbook._replace(sheets=tuple(sheets)), changed)


def follows_in_program(
    probe: Probe, path: str, book: Calculation, index: int, wanted: Mapping[Place, str]
) -> bool | None:
    """Whether cells come to what their reference formulas do with other inputs, as the device's own program has it.

    Args:
        probe: Reads the device.
        path: The file; None is returned for one that is no .xlsx file.
        book: The workbook in it.
        index: Of the sheet.
        wanted: The reference formula of each cell; their inputs are changed together, so the program starts once.

    Returns:
        None where the device has no such program.

    Raises:
        DeviceTimeoutError: It took too long.
    """
    if not path.lower().endswith(".xlsx"):
        return None
    name, content = book.workbook.sheets[index].name, probe.read_file(path)
    areas = [_inputs(book, index, place, reference) for place, reference in wanted.items()]
    inputs = list(dict.fromkeys([at for area in areas for at in area]))
    if content is None or not inputs:
        return False
    variants = _few_variants(book, index, inputs)
    calculated = probe.recalculate(tuple([with_inputs(content, name, values) for values in variants]))
    if calculated is None:
        return None
    for values, written in zip(variants, calculated, strict=True):
        other, results = _with(book, index, values), stored_results(written)
        for place, reference in wanted.items():
            if not near(results.get((name, *place)), value_of(other, reference, index)):
                return False
    return True


def _few_variants(book: Calculation, index: int, inputs: Sequence[Place]) -> list[Mapping[Place, float]]:
    """As `_variants`, but of the inputs only a few are changed by themselves: each is a file that a program reads."""
    numbers = [float(n) for n in (book.value(index, *at) for at in inputs) if type(n) is float]
    step = max(1, -(-len(inputs) // _ALONE_IN_PROGRAM))
    alone = dict.fromkeys([*inputs[::step], inputs[-1]])
    return [
        {at: 2 * n + 3 for at, n in zip(inputs, reversed(numbers), strict=True)},
        {at: n + 7 * (i + 1) for i, (at, n) in enumerate(zip(inputs, numbers, strict=True))},
        *[{at: _FAR} for at in alone],
        dict.fromkeys(inputs, -_FAR),
    ]


def _same(book: Calculation, index: int, place: Place, reference: str) -> bool:
    return near(book.value(index, *place), value_of(book, reference, index))


def _inputs(book: Calculation, index: int, place: Place, reference: str) -> list[Place]:
    formula = parse(reference)
    rows, columns = used_size(book.workbook.sheets[index])
    found = {
        (row, column): None
        for r in (formula.references if formula is not None else ())
        for row in range(r.top, min(r.bottom + 1, rows))
        for column in range(r.left, min(r.right + 1, columns))
        if type(book.value(index, row, column)) is float and (row, column) != place
    }
    return list(found)


def _variants(
    book: Calculation, index: int, inputs: Sequence[Place], reference: str
) -> Iterator[Mapping[Place, float]]:
    """Other inputs: all changed, so that the order is another too; then one by one to values far off and at limits."""
    numbers = [float(n) for n in (book.value(index, *at) for at in inputs) if type(n) is float]
    yield {at: 2 * n + 3 for at, n in zip(inputs, reversed(numbers), strict=True)}
    yield {at: n + 7 * (i + 1) for i, (at, n) in enumerate(zip(inputs, numbers, strict=True))}
    if len(book.formulas) > _FORMULAS:
        return
    formula = parse(reference)
    limits = list(_literals(formula.tree)) if formula is not None else []
    step = max(1, -(-len(inputs) // _ALONE))
    for at in dict.fromkeys([*inputs[::step], *inputs[-1:]]):
        for value in (_FAR, -_FAR, *[limit + d for limit in limits for d in (-1, 0, 1)]):
            yield {at: value}


def _literals(tree: Tree) -> Iterator[float]:
    if isinstance(tree, Literal) and type(tree.value) is float:
        yield tree.value
    for part in _parts(tree):
        yield from _literals(part)


def functions_in(tree: Tree) -> Iterator[str]:
    """The names of the functions in a formula, in capitals."""
    if isinstance(tree, Call):
        yield tree.name
    for part in _parts(tree):
        yield from functions_in(part)


def _parts(tree: Tree) -> tuple[Tree, ...]:
    if isinstance(tree, Call):
        return tree.args
    if isinstance(tree, Binary):
        return tree.left, tree.right
    if isinstance(tree, Negative | Percent):
        return (tree.of,)
    return ()


def covers_inputs(book: Calculation, index: int, place: Place, text: str, reference: str) -> bool:
    """Whether the formula in a cell refers to all inputs of the reference: the most that can be told of one unknown.

    Args:
        book, index, place, reference: As of `follows`.
        text: The formula.
    """
    areas: list[Reference] = [read_reference(m[1]) for m in _REFERENCE.finditer(text) if m[1]]
    inputs = _inputs(book, index, place, reference)
    return bool(inputs) and all(
        any(a.top <= r <= a.bottom and a.left <= c <= a.right for a in areas) for r, c in inputs
    )
