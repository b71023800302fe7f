"""Snipping Tool, used as a person does: a snip is what is on the screen, and says what is to be read there."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from omnigym.actions import Drag, Wait
from omnigym.pictures import draw_scene, read_picture, write_picture


@pytest.fixture
def tool(hands: Any) -> Any:
    hands.device.write_file("Documents/poem.txt", b"The fog comes\non little cat feet.")
    hands.device.launch("text_editor", "Documents/poem.txt")
    hands.open("snipping_tool")
    return hands


def snip(hands: Any, mode: int) -> None:
    hands.click("snipping_tool.mode", f"snipping_tool.mode.{mode}", "snipping_tool.new")


def copied(hands: Any) -> np.ndarray[Any, Any]:
    image = read_picture(hands.device.clipboard().image)
    assert image is not None
    return np.asarray(image)


def test_the_whole_screen_is_taken_without_the_window_that_takes_it(hands: Any) -> None:
    hands.device.launch("text_editor", "Documents/shopping list.txt")
    shown = hands.device.screenshot().copy()
    hands.open("snipping_tool")
    snip(hands, 2)
    above_the_taskbar = slice(0, shown.shape[0] - 60)
    different = (copied(hands)[above_the_taskbar] != shown[above_the_taskbar]).any(axis=2)
    assert different.mean() < 0.001, "but for the caret"
    assert hands.title() == "Snipping Tool"
    assert len(hands.names("Pictures/Screenshots")) == 1


def test_the_text_of_a_window_is_what_is_seen_on_it(tool: Any) -> None:
    snip(tool, 1)
    tool.click("snipping_tool.text_actions", "snipping_tool.copy_text")
    lines = tool.device.clipboard().text.split("\n")
    assert lines[0] == "poem.txt - Notepad"
    assert lines[2:4] == ["The fog comes", "on little cat feet."]
    assert "Minimize" not in tool.device.clipboard().text, "that is said of a picture, and not to be read"


def test_a_rectangle_is_drawn_and_comes_back_to_the_tool(tool: Any) -> None:
    snip(tool, 0)
    tool.device.act(Drag((0.25, 0.25), (0.5, 0.5)))
    assert copied(tool).shape[:2] == (192, 256)
    assert tool.see("snipping_tool.canvas") is not None
    tool.press("c", "ctrl")
    assert copied(tool).shape[:2] == (192, 256)


def test_a_delayed_snip_has_the_menu_that_was_opened_meanwhile(tool: Any) -> None:
    tool.click("snipping_tool.delay", "snipping_tool.delay.1")
    snip(tool, 2)
    assert tool.see("snipping_tool.canvas") is None
    tool.device.act(Wait(1.0))
    assert not tool.device.clipboard().image
    tool.device.act(Wait(2.5))
    assert tool.device.clipboard().image
    assert tool.see("snipping_tool.canvas") is not None


def test_coming_back_before_the_time_calls_it_off(tool: Any) -> None:
    tool.click("snipping_tool.delay", "snipping_tool.delay.3")
    snip(tool, 2)
    tool.device.act(Wait(1.0))
    tool.click("taskbar.snipping_tool")
    tool.device.act(Wait(12.0))
    assert not tool.device.clipboard().image


def test_windows_shift_s_stays_as_it_was(tool: Any) -> None:
    tool.press("s", "meta", "shift")
    tool.click("snipping.full")
    assert tool.device.clipboard().image
    assert tool.see("snipping_tool.canvas") is None


def test_a_picture_is_marked_cropped_and_saved(hands: Any) -> None:
    hands.device.write_file("Pictures/a.png", write_picture(draw_scene("harbour")))
    hands.device.launch("snipping_tool", "Pictures/a.png")
    left, top, w, h = hands.node("snipping_tool.canvas").bounds

    def at(x: float, y: float) -> tuple[float, float]:
        return (left + x * w) / hands.device.size[0], (top + y * h) / hands.device.size[1]

    hands.click("snipping_tool.highlighter", "snipping_tool.colour.yellow")
    hands.device.act(Drag(at(0.2, 0.2), at(0.6, 0.2)))
    hands.click("snipping_tool.select")
    hands.device.act(Drag(at(0.0, 0.0), at(0.5, 0.5)))
    hands.click("snipping_tool.crop")
    hands.press("s", "ctrl")
    image = read_picture(hands.device.read_file("Pictures/a.png"))
    whole = draw_scene("harbour")
    assert image is not None and abs(image.width - whole.width // 2) < 6
    changed = np.abs(np.asarray(image).astype(int) - np.asarray(whole.crop((0, 0, *image.size))).astype(int)).sum(
        axis=2
    )
    assert 0 < (changed > 30).mean() < 0.2


def test_a_damaged_picture_is_told(hands: Any) -> None:
    hands.device.write_file("Pictures/broken.png", b"nothing")
    hands.open("snipping_tool")
    hands.click("snipping_tool.open")
    hands.type("C:\\Users\\user\\Pictures\\broken.png\n")
    assert hands.node("message.text").name.startswith("Snipping Tool can't open broken.png.")
