"""What the subtasks of Clipchamp share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from omnigym.actions import Action
from omnigym.tasks.apps._commands import do
from omnigym.tasks.apps._steps import answer, in_front, name_file
from omnigym.tasks.subtask import UI, Effect, Need, Resource, WriteFile

__all__ = ["CLIPCHAMP", "SAVED", "add_title", "at_second", "film_need", "made", "new_film", "save", "take"]

SAVED = "Videos/{name}"
#: What is the same for all of them: a film is cut in a project of its own.
CLIPCHAMP: Mapping[str, Any] = {
    "app": "clipchamp",
    "platforms": ("windows",),
    "capabilities": ("content", "files", "apps", "a11y"),
    "effects": (Effect("add", "content://clipchamp/projects", why="Where a film is made, nobody asks."),),
}


def film_need(path: str = "{folder}/{video}", film: str = "{film}") -> Need:
    """A video of known pictures, five seconds each, which no other subtask makes."""
    return Need(Resource("video", path), (WriteFile(path, film),), given=True)


def made() -> tuple[Resource, ...]:
    """What is left of a film: a video, which is a file."""
    return Resource("video", SAVED), Resource("file", SAVED)


def new_film(ui: UI) -> Iterator[Action]:
    """An empty film."""
    yield from in_front(ui)
    yield ui.press("n", "ctrl")


def take(ui: UI, path: str) -> Iterator[Action]:
    """A file imported, and put on the end of its track."""
    yield ui.press("i", "ctrl")
    yield from name_file(ui, path)
    yield from do(ui, "add")


def at_second(ui: UI, second: int) -> Iterator[Action]:
    """The playhead at a second."""
    yield ui.press("home")
    if second:
        yield ui.press("right", count=second)


def add_title(ui: UI, words: str, style: str = "plain") -> Iterator[Action]:
    """A title where the playhead is."""
    yield ui.click("clipchamp.page.text")
    yield ui.click(f"clipchamp.title.{style}")
    yield ui.type(words)


def save(ui: UI, name: str) -> Iterator[Action]:
    """The video saved in Videos."""
    yield ui.press("e", "ctrl")
    yield from name_file(ui, f"Videos/{name}")
    yield from answer(ui, "overwrite_confirm")
