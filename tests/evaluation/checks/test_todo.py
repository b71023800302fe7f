"""Checks of what is on a to-do list."""

from __future__ import annotations

import json
from typing import Any

import pytest

from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.sim.device import SimDevice
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import get_check

FOLDER = "AppData/Local/ToDo"
MILK = {"id": "t1", "list": "Food", "title": "Milk", "completed": True, "due": "2025-03-20", "note": "Two\nlitres"}
CALL = {
    "id": "t2",
    "list": "Work",
    "title": "Call Tom",
    "important": True,
    "my_day": "2025-03-14",
    "due": "",
    "steps": [{"title": "Find his number", "done": True}],
    "files": ["a.txt"],
}
TEA = {"id": "t10", "list": "Food", "title": "Tea", "completed": False}


@pytest.fixture
def device() -> SimDevice:
    device = SimDevice()
    book = {"lists": ["Tasks", "Food", "Work"], "tasks": [MILK, CALL, TEA]}
    device.write_file(f"{FOLDER}/tasks.json", json.dumps(book).encode())
    device.write_file(f"{FOLDER}/Files/t2/a.txt", b"one")
    device.write_file("Documents/a.txt", b"one")
    device.write_file("Desktop/a.txt", b"two")
    device.set_clipboard(ClipboardContent(text="tea\r\n"))
    return device


@pytest.mark.parametrize(
    ("columns", "holds"),
    [
        ({"title": "milk"}, True),
        ({"title": "Milk", "list": "food", "completed": True, "due": "2025-03-20"}, True),
        ({"title": "Milk", "list": "Work"}, False),
        ({"title": "Milk", "completed": False}, False),
        ({"title": "Milk", "note": "Two litres"}, True),
        ({"title": "Milk", "note": "Two"}, False),
        ({"title": "Call Tom", "important": True, "my_day": "2025-03-14", "due": ""}, True),
        ({"title": "Call Tom", "due": "2025-03-20"}, False),
        ({"title": "Call Tom", "steps": "Find his number"}, True),
        ({"title": "Call Tom", "steps": ""}, False),
        ({"title": "Bread"}, False),
    ],
)
def test_tasks_are_rows(device: SimDevice, columns: dict[str, Any], holds: bool) -> None:
    args = {"uri": "content://todo/tasks", "columns": columns, "any_case": True}
    assert bool(get_check("row_exists").function(Probe(device), **args)) is holds
    assert bool(get_check("row_absent").function(Probe(device), **args)) is not holds


def test_lists_are_rows(device: SimDevice) -> None:
    names = [row["name"] for row in Probe(device).content("content://todo/lists")]
    assert names == ["Tasks", "Food", "Work"]


@pytest.mark.parametrize(
    ("name", "args", "passes"),
    [
        ("todo_file", {"title": "Call Tom", "list": "Work", "path": "Documents/a.txt"}, True),
        ("todo_file", {"title": "Call Tom", "path": "Desktop/a.txt"}, False),
        ("todo_file", {"title": "Milk", "path": "Documents/a.txt"}, False),
        ("todo_file", {"title": "Call Tom", "path": "Documents/none.txt"}, False),
        ("todo_with_clipboard", {"list": "Food"}, True),
        ("todo_with_clipboard", {"list": "Work"}, False),
    ],
)
def test_files_and_what_was_pasted(device: SimDevice, name: str, args: dict[str, Any], passes: bool) -> None:
    verdict = get_check(name).function(Probe(device), **args)
    assert bool(verdict) is passes, verdict.message
    assert passes or verdict.message


@pytest.mark.parametrize(("text", "passes"), [("Milk", False), (" ", False), ("TEA", True)])
def test_text_of_the_clipboard(device: SimDevice, text: str, passes: bool) -> None:
    """Only the newest task was pasted now."""
    device.set_clipboard(ClipboardContent(text=text))
    assert bool(get_check("todo_with_clipboard").function(Probe(device), list="Food")) is passes


@pytest.mark.parametrize("content", [b"junk", b"[]", b"\xff", b"[" * 100_000])
def test_what_cannot_be_read_proves_nothing(content: bytes) -> None:
    device = SimDevice()
    device.write_file(f"{FOLDER}/tasks.json", content)
    for table, column in (("tasks", "title"), ("lists", "name")):
        args = {"uri": f"content://todo/{table}", "columns": {column: "x"}}
        assert not get_check("row_exists").function(Probe(device), **args)
        for others in (False, True):
            assert get_check("row_absent").function(Probe(device), **args, others=others).status != "passed"
