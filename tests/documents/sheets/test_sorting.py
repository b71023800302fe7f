"""What AutoSum adds up."""

from __future__ import annotations

import pytest

from omnigym.documents.sheets import Workbook, calculate, read_csv
from omnigym.documents.sheets.model import area_name, area_of, cell_name, place_of
from omnigym.documents.sheets.sorting import numbers_before, totals_of

TABLE = "Item,May,June\nTea,3,4\nRice,5,6\n,,\nSoap,7,8\nLamp,9,10\n,,\n1,2,,\n"


@pytest.mark.parametrize(
    ("cell", "area"),
    [
        ("B7", "B5:B6"),
        ("B4", "B2:B3"),
        ("C8", "C5:C7"),  # a gap is a part of it
        ("B10", "B8:B9"),
        ("D5", "B5:C5"),
        ("F5", "B5:E5"),
        ("D8", "A8:C8"),
        ("A7", None),  # a text is in the way
        ("B2", None),
    ],
)
def test_numbers_before_a_cell(cell: str, area: str | None) -> None:
    place = place_of(cell)
    assert place is not None
    found = numbers_before(calculate(Workbook((read_csv(TABLE),))), 0, place)
    assert (found and area_name(found)) == area


@pytest.mark.parametrize(
    ("area", "totals"),
    [
        ("B5:C6", {"B7": "B5:B6", "C7": "C5:C6"}),
        ("B5:C7", {"B7": "B5:B6", "C7": "C5:C6"}),
        ("B5:C5", {"D5": "B5:C5"}),
        ("B5:D5", {"D5": "B5:C5"}),
        ("B5:D6", {"D5": "B5:C5", "D6": "B6:C6"}),
        ("B5:D7", {"B7": "B5:B6", "C7": "C5:C6", "D5": "B5:C5", "D6": "B6:C6", "D7": "B7:C7"}),
        ("B7:C7", {"B7": "B5:B6", "C7": "C5:C6"}),
        ("F20:G21", {}),
    ],
)
def test_totals_of_what_is_selected(area: str, totals: dict[str, str]) -> None:
    selected = area_of(area)
    assert selected is not None
    found = totals_of(calculate(Workbook((read_csv(TABLE),))), 0, selected)
    assert {cell_name(*place): area_name(of) for place, of in found.items()} == totals
