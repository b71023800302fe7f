"""What the subtasks of Word share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from omnigym.actions import Action
from omnigym.tasks.apps._steps import dismiss, in_front
from omnigym.tasks.subtask import UI, MakeDir, Need, Resource, WriteFile

__all__ = [
    "PATH",
    "TEXT",
    "WORD",
    "document_need",
    "draft_need",
    "files",
    "folder_need",
    "heading_style",
    "new_document",
]

WORD: Mapping[str, Any] = {"app": "word", "category": "Office", "platforms": ("windows",)}
PATH = "{folder}/{name}"
TEXT = "Notes on the project\nThe plan is ready.\nWe begin in spring."


def folder_need() -> Need:
    return Need(Resource("folder", "{folder}"), (MakeDir("{folder}"),))


def document_need(text: str = TEXT) -> Need:
    """Any document: one that another subtask wrote, or one with ``text``."""
    return Need(Resource("document", PATH), (WriteFile(PATH, text),))


def draft_need(text: str) -> Need:
    """A document of known content, which no other subtask makes."""
    return Need(Resource("draft", PATH), (WriteFile(PATH, text),))


def files(*names: tuple[str, str]) -> tuple[dict[str, str], ...]:
    return tuple({"folder": folder, "name": name} for folder, name in names)


def new_document(ui: UI) -> Iterator[Action]:
    """A new document in front."""
    yield from dismiss(ui)
    opened = bool(ui.app_windows())
    yield from in_front(ui)
    if opened:
        yield ui.press("n", "ctrl")


def heading_style(ui: UI) -> Action:
    """The style Heading 1: its button, or the shortcut where a narrow window has no room for it."""
    return ui.click("heading_1") if ui.find("heading_1") is not None else ui.press("1", "ctrl", "alt")
