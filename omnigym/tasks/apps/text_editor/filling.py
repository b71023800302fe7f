"""An empty text document written in, with its wrong runs and other right ways."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._milestones import opened, written
from omnigym.tasks.apps._steps import in_front, open_path, save_as
from omnigym.tasks.apps._variations import instead
from omnigym.tasks.apps._writing import PATH
from omnigym.tasks.apps.phone._steps import table
from omnigym.tasks.subtask import UI, Condition, Need, Resource, WriteFile, all_of, subtask
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []

_ID = "text/fill-document"


@subtask(
    id=_ID,
    app="text_editor",
    instruction="{name} in {folder} is still empty. Write '{text}' into it with Notepad, and save it.",
    parameters=table(
        "folder name text",
        ("Documents", "preface.txt", "This is how it began."),
        ("Desktop", "market.txt", "Plums, eggs and a lettuce."),
        ("Downloads", "links.txt", "The archive is closed on Mondays."),
        ("Videos", "cast.txt", "Camera: Mona. Sound: Tariq."),
        ("Pictures", "about.txt", "All of them were taken in May."),
        ("Music", "set list.txt", "Begin with the slow waltz."),
        ("Documents", "open points.txt", "Who has the second key?"),
    ),
    conditions=(Condition("document_text", {"path": PATH, "text": "{text}"}),),
    needs=(Need(Resource("text_file", PATH), (WriteFile(PATH, ""),)),),
    produces=(Resource("file", PATH),),
    platforms=("windows",),
    milestones=(opened(PATH), all_of(opened(PATH), written("{text}"))),
    tags=("write",),
)
def fill_document(ui: UI, folder: str, name: str, text: str) -> Iterator[Action]:
    """Opened, typed, saved."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.type(text)
    yield ui.press("s", "ctrl")


@right_way(_ID)
def typed_first(ui: UI, folder: str, name: str, text: str) -> Iterator[Action]:
    """In a new window, which is saved over the empty one."""
    yield from in_front(ui)
    yield ui.press("n", "ctrl")
    yield ui.type(text)
    yield from save_as(ui, f"{folder}/{name}", "s", "ctrl", "shift")


@right_way(_ID)
def with_a_slip(ui: UI, folder: str, name: str, text: str) -> Iterator[Action]:
    """Something else is typed, taken back, and typed as it should be."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.type("Well,")
    yield ui.press("a", "ctrl")
    yield ui.type(text)
    yield ui.press("s", "ctrl")


@wrong_run(_ID)
def never_saved(ui: UI, folder: str, name: str, text: str) -> Iterator[Action]:
    """It is not in the file."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.type(text)


@wrong_run(_ID)
def half_of_it(ui: UI, folder: str, name: str, text: str) -> Iterator[Action]:
    """Only its first word."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.type(text.partition(" ")[0])
    yield ui.press("s", "ctrl")


instead(_ID, name="other.txt")
instead(_ID, values=("text",))
