"""The Run dialog."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.parametrize(
    ("typed", "app", "title"),
    [
        ("notepad", "text_editor", "Untitled - Notepad"),
        ("NOTEPAD.EXE Documents\\notes.txt", "text_editor", "notes.txt - Notepad"),
        ("calc", "calculator", "Calculator"),
        ("C:\\Windows", "file_manager", "Windows - File Explorer"),
        ("%userprofile%\\Music", "file_manager", "Music - File Explorer"),
        ("shell:RecycleBinFolder", "file_manager", "Recycle Bin - File Explorer"),
        ('"Documents\\shopping list.txt"', "text_editor", "shopping list.txt - Notepad"),
        ("ms-settings:display", "settings", "Settings"),
        ("https://wiki.contoso.com", "browser", "Contoso Wiki - Microsoft Edge"),
    ],
)
def test_it_starts_what_is_typed(hands: Any, typed: str, app: str, title: str) -> None:
    hands.press("r", "meta")
    hands.type(typed + "\n")
    (window,) = hands.device.windows()
    assert (window.app, window.active) == (app, True)
    assert window.title.endswith(title.rpartition(" - ")[2]) and window.title.startswith(title.partition(" - ")[0])


def test_what_is_not_there_is_said_and_can_be_corrected(hands: Any) -> None:
    hands.press("r", "meta")
    assert hands.node(key="run.open") is not None
    hands.type("notpad\n")
    assert hands.node(key="message.text").name.startswith("Windows cannot find 'notpad'.")
    hands.press("enter")
    hands.press("a", "ctrl")
    hands.type("notepad")
    hands.click("OK")
    assert [w.app for w in hands.device.windows()] == ["text_editor"]


def test_it_opens_once_and_escape_closes_it(hands: Any) -> None:
    hands.press("r", "meta")
    hands.press("r", "meta")
    assert [w.title for w in hands.device.windows()] == ["Run"]
    hands.press("escape")
    assert hands.device.windows() == ()
