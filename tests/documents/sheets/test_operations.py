"""What one does to cells: filling, pasting, inserting, sorting, filtering; and what entered texts mean."""

from __future__ import annotations

import pytest

from omnigym.documents.sheets import Sheet, Workbook, calculate, read_csv
from omnigym.documents.sheets.model import BLANK, Cell, Content, Filter, Style, put_cells
from omnigym.documents.sheets.numbers import display, parse_entry, with_decimals
from omnigym.documents.sheets.operations import copy_cells, fill_cells, insert_lines, paste_cells, rename_sheet
from omnigym.documents.sheets.sorting import filter_sheet, has_head, region_of, sorted_rows

SHEET = read_csv("Item,Price,Twice\nTea,3,=B2*2\nnuts,1,=B3*2\n,,\nZebra,2,=B5*2\n")


def contents(sheet: Sheet) -> list[list[Content]]:
    return [[cell.content for cell in row] for row in sheet.rows]


@pytest.mark.parametrize(
    ("text", "content", "number"),
    [
        ("12", 12.0, ""),
        ("-1.50", -1.5, ""),
        ("1,200.5", 1200.5, "#,##0.00"),
        ("$5", 5.0, "$#,##0"),
        ("12.5%", 0.125, "0.00%"),
        ("2025-03-14", 45730.0, "m/d/yyyy"),
        ("2/30/2025", "2/30/2025", ""),
        ("true", True, ""),
        ("'12", "12", ""),
        ("", None, ""),
        ("1e3", 1000.0, ""),
        ("1.2.3", "1.2.3", ""),
        ("-", "-", ""),
    ],
)
def test_what_is_entered(text: str, content: Content, number: str) -> None:
    assert parse_entry(text) == (content, number)


@pytest.mark.parametrize(
    ("value", "number", "shows"),
    [
        (1234.5, "#,##0.00", "1,234.50"),
        (-0.004, "0.00", "0.00"),
        (-5.0, "$#,##0.00", "-$5.00"),
        (0.5, "0.0%", "50.0%"),
        (45730.0, "yyyy-mm-dd", "2025-03-14"),
        (45730.0, "d mmm", "14 Mar"),
        (3.0, '0 "pcs"', "3 pcs"),
        (1e15, "General", "1.00000E+15"),
        (2 / 3, "General", "0.666666667"),
        (7.0, '"$"#,##0.00_);("$"#,##0.00)', "$7.00"),
    ],
)
def test_how_numbers_are_shown(value: float, number: str, shows: str) -> None:
    assert display(value, number) == shows


def test_decimals() -> None:
    assert [with_decimals(f, 0) for f in ("$#,##0.00", "0.00%", "General")] == ["$#,##0", "0%", "0"]


def test_filling_moves_references() -> None:
    assert fill_cells(SHEET, (1, 2, 3, 2), 0) == {(2, 2): Cell("=B3*2"), (3, 2): Cell("=B4*2")}
    assert fill_cells(SHEET, (2, 2, 2, 2), 0) == {(2, 2): Cell("=B3*2")}


def test_a_paste_fills_what_is_a_multiple_of_it() -> None:
    clip = copy_cells(SHEET, 0, (1, 2, 1, 2))
    cells, area = paste_cells(clip, (6, 0), (6, 0, 7, 1))
    assert area == (6, 0, 7, 1)
    assert cells[6, 0].content == "=#REF!*2" and cells[7, 1].content == "=A8*2"
    cells, area = paste_cells(copy_cells(SHEET, 0, (1, 2, 1, 2), cut=True), (6, 3), (6, 3, 7, 4))
    assert cells == {(6, 3): Cell("=B2*2")} and area == (6, 3, 6, 3)


def test_inserting_and_deleting() -> None:
    book = Workbook((SHEET, read_csv("=Sheet1!B5", "Other")))
    more = insert_lines(book, 0, 0, 1, 2)
    assert contents(more.sheets[0])[1:4] == [[], [], ["Tea", 3.0, "=B4*2"]]
    assert contents(more.sheets[1]) == [["=Sheet1!B7"]]
    assert insert_lines(more, 0, 0, 1, -2) == book
    fewer = insert_lines(book, 0, 1, 1, -1)
    assert contents(fewer.sheets[0])[1] == ["Tea", "=#REF!*2"]
    assert contents(fewer.sheets[1]) == [["=#REF!"]]


def test_tables_are_found_with_their_heads() -> None:
    book = calculate(Workbook((SHEET,)))
    assert region_of(SHEET, (1, 1)) == (0, 0, 2, 2)
    assert region_of(SHEET, (4, 2)) == (4, 0, 4, 2)
    assert has_head(book, 0, (0, 0, 2, 2)) and not has_head(book, 0, (1, 0, 2, 2))
    texts = read_csv("a,b\nc,d")
    assert not has_head(calculate(Workbook((texts,))), 0, (0, 0, 1, 1))
    bold = put_cells(texts, {(0, c): Cell("ab"[c], Style(bold=True)) for c in range(2)})
    assert has_head(calculate(Workbook((bold,))), 0, (0, 0, 1, 1))


def test_sorting_puts_blank_cells_last() -> None:
    book = calculate(Workbook((SHEET,)))
    for descending, items in ((False, ["nuts", "Tea", "Zebra", None]), (True, ["Zebra", "Tea", "nuts", None])):
        cells = sorted_rows(book, 0, (1, 0, 4, 2), 0, descending=descending)
        assert [cells[row, 0].content for row in range(1, 5)] == items
        first = put_cells(SHEET, cells).rows[1]
        assert first[2].content == "=B2*2"
    assert cells[4, 2] == BLANK


def test_filters_hide_rows() -> None:
    book = calculate(Workbook((SHEET,)))
    found = filter_sheet(book, 0, Filter((0, 0, 4, 2), ((0, ("Tea", "Zebra")),)))
    assert found.hidden == {2, 3}
    assert filter_sheet(calculate(Workbook((found,))), 0, None) == SHEET


def test_renaming_a_sheet_renames_what_refers_to_it() -> None:
    book = Workbook((SHEET, read_csv('=Sheet1!A1&"Sheet1!A1"', "Other")))
    assert contents(rename_sheet(book, 0, "My data").sheets[1]) == [["='My data'!A1&\"Sheet1!A1\""]]
