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
CALL = {"id": "t2", "list": "Work", "title": "Call Tom", "important": True, "my_day": "2025-03-14", "due": "",
        "steps": [{"title": "Find his number", "done": True}], "files": ["a.txt"]}  # fmt: skip
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
    ("name", "args", "passes"),
    [
        ("todo_task", {"title": "milk"}, True),
        ("todo_task", {"title": "Milk", "list": "food", "completed": True, "due": "2025-03-20"}, True),
        ("todo_task", {"title": "Milk", "list": "Work"}, False),
        ("todo_task", {"title": "Milk", "completed": False}, False),
        ("todo_task", {"title": "Milk", "note": "Two litres"}, True),
        ("todo_task", {"title": "Milk", "note": "Two"}, False),
        ("todo_task", {"title": "Call Tom", "important": True, "my_day": "2025-03-14", "due": ""}, True),
        ("todo_task", {"title": "Call Tom", "due": "2025-03-20"}, False),
        ("todo_task", {"title": "Call Tom", "steps": ["Find his number"]}, True),
        ("todo_task", {"title": "Call Tom", "steps": []}, False),
        ("todo_absent", {"title": "Bread"}, True),
        ("todo_absent", {"title": "Milk", "list": "Work"}, True),
        ("todo_absent", {"title": "Milk"}, False),
        ("todo_list", {"name": "food"}, True),
        ("todo_list", {"name": "Fo"}, False),
        ("todo_list_absent", {"name": "Fo"}, True),
        ("todo_list_absent", {"name": "Food"}, False),
        ("todo_file", {"title": "Call Tom", "list": "Work", "path": "Documents/a.txt"}, True),
        ("todo_file", {"title": "Call Tom", "path": "Desktop/a.txt"}, False),
        ("todo_file", {"title": "Milk", "path": "Documents/a.txt"}, False),
        ("todo_file", {"title": "Call Tom", "path": "Documents/none.txt"}, False),
        ("todo_with_clipboard", {"list": "Food"}, True),
        ("todo_with_clipboard", {"list": "Work"}, False),
        ("todo_with_clipboard", {"list": "Food", "title": "Milk"}, False),
    ],
)
def test_tasks_and_lists(device: SimDevice, name: str, args: dict[str, Any], passes: bool) -> None:
    verdict = get_check(name).function(Probe(device), **args)
    assert bool(verdict) is passes, verdict.message
    assert passes or verdict.message


@pytest.mark.parametrize(
    ("text", "title", "passes"), [("two LITRES", "Milk", True), ("Milk", "", False), (" ", "", False)]
)
def test_text_of_the_clipboard(device: SimDevice, text: str, title: str, passes: bool) -> None:
    """A note that was pasted; an old task of that title was not."""
    device.set_clipboard(ClipboardContent(text=text))
    assert bool(get_check("todo_with_clipboard").function(Probe(device), list="Food", title=title)) is passes


@pytest.mark.parametrize("content", [b"junk", b"[]", b"\xff"])
def test_what_cannot_be_read_proves_nothing(content: bytes) -> None:
    device = SimDevice()
    device.write_file(f"{FOLDER}/tasks.json", content)
    probe = Probe(device)
    for name, args in (("todo_task", {"title": "x"}), ("todo_absent", {"title": "x"}), ("todo_list", {"name": "x"}),
                       ("todo_list_absent", {"name": "x"})):  # fmt: skip
        assert not get_check(name).function(probe, **args)
