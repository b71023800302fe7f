"""Texts written into editors, plain or not."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.step_library.steps import dismiss, in_front, open_path, save_as
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI


@word
def new_document(ui: UI) -> Iterator[Action]:
    """A new document in front."""
    yield from dismiss(ui)
    opened = bool(ui.app_windows())
    yield from in_front(ui)
    if opened:
        yield ui.press("n", "ctrl")


@word
def write_new(ui: UI, text: str, path: str, *keys: str) -> Iterator[Action]:
    """A new document, the text, Save As by its keys."""
    yield from new_document(ui)
    yield ui.type(text)
    yield from save_as(ui, path, *keys)


@word
def append_line(ui: UI, line: str, path: str) -> Iterator[Action]:
    """A document open, Ctrl+End, Enter, the line; saved."""
    yield from open_path(ui, path)
    yield ui.press("end", "ctrl")
    yield ui.press("enter")
    yield ui.type(line)
    yield ui.press("s", "ctrl")


@word
def select_all(ui: UI) -> Iterator[Action]:
    """Everything selected."""
    yield ui.press("a", "ctrl")


@word
def select_line(ui: UI) -> Iterator[Action]:
    """The line selected."""
    yield ui.press("home", "ctrl")
    yield ui.press("end", "shift")


@word
def select_to_end(ui: UI) -> Iterator[Action]:
    """From the start of a line to the end of the text selected."""
    yield ui.press("home", "ctrl")
    yield ui.press("end", "ctrl", "shift")
