"""Formulas that omnigym does not know, as a program that knows them calculates them with other numbers."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Sequence

import pytest

from omnigym.devices.sim.device import SimDevice
from omnigym.documents.sheets import Cell, Workbook, calculate, read_csv, read_xlsx, write_xlsx
from omnigym.documents.sheets.model import put_cells
from omnigym.documents.sheets.xlsx_inputs import with_inputs
from omnigym.documents.sheets.xlsx_read import stored_results
from omnigym.errors import DeviceTimeoutError
from omnigym.evaluation.condition import Verdict
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import get_check

PATH, NUMBERS, TOTAL = "Documents/a.xlsx", "4\n8\n15\n16\n", "=SUM(A1:A4)"
#: What stands in B1 for the sum of column A, of a program that knows AGGREGATE; and whether it follows.
FORMULAS = {
    "=AGGREGATE(9,4,A1:A4)": True,
    "=AGGREGATE(9,4,A1:A2)+A3+A4": True,
    "=IF(A1>0,AGGREGATE(9,4,A1:A4),SUM(A1:A4))": True,
    "=43+0*AGGREGATE(9,4,A1:A4)": False,
    "=IF(AGGREGATE(9,4,A1:A4)=43,43,0)": False,
    "=AGGREGATE(9,4,A1:A3)+16+0*A4": False,
    "=AGGREGATE(9,4,A1:A3)+16": False,
    "=MAX(43,AGGREGATE(9,4,A1:A4)*0)": False,
    "=43+0*NOW()*AGGREGATE(9,4,A1:A4)": False,
    "=SUM({43,0})+0*AGGREGATE(9,4,A1:A4)": False,
    "43": False,
}


def workbook(formula: str) -> bytes:
    sheet = put_cells(read_csv(NUMBERS), {(0, 1): Cell(float(formula) if formula.isdigit() else formula)})
    return write_xlsx(calculate(Workbook((sheet,))))


class WithProgram(SimDevice):
    """A device whose program knows AGGREGATE, of which it makes SUM."""

    def recalculate(self, workbooks: Sequence[bytes]) -> tuple[bytes, ...] | None:
        return tuple([self._calculated(content) for content in workbooks])

    def _calculated(self, content: bytes) -> bytes:
        book = read_xlsx(content)
        cells = {
            (r, c): cell._replace(content=cell.content.replace("AGGREGATE(9,4,", "SUM("))
            for r, row in enumerate(book.sheets[0].rows)
            for c, cell in enumerate(row)
            if isinstance(cell.content, str)
        }
        return write_xlsx(calculate(book._replace(sheets=(put_cells(book.sheets[0], cells),))))


def shown_by_program(device: WithProgram, formula: str) -> bytes:
    """The workbook as that program would have saved it: its own formula, with the result stored."""
    own, calculated = workbook(formula), device._calculated(workbook(formula))
    result = stored_results(calculated).get((read_xlsx(calculated).sheets[0].name, 0, 1))
    return _with_result(own, result)


def _with_result(content: bytes, result: object) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            if name.endswith("sheet1.xml"):
                part = re.sub(rb' t="e"(?=[^>]*><f>)', b"", part)
                part = re.sub(rb"</f>(<v>[^<]*</v>)?", f"</f><v>{result}</v>".encode(), part)
            new.writestr(name, part)
    return out.getvalue()


def judged(device: SimDevice) -> Verdict:
    args = {"path": PATH, "cell": "B1", "value": 43, "computes": TOTAL}
    verdict: Verdict = get_check("sheet_formula").function(Probe(device), **args)
    return verdict


@pytest.fixture
def device() -> Iterator[WithProgram]:
    device = WithProgram()
    yield device
    device.close()


@pytest.mark.parametrize("formula", FORMULAS)
def test_a_formula_is_what_the_program_makes_of_it(device: WithProgram, formula: str) -> None:
    device.write_file(PATH, workbook(formula) if formula.isdigit() else shown_by_program(device, formula))
    assert bool(judged(device)) == FORMULAS[formula]


def test_where_there_is_no_program_what_is_stored_counts(monkeypatch: pytest.MonkeyPatch, device: WithProgram) -> None:
    monkeypatch.setattr(WithProgram, "recalculate", lambda *_: None)
    device.write_file(PATH, shown_by_program(device, "=AGGREGATE(9,4,A1:A4)"))
    assert judged(device)
    device.write_file(PATH, shown_by_program(device, "=AGGREGATE(9,4,A1:A3)"))
    assert not judged(device)


def test_a_program_that_takes_too_long_is_no_verdict(monkeypatch: pytest.MonkeyPatch, device: WithProgram) -> None:
    def slow(*_: object) -> None:
        raise DeviceTimeoutError("x11", "recalculated", "it took too long.", "Wait.")

    monkeypatch.setattr(WithProgram, "recalculate", slow)
    device.write_file(PATH, shown_by_program(device, "=AGGREGATE(9,4,A1:A4)"))
    with pytest.raises(DeviceTimeoutError):
        judged(device)


def test_the_program_is_started_only_for_what_may_be_right(
    monkeypatch: pytest.MonkeyPatch, device: WithProgram
) -> None:
    monkeypatch.setattr(WithProgram, "recalculate", lambda *_: pytest.fail("it was started"))
    for formula in ("=AGGREGATE(9,4,A1:A3)", "=SUM(A1:A4)", "=SUM(A1:A3)+16"):
        device.write_file(PATH, shown_by_program(device, formula))
        judged(device)


def test_other_numbers_leave_the_formulas_and_drop_their_results() -> None:
    content = _with_result(workbook("=AGGREGATE(9,4,A1:A4)"), 43)
    name = read_xlsx(content).sheets[0].name
    changed = with_inputs(content, name, {(1, 0): -2.5, (9, 9): 7.0})
    assert [row[0].content for row in read_xlsx(changed).sheets[0].rows] == [4.0, -2.5, 15.0, 16.0]
    assert read_xlsx(changed).sheets[0].rows[0][1].content == "=AGGREGATE(9,4,A1:A4)"
    assert stored_results(changed) == {(name, 0, 1): None}
    assert read_xlsx(with_inputs(content, "Other", {(0, 0): 1.0})).sheets[0].rows[0][0].content == 4.0
