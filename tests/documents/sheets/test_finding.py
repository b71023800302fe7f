"""Finding and replacing in the cells of a sheet."""

from __future__ import annotations

import pytest

from omnigym.documents.sheets import Workbook, calculate, read_csv
from omnigym.documents.sheets.finding import Search, found_in, replaced_in
from omnigym.documents.sheets.model import cell_name

BOOK = calculate(Workbook((read_csv("Tea,12,=B1*2\nGreen tea,$12,24\nA*b,acb,12%\n"),)))
ALL = (0, 0, 9, 9)


@pytest.mark.parametrize(
    ("search", "cells"),
    [
        (Search("tea"), ["A1", "A2"]),
        (Search("Tea", match_case=True), ["A1"]),
        (Search("tea", whole=True), ["A1"]),
        (Search("12"), ["B1", "B2", "C3"]),
        (Search("24"), ["C2"]),
        (Search("24", values=True), ["C1", "C2"]),
        (Search("b1"), ["C1"]),
        (Search("a?b"), ["A3", "B3"]),
        (Search("a~*b"), ["A3"]),
        (Search("e*~"), []),
        (Search("g*a", whole=True), ["A2"]),
        (Search(""), []),
    ],
)
def test_what_is_found(search: Search, cells: list[str]) -> None:
    assert [cell_name(*p) for p in found_in(BOOK, 0, search, ALL)] == cells


@pytest.mark.parametrize(
    ("wanted", "new", "after"),
    [
        ("tea", "Coffee", {"A1": "Coffee", "A2": "Green Coffee"}),
        ("12", "3", {"B1": 3.0, "B2": 3.0, "C3": 0.03}),
        ("B1", "B2", {"C1": "=B2*2"}),
        ("*2", "*)2", {}),  # no formula any more
        ("Tea", "1", {"A1": 1.0, "A2": "Green 1"}),
    ],
)
def test_what_is_replaced(wanted: str, new: str, after: dict[str, object]) -> None:
    cells = replaced_in(BOOK, 0, Search(wanted.replace("*", "~*")), new, ALL)
    assert {cell_name(*p): cell.content for p, cell in cells.items()} == after


def test_stars_are_sought_in_a_time_that_grows_with_the_text() -> None:
    book = calculate(Workbook((read_csv("a" * 20_000),)))
    stars = "*a" * 100
    assert found_in(book, 0, Search(f"{stars}b"), ALL) == []
    assert [c.content for c in replaced_in(book, 0, Search(f"a{stars}"), "x", ALL).values()] == ["x"]
