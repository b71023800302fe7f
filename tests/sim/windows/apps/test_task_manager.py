"""Task Manager."""

from __future__ import annotations

from typing import Any

from omnigym.a11y import State


def test_a_task_is_ended_without_a_question(hands: Any) -> None:
    hands.open("text_editor")
    hands.type("unsaved")
    hands.open("file_manager")
    hands.press("n", "ctrl")
    hands.press("escape", "ctrl", "shift")
    assert hands.title() == "Task Manager"
    assert not hands.has("task_manager.end", State.ENABLED)
    assert hands.node("task_manager.processes.file_manager").value == "2 windows"
    hands.click("task_manager.processes.text_editor", "task_manager.end")
    hands.click("task_manager.processes.file_manager", button="right")
    hands.click("task_manager.menu.end")
    assert [w.app for w in hands.device.windows()] == ["task_manager"]
    assert not hands.has("task_manager.end", State.ENABLED)


def test_it_has_one_window_and_starts_others(hands: Any) -> None:
    hands.press("escape", "ctrl", "shift")
    hands.press("escape", "ctrl", "shift")
    hands.click("task_manager.run")
    hands.type("notepad\n")
    assert sorted(w.app for w in hands.device.windows()) == ["task_manager", "text_editor"]
