"""Windows+V: what was copied before can be pasted again."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.actions import OpenApp


@pytest.fixture
def notepad(hands: Any) -> Any:
    hands.device.set_setting("clipboard.history", "on")
    hands.device.act(OpenApp("text_editor"))
    for word in ("one", "two", "three"):
        hands.press("a", "ctrl")
        hands.type(word)
        hands.press("a", "ctrl")
        hands.press("c", "ctrl")
    hands.press("a", "ctrl")
    hands.type(">")
    return hands


def items(hands: Any) -> list[str]:
    return [n.name for n in hands.device.tree() if n.key.startswith("clipboard.item.") and n.key[-1].isdigit()]


def lines(hands: Any) -> list[str]:
    """What is written in Notepad."""
    return [n.name for n in hands.device.tree() if n.name.startswith(">")]


def test_what_is_chosen_is_pasted_where_one_was(notepad: Any) -> None:
    notepad.press("v", "meta")
    assert items(notepad) == ["three", "two", "one"]
    notepad.click(key="clipboard.item.2")
    assert lines(notepad) == [">one"]
    notepad.press("v", "meta")
    assert items(notepad) == ["one", "three", "two"]
    notepad.press("down")
    notepad.press("enter")
    assert lines(notepad) == [">onethree"]
    assert notepad.device.clipboard().text == "three"


def test_what_is_deleted_is_gone_from_the_clipboard_too(notepad: Any) -> None:
    notepad.press("v", "meta")
    notepad.click(key="clipboard.item.0.delete")
    assert items(notepad) == ["two", "one"] and not notepad.device.clipboard().text
    notepad.click("Clear all")
    notepad.press("escape")
    notepad.press("v", "meta")
    assert items(notepad) == []


def test_it_is_off_until_it_is_turned_on(hands: Any) -> None:
    hands.device.act(OpenApp("text_editor"))
    hands.type("one")
    hands.press("a", "ctrl")
    hands.press("c", "ctrl")
    hands.press("v", "meta")
    assert items(hands) == []
    hands.click("Turn on")
    assert hands.device.setting("clipboard.history") == "on"
    hands.press("escape")
    hands.press("x", "ctrl")
    hands.press("v", "meta")
    assert items(hands) == ["one"]
