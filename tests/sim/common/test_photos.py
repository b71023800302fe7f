"""The rules of pictures, which the apps of all platforms share."""

from __future__ import annotations

import pytest

from omnigym.pictures import UNEDITED, Edits
from omnigym.sim.common.photos import beside, framed
from omnigym.sim.vfs import Stat

FOUND = tuple([Stat(name, f"C:/{name}", False, 0, 0) for name in ("a.jpg", "b.jpg", "c.jpg")])


@pytest.mark.parametrize(
    ("name", "by", "other"),
    [("a.jpg", 1, "C:/b.jpg"), ("c.jpg", -2, "C:/a.jpg"), ("c.jpg", 1, ""), ("a.jpg", -1, ""), ("gone.jpg", 1, "")],
)
def test_one_goes_on_and_back_and_not_round(name: str, by: int, other: str) -> None:
    assert beside(FOUND, f"C:/{name}", by) == other


def test_a_ratio_is_that_of_the_turned_picture() -> None:
    assert framed(Edits(turns=1), (300, 200), 1.0).crop == (0, 50, 200, 250)
    assert framed(Edits(crop=(0, 0, 5, 5)), (300, 200), 0.0) == UNEDITED
