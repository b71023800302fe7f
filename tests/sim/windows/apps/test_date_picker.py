"""The dialog in which a day is chosen."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.a11y import Role


@pytest.fixture
def picker(hands: Any) -> Any:
    hands.open("todo")
    hands.click("todo.list.Work")
    hands.click(next(n.key for n in hands.device.tree() if n.name == "Prepare the slides"))
    hands.click("todo.details.due", "todo.due.pick")
    return hands


def due(hands: Any) -> str:
    return str(hands.node("todo.details.due").name)


def test_it_begins_with_the_day_that_is_set(picker: Any) -> None:
    assert picker.node("date_picker.month").name == "March 2025"
    assert picker.node("date_picker.2025-03-14").name == "March 14, 2025, today"
    assert len([n for n in picker.device.tree() if n.key.startswith("date_picker.20")]) == 42
    picker.press("enter")
    assert due(picker) == "Due Wed, March 19"


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (("right",), "Thu, March 20"),
        (("left", "up"), "Tue, March 11"),
        (("down", "down"), "Wed, April 2"),
        (("pagedown",), "Sat, April 19"),
        (("pageup", "pageup", "pageup"), "Thu, December 19, 2024"),
    ],
)
def test_keys(picker: Any, keys: tuple[str, ...], said: str) -> None:
    for key in keys:
        picker.press(key)
    picker.press("enter")
    assert due(picker) == f"Due {said}"


def test_mouse(picker: Any) -> None:
    picker.click("date_picker.previous", "date_picker.next", "date_picker.2025-03-31", "date_picker.next")
    assert picker.node("date_picker.month").name == "April 2025", "the 31st of March becomes the 30th of April"
    picker.click("date_picker.2025-04-24", count=2)
    assert due(picker) == "Due Thu, April 24"


def test_cancel(picker: Any) -> None:
    picker.click("date_picker.2025-03-31", "date_picker.cancel")
    assert due(picker) == "Due Wed, March 19"
    assert picker.device.tree().find(Role.DIALOG) is None
