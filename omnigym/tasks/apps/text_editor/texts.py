"""Subtasks of the plain text editor: Notepad on Windows, Mousepad on Linux."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._milestones import opened, written
from omnigym.tasks.apps._steps import open_path
from omnigym.tasks.apps._writing import PATH, WRITE, append_line, write_new
from omnigym.tasks.subtask import UI, Condition, Need, Resource, WriteFile, all_of, subtask
from omnigym.tasks.worlds import contents

__all__: list[str] = []


@subtask(
    id="text/write-file",
    app="text_editor",
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
    draws={"folder": "listed", "name": "file_name", "text": "sentence"},
    **WRITE,
)
def write_file(ui: UI, text: str, name: str, folder: str) -> Iterator[Action]:
    """A new window, the text, Save As."""
    yield from write_new(ui, text, f"{folder}/{name}", "s", "ctrl", "shift")


@subtask(
    id="text/append-line",
    app="text_editor",
    instruction="Add the line '{line}' at the end of the text file {name} in {folder} and save it.",
    parameters=(
        {"line": "Pay the rent.", "name": "todo.txt", "folder": "Documents"},
        {"line": "Sam, 555-0199", "name": "phones.txt", "folder": "Documents"},
        {"line": "Lisbon", "name": "cities.txt", "folder": "Desktop"},
        {"line": "Two spoons of sugar.", "name": "cake.txt", "folder": "Documents"},
        {"line": "End of the report.", "name": "report.txt", "folder": "Downloads"},
        {"line": "Track nine is missing.", "name": "album.txt", "folder": "Music"},
    ),
    draws={"folder": "listed", "line": "sentence", "name": "file_name"},
    conditions=(Condition("document_text", {"path": PATH, "text": contents(PATH) + "\n{line}"}),),
    # Its last line ends as lines do, so that a shell that writes behind it writes below it.
    needs=(Need(Resource("text_file", PATH), (WriteFile(PATH, contents(PATH) + "\n"),), given=True),),
    produces=(Resource("file", PATH),),
    milestones=(opened(PATH), all_of(opened(PATH), written("{line}"))),
    tags=("edit", "write"),
)
def add_line(ui: UI, line: str, name: str, folder: str) -> Iterator[Action]:
    """Ctrl+End, Enter, the line."""
    yield from append_line(ui, line, f"{folder}/{name}")


@subtask(
    id="text/replace-word",
    app="text_editor",
    instruction="In the text file {name} in {folder}, change every '{old}' to '{new}' and save it.",
    parameters=(
        {"old": "spring", "new": "autumn", "name": "term.txt", "folder": "Documents"},
        {"old": "Berlin", "new": "Vienna", "name": "tour.txt", "folder": "Documents"},
        {"old": "apples", "new": "pears", "name": "fruit.txt", "folder": "Desktop"},
        {"old": "Tom", "new": "Ben", "name": "guests.txt", "folder": "Documents"},
        {"old": "north", "new": "south", "name": "route.txt", "folder": "Downloads"},
        {"old": "piano", "new": "guitar", "name": "lessons.txt", "folder": "Music"},
    ),
    draws={"folder": "listed", "name": "file_name", "new": "word"},
    conditions=(
        Condition("document_text", {"path": PATH, "text": "First {new}, and then {new}.\nNothing but {new}."}),
    ),
    needs=(
        Need(
            Resource("text_file", PATH),
            (WriteFile(PATH, "First {old}, and then {old}.\nNothing but {old}."),),
            given=True,
        ),
    ),
    produces=(Resource("file", PATH),),
    milestones=(opened(PATH), all_of(opened(PATH), written("Nothing but {new}."))),
    tags=("edit",),
)
def replace_word(ui: UI, new: str, name: str, folder: str, **_: str) -> Iterator[Action]:
    """The whole text is short enough to be typed anew."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.press("a", "ctrl")
    yield ui.type(f"First {new}, and then {new}.\nNothing but {new}.")
    yield ui.press("s", "ctrl")
