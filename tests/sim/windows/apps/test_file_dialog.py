"""The Open and Save As dialogs."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.documents import read_docx


@pytest.fixture
def saving(hands: Any) -> Any:
    """Word's Save As dialog."""
    hands.open("word")
    hands.type("text")
    hands.press("f12")
    return hands


def test_a_name_gets_its_ending_and_goes_into_the_folder_shown(saving: Any) -> None:
    saving.click("file_dialog.place.desktop")
    saving.click("file_dialog.name")
    saving.press("a", "ctrl")
    saving.type("memo")
    saving.click("file_dialog.ok")
    assert read_docx(saving.device.read_file("Desktop/memo.docx")).text == "text"


def test_the_type_decides_the_ending(saving: Any) -> None:
    saving.click("file_dialog.type")
    saving.click(next(n.key for n in saving.device.tree() if n.name == "Plain Text (*.txt)" and n.key))
    saving.click("file_dialog.name")
    saving.press("a", "ctrl")
    saving.type("memo\n")
    assert saving.device.read_file("Documents/memo.txt") == b"text"


def test_a_folder_is_gone_into_by_name_and_by_double_click(saving: Any) -> None:
    saving.type("C:\\Users\n")
    assert saving.node("file_dialog.path").name == "C:\\Users"
    saving.click("file_dialog.items.user", count=2)
    assert saving.node("file_dialog.path").name == "C:\\Users\\user"
    saving.click("file_dialog.up")
    assert saving.node("file_dialog.path").name == "C:\\Users"


@pytest.mark.parametrize(
    ("typed", "says"),
    [("a*b\n", "not valid"), ("C:\\nowhere\\a.docx\n", "Path does not exist"), ("report\n", "already exists")],
)
def test_what_cannot_be_saved_is_explained(saving: Any, typed: str, says: str) -> None:
    saving.type(typed)
    assert says in saving.node("message.text").name


@pytest.mark.parametrize(("answer", "saved"), [("message.yes", True), ("message.no", False)])
def test_replacing_is_asked_about(saving: Any, answer: str, saved: bool) -> None:
    saving.type("report\n")
    saving.click(answer)
    assert (read_docx(saving.device.read_file("Documents/report.docx")).text == "text") is saved
    assert (saving.see("file_dialog.name") is None) is saved


def test_escape_leaves_everything_as_it_was(saving: Any) -> None:
    before = saving.names("Documents")
    saving.press("escape")
    assert saving.see("file_dialog.name") is None
    assert saving.names("Documents") == before
    assert saving.title() == "Document1 - Word"


def test_a_new_folder_is_made_where_one_is(saving: Any) -> None:
    saving.click("file_dialog.new_folder")
    assert "New folder" in saving.names("Documents")


def test_opening_shows_documents_and_knows_no_others(hands: Any) -> None:
    hands.open("word")
    hands.press("o", "ctrl")
    assert hands.see("file_dialog.items.report.docx") is not None
    assert hands.see("file_dialog.items.notes.txt") is None
    hands.type("missing\n")
    assert "File not found" in hands.node("message.text").name
    hands.press("enter")
    hands.click("file_dialog.items.report.docx")
    assert hands.node("file_dialog.name").value == "report.docx"
    hands.click("file_dialog.ok")
    assert hands.title() == "report.docx - Saved - Word"
