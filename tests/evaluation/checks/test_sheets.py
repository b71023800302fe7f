"""Checks of spreadsheets, and of PDF files made of them."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import pytest

from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.sim.device import SimDevice
from omnigym.documents.sheets import Cell, Sheet, Style, Workbook, calculate, read_csv, to_pdf, write_xlsx
from omnigym.documents.sheets.model import Filter, put_cells
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import get_check

XLSX, SUMS, FOREIGN = "Documents/a.xlsx", "Documents/sums.xlsx", "Documents/foreign.xlsx"
#: What may stand in column B for the sum of column A: two that follow it, and four that only look so.
SUM_COLUMN = "1,=A1+A2+A3\n2,=6+0\n3,6\n,=SUM(A2:A3)+1\n,=SUMPRODUCT(A1:A9)\n,=MAX(A2:A3)\n"
TABLE = "Item,Price,Twice\nTea,$2.50,=B2*2\nRice,4,=B3*2\n"


def foreign() -> bytes:
    """A workbook of a program that knows a function of which our own calculation has never heard."""
    written = write_xlsx(calculate(Workbook((read_csv("1,=6*A1\n2\n3\n4\n"),))))
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(written)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name).replace(b"6*A1", b"AGGREGATE(9;4;A1:A3)"))
    return out.getvalue()


@pytest.fixture(scope="module")
def probe() -> Probe:
    sheet = read_csv(TABLE, "Goods")
    bold = {(0, c): Cell(cell.content, Style(bold=True)) for c, cell in enumerate(sheet.rows[0])}
    book = calculate(Workbook((put_cells(sheet, bold), read_csv('x,"=IF(1>2,1,2)"', "More"))))
    shown = sheet._replace(filter=Filter((0, 0, 2, 2), ((0, ("Tea",)),)), hidden=frozenset({2}))
    device = SimDevice()
    device.write_file(XLSX, write_xlsx(book))
    device.write_file("Documents/filtered.xlsx", write_xlsx(calculate(Workbook((shown,)))))
    device.write_file("Documents/one.xlsx", write_xlsx(calculate(Workbook((Sheet("Only"),)))))
    device.write_file("Documents/a.csv", b"Item,Price,Twice\r\nTea,2.5,5.00\r\nRice,4,8\r\n")
    device.write_file("Documents/b.csv", b"Item,Price,Twice\r\nTea,2.5,5\r\nRice,4,9\r\n")
    device.write_file("Documents/a.pdf", to_pdf(book, 0))
    plan = "Tea plan,x\nTax,x\n1,10\n"
    device.write_file("Documents/plan.csv", plan.encode())
    for name, text in (("plan", plan), ("spoilt", plan.replace("1,", "?,")), ("half", plan.replace("Tax,x", "Tax,?"))):
        device.write_file(f"Documents/{name}.pdf", to_pdf(calculate(Workbook((read_csv(text),))), 0))
    device.write_file("Documents/broken.xlsx", b"none")
    device.write_file(SUMS, write_xlsx(calculate(Workbook((read_csv(SUM_COLUMN),)))))
    device.write_file(FOREIGN, foreign())
    device.set_clipboard(ClipboardContent(text="Item\tPrice\tTwice\r\nTea\t$2.50\t5\r\nRice\t4\t8"))
    return Probe(device)


@pytest.mark.parametrize(
    ("check", "args", "passes"),
    [
        ("sheet_cell", {"path": XLSX, "cell": "B2", "value": 2.5}, True),
        ("sheet_cell", {"path": XLSX, "cell": "B2", "value": "$2.50"}, True),
        ("sheet_cell", {"path": XLSX, "cell": "C3", "value": 8}, True),
        ("sheet_cell", {"path": XLSX, "cell": "C3", "value": 9}, False),
        ("sheet_cell", {"path": XLSX, "cell": "A1", "value": "x", "sheet": "more"}, True),
        ("sheet_cell", {"path": XLSX, "cell": "A1", "value": "x", "sheet": "none"}, False),
        ("sheet_cell", {"path": "Documents/broken.xlsx", "cell": "A1", "value": "x"}, False),
        ("sheet_cell", {"path": "Documents/none.xlsx", "cell": "A1", "value": "x"}, False),
        ("sheet_formula", {"path": XLSX, "cell": "C3", "value": 8}, True),
        ("sheet_formula", {"path": XLSX, "cell": "C3", "value": 8, "function": "SUM"}, False),
        ("sheet_formula", {"path": XLSX, "cell": "B1", "value": 2, "function": "if", "sheet": "More"}, True),
        ("sheet_formula", {"path": XLSX, "cell": "B3", "value": 4}, False),
        ("sheet_formula", {"path": XLSX, "cell": "C3", "value": 8, "computes": "=SUM(B3,B3)"}, True),
        ("sheet_formula", {"path": XLSX, "cell": "C3", "value": 8, "computes": "=B3+4"}, False),
        ("sheet_formula", {"path": SUMS, "cell": "B1", "value": 6, "computes": "=SUM(A1:A3)"}, True),
        ("sheet_formula", {"path": SUMS, "cell": "B2", "value": 6, "computes": "=SUM(A1:A3)"}, False),
        ("sheet_formula", {"path": SUMS, "cell": "B3", "value": 6, "computes": "=SUM(A1:A3)"}, False),
        ("sheet_formula", {"path": SUMS, "cell": "B4", "value": 6, "computes": "=SUM(A1:A3)"}, False),
        ("sheet_formula", {"path": SUMS, "cell": "B5", "value": 6, "computes": "=SUM(A1:A3)"}, True),
        ("sheet_formula", {"path": SUMS, "cell": "B6", "value": 3, "computes": "=MAX(A1:A3)"}, False),
        ("sheet_formula", {"path": FOREIGN, "cell": "B1", "value": 6, "computes": "=SUM(A1:A3)"}, True),
        ("sheet_formula", {"path": FOREIGN, "cell": "B1", "value": 7, "computes": "=SUM(A1:A3)"}, False),
        ("sheet_formula", {"path": FOREIGN, "cell": "B1", "value": 6, "computes": "=SUM(A1:A4)"}, False),
        ("sheet_marks", {"path": XLSX, "column": "C", "first": 2, "marks": ["5", "8"]}, True),
        ("sheet_marks", {"path": XLSX, "column": "C", "first": 2, "marks": ["8", "5"]}, False),
        ("sheet_marks", {"path": XLSX, "column": "A", "first": 2, "marks": ["T", "R"]}, False),
        ("sheet_rows", {"path": XLSX, "rows": [["Item", "Price", "Twice"], ["Tea", 2.5, 5], ["Rice", 4, 8]]}, True),
        ("sheet_rows", {"path": XLSX, "rows": [["Item", "Price", "Twice"], ["Rice", 4, 8], ["Tea", 2.5, 5]]}, False),
        ("sheet_rows", {"path": XLSX, "rows": [["Item", "Price", "Twice"], ["Tea", 2.5, 5]]}, False),
        ("sheet_rows", {"path": XLSX, "rows": [["Item", "Price"], ["Tea", 2.5], ["Rice", 4]]}, False),
        ("sheet_format", {"path": XLSX, "area": "1:1", "field": "bold"}, True),
        ("sheet_format", {"path": XLSX, "area": "A1:A2", "field": "bold"}, False),
        ("sheet_format", {"path": XLSX, "area": "B2", "field": "number", "value": '"$"#,##0.00_);("$"#,##0.00)'}, True),
        ("sheet_format", {"path": XLSX, "area": "B2:B3", "field": "number", "value": "$#,##0.00"}, False),
        ("sheet_format", {"path": XLSX, "area": "B2", "field": "number", "value": "#,##0.00 [$€-407]"}, True),
        ("sheet_format", {"path": XLSX, "area": "B2", "field": "number", "value": "0.00"}, False),
        ("sheet_format", {"path": XLSX, "area": "H:H", "field": "bold"}, False),
        ("sheet_format", {"path": XLSX, "area": "A1", "field": "shade"}, False),
        ("sheet_shows_only", {"path": "Documents/filtered.xlsx", "column": "A", "values": ["Tea"]}, True),
        ("sheet_shows_only", {"path": "Documents/filtered.xlsx", "column": "A", "values": ["Rice"]}, False),
        ("sheet_shows_only", {"path": XLSX, "column": "A", "values": ["Tea", "Rice"]}, False),
        ("sheet_names", {"path": XLSX, "names": ["More"]}, True),
        ("sheet_names", {"path": XLSX, "names": ["More"], "exactly": True}, False),
        ("sheet_names", {"path": XLSX, "names": ["Goods", "More"], "exactly": True}, True),
        ("sheet_added", {"path": XLSX, "name": "More"}, True),
        ("sheet_added", {"path": "Documents/one.xlsx", "name": "Only"}, False),
        ("same_table", {"path": "Documents/a.csv", "other": XLSX}, True),
        ("same_table", {"path": "Documents/b.csv", "other": XLSX}, False),
        ("same_table", {"path": "Documents/one.xlsx", "other": "Documents/one.xlsx"}, False),
        ("clipboard_holds_table", {"path": XLSX}, True),
        ("clipboard_holds_table", {"path": "Documents/b.csv"}, False),
        ("clipboard_holds_table", {"path": "Documents/one.xlsx"}, False),
        ("pdf_contains", {"path": "Documents/a.pdf", "texts": ["Tea", "$2.50"]}, True),
        ("pdf_contains", {"path": "Documents/a.pdf", "texts": ["Coffee"]}, False),
        ("pdf_contains", {"path": XLSX, "texts": ["Tea"]}, False),
        ("pdf_shows_table", {"path": "Documents/a.pdf", "other": XLSX}, True),
        ("pdf_shows_table", {"path": "Documents/a.pdf", "other": "Documents/b.csv"}, False),
        ("pdf_shows_table", {"path": "Documents/a.pdf", "other": "Documents/one.xlsx"}, False),
        ("pdf_shows_table", {"path": "Documents/plan.pdf", "other": "Documents/plan.csv"}, True),
        ("pdf_shows_table", {"path": "Documents/spoilt.pdf", "other": "Documents/plan.csv"}, False),
        ("pdf_shows_table", {"path": "Documents/half.pdf", "other": "Documents/plan.csv"}, False),
    ],
)
def test_checks(probe: Probe, check: str, args: dict[str, Any], passes: bool) -> None:
    verdict = get_check(check).function(probe, **args)
    assert bool(verdict) is passes, verdict.message


@pytest.mark.parametrize(
    ("number", "bold", "kept"),
    [("General", False, True), ("0.00", False, False), ("General", True, False)],
    ids=["as it looked", "another number format", "bold"],
)
def test_a_row_that_is_sorted_takes_its_looks_along(number: str, bold: bool, kept: bool) -> None:
    """Also those that make its numbers show another text."""
    tea, rice = (Cell("Tea"), Cell(2.0)), (Cell("Rice"), Cell(4.0))
    looks = Style(number=number, bold=bold)
    device = SimDevice()
    device.write_file(XLSX, write_xlsx(calculate(Workbook((Sheet("Goods", (tea, rice)),)))))
    before = device.user_data()
    sorted_rows = (rice[0], rice[1]._replace(style=looks)), tea
    device.write_file(XLSX, write_xlsx(calculate(Workbook((Sheet("Goods", sorted_rows),)))))
    probe = Probe(device)
    probe.begin((before,), before)
    check = get_check("sheet_rows").function
    assert bool(check(probe, path=XLSX, rows=[["Rice", 4], ["Tea", 2]])) is kept
