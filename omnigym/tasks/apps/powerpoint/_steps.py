"""What the subtasks of PowerPoint share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.actions import Action
from omnigym.tasks.apps._steps import answer, in_front, open_path, scroll_to
from omnigym.tasks.subtask import UI

__all__ = ["POWERPOINT", "pick_slide", "ribbon", "save", "show_deck", "write_on"]

#: What is the same for all of them.
POWERPOINT: Mapping[str, object] = {"app": "powerpoint", "platforms": ("windows",)}


def show_deck(ui: UI, path: str) -> Iterator[Action]:
    """A presentation in front, its slides there to be seen: no slide show, no page behind File."""
    yield from in_front(ui)
    for key in ("powerpoint.stop", "powerpoint.file.back"):
        yield from answer(ui, key)
    yield from open_path(ui, path)


def pick_slide(ui: UI, path: str, title: str) -> Iterator[Action]:
    """A slide of a presentation in front, by its picture in the rail."""
    yield from show_deck(ui, path)
    yield from scroll_to(ui, "slide", "slides", name=title)
    yield ui.click("slide", name=title)


def ribbon(ui: UI, tab: str, *keys: str) -> Iterator[Action]:
    """Commands of a tab of the ribbon, or of the page behind File."""
    yield ui.click("powerpoint.file" if tab == "file" else f"powerpoint.tab.{tab}")
    for key in keys:
        yield ui.click(f"powerpoint.{key}")


def write_on(ui: UI, part: str, text: str) -> Iterator[Action]:
    """A part of the slide in front written anew: "title", "text.0", "notes"."""
    yield ui.click(f"powerpoint.{part}")
    yield ui.press("a", "ctrl")
    yield ui.type(text)
    yield ui.press("escape")


def save(ui: UI) -> Iterator[Action]:
    """Ctrl+S."""
    yield ui.press("s", "ctrl")
