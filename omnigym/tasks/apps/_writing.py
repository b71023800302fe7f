"""Writing a text in an editor, plain or not: what such subtasks ask for, and how it is done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from omnigym.actions import Action
from omnigym.tasks.apps._milestones import saving, written
from omnigym.tasks.apps._needs import folder_need
from omnigym.tasks.apps._steps import dismiss, in_front, open_path, save_as
from omnigym.tasks.subtask import UI, Condition, Resource

__all__ = ["PATH", "WRITE", "append_line", "new_document", "write_new"]

PATH = "{folder}/{name}"
#: What it takes to write {text} into a new file.
WRITE: Mapping[str, Any] = {
    "conditions": (Condition("document_text", {"path": PATH, "text": "{text}"}),),
    "needs": (folder_need(),),
    "produces": (Resource("file", PATH),),
    "milestones": (written("{text}"), saving(written("{text}"))),
    "tags": ("create", "write"),
}


def new_document(ui: UI) -> Iterator[Action]:
    """A new document in front."""
    yield from dismiss(ui)
    opened = bool(ui.app_windows())
    yield from in_front(ui)
    if opened:
        yield ui.press("n", "ctrl")


def write_new(ui: UI, text: str, path: str, *keys: str) -> Iterator[Action]:
    """A new document, the text, Save As by its keys."""
    yield from new_document(ui)
    yield ui.type(text)
    yield from save_as(ui, path, *keys)


def append_line(ui: UI, line: str, path: str) -> Iterator[Action]:
    """A document open, Ctrl+End, Enter, the line; saved."""
    yield from open_path(ui, path)
    yield ui.press("end", "ctrl")
    yield ui.press("enter")
    yield ui.type(line)
    yield ui.press("s", "ctrl")
