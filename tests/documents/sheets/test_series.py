"""What the handle of a selection fills cells with."""

from __future__ import annotations

import pytest

from omnigym.documents.sheets import read_csv
from omnigym.documents.sheets.model import put_cells
from omnigym.documents.sheets.numbers import editing_text
from omnigym.documents.sheets.series import drag_handle, reach_below


def line(text: str, onto: tuple[int, int], other: bool) -> str:
    """The first row of a sheet after the handle of what is in it was dragged to other columns."""
    first = next(i for i, field in enumerate(text.split(",")) if field)
    sheet = read_csv(text.replace("|", ","))
    area = (0, first, 0, text.replace("|", ",").count(","))
    new = put_cells(sheet, drag_handle(sheet, area, (0, onto[0], 0, onto[1]), other=other))
    return ",".join([editing_text(cell.content, cell.style.number) for cell in new.rows[0]])


@pytest.mark.parametrize(
    ("before", "onto", "other", "after"),
    [
        ("5", (0, 2), False, "5,5,5"),
        ("5", (0, 2), True, "5,6,7"),
        ("1,3", (0, 4), False, "1,3,5,7,9"),
        ("1,3", (0, 3), True, "1,3,1,3"),
        ("0.1,0.2", (0, 2), False, "0.1,0.2,0.3"),
        ("1,2,4", (0, 3), False, "1,2,4,5.33333333333333"),
        (",,4,6", (0, 3), False, "0,2,4,6"),
        ("Item 1", (0, 2), False, "Item 1,Item 2,Item 3"),
        ("A09", (0, 1), False, "A09,A10"),
        ("7 days", (0, 1), False, "7 days,8 days"),
        ("Item 1,Item 3", (0, 2), False, "Item 1,Item 3,Item 5"),
        ("Item 1", (0, 1), True, "Item 1,Item 1"),
        ("Tea", (0, 2), False, "Tea,Tea,Tea"),
        ("Tea,Milk", (0, 3), False, "Tea,Milk,Tea,Milk"),
        ("Mon", (0, 2), False, "Mon,Tue,Wed"),
        ("saturday", (0, 1), False, "saturday,sunday"),
        ("April,May", (0, 2), False, "April,May,June"),
        ("Jan,Apr", (0, 3), False, "Jan,Apr,Jul,Oct"),
        ("Q4", (0, 1), False, "Q4,Q1"),
        ("3/31/2025", (0, 1), False, "3/31/2025,4/1/2025"),
        ("1/31/2025,3/31/2025", (0, 2), False, "1/31/2025,3/31/2025,5/31/2025"),
        ("3/1/2025,3/8/2025", (0, 2), False, "3/1/2025,3/8/2025,3/15/2025"),
        ("TRUE", (0, 1), False, "TRUE,TRUE"),
        ("1,x", (0, 3), False, "1,x,2,x"),
        ("=$A2+A$2", (0, 1), False, "=$A2+A$2,=$A2+B$2"),
        ("1,2,3", (0, 0), False, "1"),
        ("1e307,9e307", (0, 3), False, "1e+307,9e+307,1e+307,9e+307"),
    ],
)
def test_what_is_dragged_goes_on(before: str, onto: tuple[int, int], other: bool, after: str) -> None:
    assert (
        line(before, onto, other) == after.replace("E", "e") if "e307" in before else line(before, onto, other) == after
    )


def test_a_double_click_fills_as_far_as_the_column_beside() -> None:
    sheet = read_csv("a,1\nb,\nc,\n,\nd,")
    assert reach_below(sheet, (0, 1, 0, 1)) == 2
    assert reach_below(sheet, (0, 3, 0, 3)) == 0
