"""What the subtasks of Word share."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.actions import Action
from omnigym.tasks.subtask import UI

__all__ = [
    "WORD",
    "files",
    "heading_style",
]

WORD: Mapping[str, object] = {"app": "word", "platforms": ("windows",)}


def files(*names: tuple[str, str]) -> tuple[dict[str, str], ...]:
    return tuple({"folder": folder, "name": name} for folder, name in names)


def heading_style(ui: UI) -> Action:
    """The style Heading 1: its button, or the shortcut where a narrow window has no room for it."""
    return ui.click("heading_1") if ui.find("heading_1") is not None else ui.press("1", "ctrl", "alt")
