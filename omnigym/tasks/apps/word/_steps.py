"""What the subtasks of Word share."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.actions import Action
from omnigym.tasks.apps._writing import PATH
from omnigym.tasks.subtask import UI, Need, Resource, WriteFile

__all__ = [
    "TEXT",
    "WORD",
    "document_need",
    "draft_need",
    "files",
    "heading_style",
]

WORD: Mapping[str, object] = {"app": "word", "platforms": ("windows",)}
TEXT = "Notes on the project\nThe plan is ready.\nWe begin in spring."


def document_need(text: str = TEXT) -> Need:
    """Any document: one that another subtask wrote, or one with ``text``."""
    return Need(Resource("document", PATH), (WriteFile(PATH, text),))


def draft_need(text: str) -> Need:
    """A document of known content, which no other subtask makes."""
    return Need(Resource("draft", PATH), (WriteFile(PATH, text),))


def files(*names: tuple[str, str]) -> tuple[dict[str, str], ...]:
    return tuple({"folder": folder, "name": name} for folder, name in names)


def heading_style(ui: UI) -> Action:
    """The style Heading 1: its button, or the shortcut where a narrow window has no room for it."""
    return ui.click("heading_1") if ui.find("heading_1") is not None else ui.press("1", "ctrl", "alt")
