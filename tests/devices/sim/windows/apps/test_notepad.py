"""Notepad, used as a person does."""

from __future__ import annotations

from typing import Any

import pytest


def test_write_and_save(hands: Any) -> None:
    hands.open("text_editor")
    assert hands.title() == "Untitled - Notepad"
    hands.type("milk\nbread")
    assert hands.title() == "*Untitled - Notepad"
    assert hands.node("notepad.position").name == "Ln 2, Col 6"
    assert hands.node("notepad.characters").name == "10 characters"
    hands.press("s", "ctrl")
    hands.type("list\n")
    assert hands.title() == "list.txt - Notepad"
    assert hands.device.read_file("Documents/list.txt") == b"milk\nbread"


def test_menus(hands: Any) -> None:
    hands.open("text_editor")
    hands.type("one")
    hands.click("notepad.edit", "notepad.undo")
    assert hands.node("notepad.characters").name == "0 characters"
    hands.click("notepad.edit", "notepad.redo")
    hands.click("notepad.edit", "notepad.select_all")
    hands.press("c", "ctrl")
    assert hands.device.clipboard().text == "one"
    hands.click("notepad.view", "notepad.wrap")
    hands.click("notepad.file", "notepad.exit")
    hands.click("message.cancel")
    assert hands.title() == "*Untitled - Notepad"


def test_text_files_open_here(hands: Any) -> None:
    hands.open("file_manager")
    hands.click("explorer.place.documents")
    hands.click("explorer.items.notes.txt", count=2)
    assert hands.title() == "notes.txt - Notepad"
    hands.press("o", "ctrl")
    hands.type("shopping list\n")
    assert hands.title() == "shopping list.txt - Notepad"
    assert len([w for w in hands.device.windows() if w.app == "text_editor"]) == 2


@pytest.mark.parametrize(("button", "text"), [("message.save", b"new old"), ("message.dont_save", b"old")])
def test_closing_asks(hands: Any, button: str, text: bytes) -> None:
    hands.device.write_file("Documents/a.txt", b"old")
    hands.device.launch("text_editor", "Documents/a.txt")
    hands.type("new ")
    hands.press("f4", "alt")
    hands.click(button)
    assert hands.device.windows() == ()
    assert hands.device.read_file("Documents/a.txt") == text


def test_a_file_that_is_gone_is_explained(hands: Any) -> None:
    hands.device.launch("text_editor", "Documents/gone.txt")
    assert "File not found" in hands.node("message.text").name
