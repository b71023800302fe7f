"""The clipboard in the text editor of the real desktop: what CRAB asks for in VS Code."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._counterparts import counterpart
from omnigym.tasks.apps._steps import save_as
from omnigym.tasks.apps._writing import new_document
from omnigym.tasks.apps.word import documents
from omnigym.tasks.subtask import UI

__all__: list[str] = []

_ORIGINALS = (documents,)  # imported for the subtasks that it registers


@counterpart(
    "word/paste-into-new",
    "text/paste-into-new",
    "text_editor",
    {"a new Word document": "a new file in the text editor"},
    parameters=tuple(
        {"folder": folder, "name": name, "source": source}
        for folder, name, source in (
            ("Documents", "text_result.txt", "terminal"),
            ("Downloads", "coffee.txt", "map"),
            ("Desktop", "number.txt", "phone book"),
            ("Documents", "address.txt", "letter"),
            ("Downloads", "report.txt", "web page"),
            ("Documents", "saying.txt", "calendar"),
        )
    ),
)
def paste_into_new(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """A new window, Ctrl+V, Save As."""
    yield from new_document(ui)
    yield ui.press("v", "ctrl")
    yield from save_as(ui, f"{folder}/{name}", "s", "ctrl", "shift")
