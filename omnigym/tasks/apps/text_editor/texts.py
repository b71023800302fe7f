"""Subtasks of the plain text editor: Notepad on Windows, Mousepad on Linux."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._milestones import opened, saving, written
from omnigym.tasks.apps._steps import dismiss, in_front, open_path, save_as
from omnigym.tasks.subtask import UI, Condition, MakeDir, Need, Resource, WriteFile, all_of, subtask

__all__: list[str] = []

_PATH = "{folder}/{name}"


def _folder() -> Need:
    return Need(Resource("folder", "{folder}"), (MakeDir("{folder}"),))


def _draft(text: str) -> Need:
    """A file of known content, which no other subtask makes."""
    return Need(Resource("text_draft", _PATH), (WriteFile(_PATH, text),))


@subtask(
    id="text/write-file",
    app="text_editor",
    category="Note Management",
    instruction="Write '{text}' in the text editor and save it as {name} in {folder}.",
    parameters=(
        {"text": "Buy milk and bread.", "name": "list.txt", "folder": "Documents"},
        {"text": "Call Maria at five.", "name": "calls.txt", "folder": "Desktop"},
        {"text": "The code for the door is 4711.", "name": "door.txt", "folder": "Documents"},
        {"text": "Ideas for the garden.", "name": "garden.txt", "folder": "Documents"},
        {"text": "Chapter one: the storm.", "name": "novel.txt", "folder": "Downloads"},
        {"text": "Songs to learn this month.", "name": "songs.txt", "folder": "Music"},
        {"text": "Return the books on Friday.", "name": "library.txt", "folder": "Desktop"},
    ),
    conditions=(Condition("document_text", {"path": _PATH, "text": "{text}"}),),
    needs=(_folder(),),
    produces=(Resource("file", _PATH),),
    milestones=(written("{text}"), saving(written("{text}"))),
    tags=("create", "write"),
)
def write_file(ui: UI, text: str, name: str, folder: str) -> Iterator[Action]:
    """A new window, the text, Save As."""
    yield from dismiss(ui)
    opened = bool(ui.app_windows())
    yield from in_front(ui)
    if opened:
        yield ui.press("n", "ctrl")
    yield ui.type(text)
    yield from save_as(ui, f"{folder}/{name}", "s", "ctrl", "shift")


@subtask(
    id="text/append-line",
    app="text_editor",
    category="Note Management",
    instruction="Add the line '{line}' at the end of the text file {name} in {folder} and save it.",
    parameters=(
        {"line": "Pay the rent.", "name": "todo.txt", "folder": "Documents"},
        {"line": "Sam, 555-0199", "name": "phones.txt", "folder": "Documents"},
        {"line": "Lisbon", "name": "cities.txt", "folder": "Desktop"},
        {"line": "Two spoons of sugar.", "name": "cake.txt", "folder": "Documents"},
        {"line": "End of the report.", "name": "report.txt", "folder": "Downloads"},
        {"line": "Track nine is missing.", "name": "album.txt", "folder": "Music"},
    ),
    conditions=(Condition("document_text", {"path": _PATH, "text": "The first line.\n{line}"}),),
    needs=(_draft("The first line."),),
    produces=(Resource("file", _PATH),),
    milestones=(opened(_PATH), all_of(opened(_PATH), written("{line}"))),
    tags=("edit", "write"),
)
def append_line(ui: UI, line: str, name: str, folder: str) -> Iterator[Action]:
    """Ctrl+End, Enter, the line."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.press("end", "ctrl")
    yield ui.press("enter")
    yield ui.type(line)
    yield ui.press("s", "ctrl")


@subtask(
    id="text/replace-word",
    app="text_editor",
    category="Note Management",
    instruction="In the text file {name} in {folder}, change every '{old}' to '{new}' and save it.",
    parameters=(
        {"old": "spring", "new": "autumn", "name": "term.txt", "folder": "Documents"},
        {"old": "Berlin", "new": "Vienna", "name": "tour.txt", "folder": "Documents"},
        {"old": "apples", "new": "pears", "name": "fruit.txt", "folder": "Desktop"},
        {"old": "Tom", "new": "Ben", "name": "guests.txt", "folder": "Documents"},
        {"old": "north", "new": "south", "name": "route.txt", "folder": "Downloads"},
        {"old": "piano", "new": "guitar", "name": "lessons.txt", "folder": "Music"},
    ),
    conditions=(
        Condition("document_text", {"path": _PATH, "text": "First {new}, and then {new}.\nNothing but {new}."}),
    ),
    needs=(_draft("First {old}, and then {old}.\nNothing but {old}."),),
    produces=(Resource("file", _PATH),),
    milestones=(opened(_PATH), all_of(opened(_PATH), written("Nothing but {new}."))),
    tags=("edit",),
)
def replace_word(ui: UI, new: str, name: str, folder: str, **_: str) -> Iterator[Action]:
    """The whole text is short enough to be typed anew."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.press("a", "ctrl")
    yield ui.type(f"First {new}, and then {new}.\nNothing but {new}.")
    yield ui.press("s", "ctrl")
