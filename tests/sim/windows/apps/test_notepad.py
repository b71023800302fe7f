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


def selected(hands: Any) -> str:
    """What is selected, by the clipboard."""
    hands.click("notepad.find.close")
    hands.press("c", "ctrl")
    hands.press("f", "ctrl")
    return f"{hands.device.clipboard().text} {hands.node('notepad.position').name}"


def test_find_goes_from_one_to_the_next(hands: Any) -> None:
    hands.open("text_editor")
    hands.type("Tea and tea\nno TEA")
    hands.press("home", "ctrl")
    hands.press("f", "ctrl")
    hands.type("tea\n")
    assert selected(hands) == "Tea Ln 1, Col 4"
    hands.press("f3")
    assert selected(hands) == "tea Ln 1, Col 12"
    hands.click("notepad.find.next")
    assert selected(hands) == "TEA Ln 2, Col 7"
    hands.press("f3")
    assert selected(hands) == "Tea Ln 1, Col 4"
    hands.press("f3", "shift")
    assert selected(hands) == "TEA Ln 2, Col 7"
    hands.click("notepad.find.options", "notepad.find.wrap", "notepad.find.next")
    assert hands.node("message.text").name == 'Cannot find "TEA"'
    hands.press("enter")
    hands.click("notepad.find.options", "notepad.find.match_case", "notepad.find.previous")
    assert hands.node("message.text").name == 'Cannot find "TEA"'


def test_replace_one_and_all(hands: Any) -> None:
    hands.open("text_editor")
    hands.type("one two one two one")
    hands.press("home", "ctrl")
    hands.press("h", "ctrl")
    hands.type("one")
    hands.click("notepad.find.with")
    hands.type("x")
    hands.click("notepad.find.replace", "notepad.find.replace")
    assert hands.node("notepad.text.0").name == "x two one two one"
    hands.click("notepad.find.replace_all")
    assert hands.node("notepad.text.0").name == "x two x two x"
    assert hands.node("notepad.characters").name == "13 characters"
    hands.press("escape")
    assert hands.see("notepad.find.text") is None
    hands.press("z", "ctrl")
    assert hands.node("notepad.text.0").name == "x two one two one"


def test_zoom(hands: Any) -> None:
    hands.open("text_editor")
    hands.type("text")
    usual = hands.node("notepad.text.0").bounds[3]
    for _ in range(10):
        hands.press("=", "ctrl")
    assert hands.node("notepad.status.zoom").name == "200%"
    assert 1.8 * usual < hands.node("notepad.text.0").bounds[3] < 2.2 * usual
    hands.press("-", "ctrl")
    assert hands.node("notepad.status.zoom").name == "190%"
    hands.press("0", "ctrl")
    assert hands.node("notepad.text.0").bounds[3] == usual
    hands.click("notepad.view", "notepad.zoom", "notepad.zoom.out")
    assert hands.node("notepad.status.zoom").name == "90%"
