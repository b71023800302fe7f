"""Sticky Notes, used as a person does."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.a11y import Role

GARAGE, DOOR, SAM, SAFE = (
    "Call the garage about the tyres",
    "Door code of the office: 4471",
    "Ideas for Sam's birthday",
    "Passwords are in the safe, not here!",
)


@pytest.fixture
def notes(hands: Any) -> Any:
    hands.open("sticky_notes")
    return hands


def listed(hands: Any) -> list[str]:
    return [n.name for n in hands.device.tree() if n.role is Role.LIST_ITEM and n.key.startswith("sticky.note.")]


def kept(hands: Any) -> list[tuple[str, str]]:
    return [(row["text"], row["colour"]) for row in hands.device.query_content("content://sticky/notes")]


def test_a_new_note_is_kept_as_it_is_typed_and_listed_first(notes: Any) -> None:
    assert listed(notes) == [GARAGE, DOOR, SAM, SAFE]
    notes.press("n", "ctrl")
    notes.type("Milk\nand eggs")
    assert kept(notes)[-1] == ("Milk\nand eggs", "yellow")
    notes.click("sticky.list")
    assert listed(notes) == ["Milk", GARAGE, DOOR, SAM, SAFE]
    notes.click("sticky.note.2")
    notes.type("!")
    assert kept(notes)[1][0] == f"{DOOR}!", "one goes on at the end"


def test_search_and_escape(notes: Any) -> None:
    notes.press("f", "ctrl")
    notes.type("PASTA")
    assert listed(notes) == [SAM]
    notes.press("escape")
    assert len(listed(notes)) == 4


def test_a_note_gets_a_colour_in_the_list_and_when_it_is_open(notes: Any) -> None:
    notes.click("sticky.note.1", button="right")
    notes.click("sticky.menu.colour", "sticky.colour.purple")
    assert kept(notes)[0] == (GARAGE, "purple")
    notes.click("sticky.note.1", "sticky.colour", "sticky.colour.grey")
    assert kept(notes)[0] == (GARAGE, "grey")


@pytest.mark.parametrize(("answer", "left"), [("message.delete", 3), ("message.keep", 4)])
def test_deleting_asks_first(notes: Any, answer: str, left: int) -> None:
    notes.click("sticky.note.2")
    notes.press("d", "ctrl")
    notes.click(answer)
    assert len(kept(notes)) == left
    assert (notes.see("sticky.text") is None) == (left == 3)


def test_strange_notes_are_passed_over(notes: Any) -> None:
    rows = b'{"rows": [{"id": 1, "text": 5}, {"id": 2, "colour": "plaid"}, {"id": 3, "text": "ok"}, 4]}'
    notes.device.write_file("AppData/Local/StickyNotes/notes.json", rows)
    assert listed(notes) == ["Empty note", "ok"][::-1]
