"""Calculator, used as a person does."""

from __future__ import annotations

import json
from typing import Any

import pytest

from omnigym.a11y import State
from omnigym.devices.protocol import ClipboardContent

FOLDER = "AppData/Local/Calculator"


def kept(hands: Any, name: str) -> list[str]:
    content: list[str] = json.loads(hands.device.read_file(f"{FOLDER}/{name}.json"))
    return content


def shown(hands: Any) -> str:
    return str(hands.node("calculator.result").value)


def clicks(hands: Any, *keys: str) -> None:
    hands.click(*[f"calculator.{key}" for key in keys])


def test_by_mouse(hands: Any) -> None:
    hands.open("calculator")
    clicks(hands, "7", "multiply", "6", "equals")
    assert shown(hands) == "42"
    assert hands.node("calculator.expression").name == "7 × 6 ="
    assert kept(hands, "history") == ["7 × 6 = 42"]
    clicks(hands, "square", "square_root", "negate", "reciprocal", "clear_entry", "1", "point", "5", "backspace")
    assert shown(hands) == "1."
    clicks(hands, "clear", "8", "divide", "5", "percent", "equals")
    assert shown(hands) == "160"


def test_by_keyboard(hands: Any) -> None:
    hands.open("calculator")
    hands.type("1250*3\n")
    assert shown(hands) == "3,750"
    hands.press("8", "shift")
    hands.type("2")
    hands.press("enter")
    hands.press("f9")
    assert shown(hands) == "-7,500"
    hands.press("c", "ctrl")
    assert hands.device.clipboard().text == "-7500"
    hands.press("delete")
    hands.press("q")
    hands.press("escape")
    assert shown(hands) == "0"


def test_keys_work_wherever_the_focus_is(hands: Any) -> None:
    hands.open("calculator")
    hands.type("2+2=")
    clicks(hands, "history.0")
    hands.type("3")
    hands.press("tab")
    hands.type("4")
    assert shown(hands) == "34"


def test_history_is_used_again_copied_and_deleted(hands: Any) -> None:
    hands.open("calculator")
    hands.type("2+2=3*3=")
    clicks(hands, "history.0")
    assert shown(hands) == "4" and hands.node("calculator.expression").name == "2 + 2 ="
    hands.click("calculator.history.1", button="right")
    hands.click("calculator.menu.copy")
    assert hands.device.clipboard().text == "3 × 3 = 9"
    hands.click("calculator.history.0", button="right")
    hands.click("calculator.menu.delete")
    assert kept(hands, "history") == ["3 × 3 = 9"]
    clicks(hands, "history_clear_all")
    assert kept(hands, "history") == []
    assert hands.see("calculator.history_clear_all") is None


def test_history_is_there_when_it_is_opened_again(hands: Any) -> None:
    hands.open("calculator")
    hands.type("6/4=")
    hands.press("f4", "alt")
    hands.open("calculator")
    assert hands.node("calculator.history.0").name == "6 ÷ 4 = 1.5"
    assert shown(hands) == "0"


def test_memory(hands: Any) -> None:
    hands.open("calculator")
    assert not hands.has("calculator.memory_recall", State.ENABLED)
    hands.type("84.5")
    clicks(hands, "memory_store", "clear", "7", "memory_store", "1", "memory_add", "memory_tab")
    assert kept(hands, "memory") == ["84.5", "8"]
    clicks(hands, "memory.0")
    assert shown(hands) == "84.5"
    hands.click("calculator.memory.0", button="right")
    hands.click("calculator.menu.subtract")
    assert kept(hands, "memory") == ["0", "8"]
    hands.click("calculator.memory.0", button="right")
    hands.click("calculator.menu.clear")
    hands.press("escape")
    hands.press("r", "ctrl")
    assert kept(hands, "memory") == ["8"] and shown(hands) == "8"
    hands.press("l", "ctrl")
    assert kept(hands, "memory") == []
    hands.press("r", "ctrl")
    assert shown(hands) == "8"


@pytest.mark.parametrize(
    ("text", "result", "lines"),
    [
        ("1,250.5", "1,250.5", None),
        ("-3", "-3", None),
        ("-3 + 5 =", "2", ["-3 + 5 = 2"]),
        ("2+3*4=", "20", ["2 + 3 = 5", "5 × 4 = 20"]),
        ("milk", "Invalid input", None),
        ("", "Invalid input", None),
    ],
)
def test_paste(hands: Any, text: str, result: str, lines: list[str] | None) -> None:
    hands.device.set_clipboard(ClipboardContent(text=text))
    hands.open("calculator")
    hands.press("v", "ctrl")
    assert shown(hands) == result
    assert (kept(hands, "history") if hands.device.stat(f"{FOLDER}/history.json") else None) == lines


def test_a_narrow_window_shows_the_history_over_the_keypad(hands: Any) -> None:
    hands.open("calculator")
    hands.press("left", "meta")
    hands.type("5+5=")
    assert hands.see("calculator.history") is None
    clicks(hands, "toggle")
    assert hands.see("calculator.7") is None
    clicks(hands, "history.0", "memory_tab", "toggle")
    assert hands.see("calculator.7") is not None and shown(hands) == "10"
    clicks(hands, "navigation", "show_memory")
    assert hands.see("calculator.memory") is not None
    clicks(hands, "navigation", "standard")
    assert hands.see("calculator.7") is not None


@pytest.mark.parametrize("content", [b"junk", b'{"a": 1}', b'[1, "no result", "x = y", "1 + 1 = 2"]', b"\xff"])
def test_a_spoilt_file_is_read_as_far_as_it_makes_sense(hands: Any, content: bytes) -> None:
    hands.device.write_file(f"{FOLDER}/history.json", content)
    hands.device.write_file(f"{FOLDER}/memory.json", content)
    hands.open("calculator")
    hands.type("1+2=")
    assert kept(hands, "history")[-1] == "1 + 2 = 3"


def test_a_folder_in_the_way_is_explained(hands: Any) -> None:
    hands.device.make_dir(f"{FOLDER}/history.json")
    hands.open("calculator")
    hands.type("1+2=")
    assert "is a folder" in hands.node("message.text").name


def test_long_numbers_fit(hands: Any) -> None:
    hands.open("calculator")
    hands.type("1234567890123456*9=")
    result, display = hands.node("calculator.result"), hands.node("calculator.display")
    assert display.bounds[0] <= result.bounds[0] and result.bounds[2] > 100
