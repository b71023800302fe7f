"""Steps, oracles and runs of powerpoint that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.counterexamples import right_way
from omnigym.tasks.step_library.libreoffice import titles_of
from omnigym.tasks.step_library.steps import answer, in_front, open_path, scroll_to
from omnigym.tasks.step_registry import value, word
from omnigym.tasks.subtask import UI


@word
def show_deck_in_powerpoint(ui: UI, path: str) -> Iterator[Action]:
    """A presentation in front, its slides there to be seen: no slide show, no page behind File."""
    yield from in_front(ui)
    for key in ("powerpoint.stop", "powerpoint.file.back"):
        yield from answer(ui, key)
    yield from open_path(ui, path)


@word
def pick_slide_in_powerpoint(ui: UI, path: str, title: str) -> Iterator[Action]:
    """A slide of a presentation in front, by its picture in the rail."""
    yield from show_deck_in_powerpoint(ui, path)
    yield from scroll_to(ui, "slide", "slides", name=title)
    yield ui.click("slide", name=title)


@word
def ribbon(ui: UI, tab: str, *keys: str) -> Iterator[Action]:
    """Commands of a tab of the ribbon, or of the page behind File."""
    yield ui.click("powerpoint.file" if tab == "file" else f"powerpoint.tab.{tab}")
    for key in keys:
        yield ui.click(f"powerpoint.{key}")


@word
def save_in_powerpoint(ui: UI) -> Iterator[Action]:
    """Ctrl+S."""
    yield ui.press("s", "ctrl")


@word
def looked_around(ui: UI, folder: str, name: str, slides: str, **_: object) -> Iterator[Action]:
    """Other slides are looked at first, and the slide show."""
    for title in titles_of(slides)[:2]:
        yield from pick_slide_in_powerpoint(ui, f"{folder}/{name}", title)
    yield ui.press("f5")
    yield ui.press("escape")


@value
def other(slides: str, title: str) -> str:
    """A slide that the task is not about."""
    return next(t for t in titles_of(slides)[1:] if t != title)


@right_way("powerpoint/move-slide")
def step_by_step(ui: UI, folder: str, name: str, slides: str, title: str, place: str, **_: object) -> Iterator[Action]:
    """As often as needed by one."""
    titles = titles_of(slides)
    at = titles.index(title)
    yield from pick_slide_in_powerpoint(ui, f"{folder}/{name}", title)
    for _step in range(len(titles) - 1 - at if place == "last" else at):
        yield from ribbon(ui, "home", "move_down" if place == "last" else "move_up")
    yield from save_in_powerpoint(ui)
