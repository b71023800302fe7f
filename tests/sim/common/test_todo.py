"""The rules of to-do lists, which the apps of all platforms share."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

import pytest

from omnigym.devices.sim.device import SimDevice
from omnigym.sim.common.todo import Listed, changed, due_text, find, parted

FRIDAY = date(2025, 3, 14)


class Chore(NamedTuple):
    id: int
    done: bool = False


CHORES = (Chore(3), Chore(1, True), Chore(2))


@pytest.mark.parametrize(
    ("due", "said"),
    [
        ("2025-03-13", "Yesterday"),
        ("2025-03-14", "Today"),
        ("2025-03-15", "Tomorrow"),
        ("2025-03-16", "Sun, March 16"),
        ("2024-03-14", "Thu, March 14, 2024"),
        ("soon", "soon"),
        ("", ""),
    ],
)
def test_a_day_is_said_as_a_person_says_it(due: str, said: str) -> None:
    assert due_text(due, FRIDAY, "%B") == said
    assert due_text(due, FRIDAY, "%b") == said.replace("March", "Mar")


def test_tasks_are_found_and_changed_in_their_places() -> None:
    assert find(CHORES, 1) == Chore(1, True) and find(CHORES, 4) is None
    assert changed(CHORES, Chore(3, True)) == (Chore(3, True), Chore(1, True), Chore(2))
    assert changed(CHORES, Chore(4)) == CHORES
    assert parted(CHORES, lambda c: c.done) == ((Chore(3), Chore(2)), (Chore(1, True),))


def test_checks_read_the_same_columns_on_every_platform() -> None:
    for device in (SimDevice(), SimDevice((540, 1200), platform="android", scale=1.5)):
        rows = device.query_content("content://todo/tasks")
        assert all(set(row) >= set(Listed._fields) for row in rows)
        assert {"0", "1"} == {row["completed"] for row in rows} == {row["important"] for row in rows}
        assert {row["list"] for row in rows} <= {row["name"] for row in device.query_content("content://todo/lists")}
