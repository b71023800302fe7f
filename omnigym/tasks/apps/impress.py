"""Steps, oracles and runs of impress that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Click
from omnigym.tasks.counterexamples import right_way
from omnigym.tasks.step_library.libreoffice import menu, office_open, save_in_libreoffice, titles_of
from omnigym.tasks.step_library.linux import wrong
from omnigym.tasks.step_library.variations import as_asked
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI

_CORNER = 4


@word
def show_deck(ui: UI, path: str) -> Iterator[Action]:
    """A presentation open in the window in front, and its slides there to be seen."""
    yield from office_open(ui, path)
    yield from ui.wait_for("page")


@word
def pick_slide(ui: UI, path: str, title: str) -> Iterator[Action]:
    """A slide of a presentation in front, by its picture in the slides' pane."""
    yield from show_deck(ui, path)
    yield from ui.wait_for("slide", name=title)
    yield ui.click("slide", name=title)


@word
def on_page(ui: UI) -> Iterator[Action]:
    """The focus on the page, where there is nothing."""
    yield from ui.wait_for("page")
    page = ui.find("page")
    assert page is not None
    x, y, _, _ = page.bounds
    width, height = ui.size
    yield Click(((x + _CORNER) / width, (y + _CORNER) / height))


_CHANGING = (
    *("impress/add-slide", "impress/change-title", "impress/delete-slide", "impress/move-slide"),
    *("impress/write-notes", "impress/insert-picture"),
)


def _losing(subtask: str) -> None:
    """The trials of a subtask that changes a presentation: right but for what is lost on another slide."""

    def other(slides: str, title: str) -> str:
        """A slide of text that the task is not about."""
        return next(t for t in titles_of(slides)[1:] if t != title)

    @wrong(subtask)
    def loses_a_text(ui: UI, folder: str, name: str, slides: str, title: str, **given: object) -> Iterator[Action]:
        """What another slide says below its title is rubbed out."""
        yield from pick_slide(ui, f"{folder}/{name}", other(slides, title))
        yield from on_page(ui)
        yield ui.press("enter", "ctrl", count=2)
        yield ui.press("a", "ctrl")
        yield ui.press("delete")
        yield ui.press("escape", count=2)
        yield from as_asked(subtask, ui, folder=folder, name=name, slides=slides, title=title, **given)

    @wrong(subtask)
    def loses_a_slide(ui: UI, folder: str, name: str, slides: str, title: str, **given: object) -> Iterator[Action]:
        """Another slide is removed too."""
        yield from pick_slide(ui, f"{folder}/{name}", other(slides, title))
        yield ui.press("delete")
        yield from as_asked(subtask, ui, folder=folder, name=name, slides=slides, title=title, **given)


for _subtask in _CHANGING:
    _losing(_subtask)


@right_way(
    "impress/add-slide", "impress/change-title", "impress/delete-slide", "impress/move-slide", platforms=("linux",)
)
def after_a_look_around(ui: UI, folder: str, name: str, slides: str, **given: object) -> Iterator[Action]:
    """Other slides are looked at first."""
    for title in titles_of(slides)[:2]:
        yield from pick_slide(ui, f"{folder}/{name}", title)
    subtask = "change-title" if "new" in given else "move-slide" if "place" in given else _kind(slides, given)
    yield from as_asked(f"impress/{subtask}", ui, folder=folder, name=name, slides=slides, **given)


def _kind(slides: str, given: dict[str, object]) -> str:
    return "delete-slide" if given["title"] in titles_of(slides) else "add-slide"


@right_way("impress/move-slide", platforms=("linux",))
def step_by_step(ui: UI, folder: str, name: str, slides: str, title: str, place: str, **_: object) -> Iterator[Action]:
    """As often as needed by one."""
    titles = titles_of(slides)
    at = titles.index(title)
    yield from pick_slide(ui, f"{folder}/{name}", title)
    for _step in range(len(titles) - 1 - at if place == "last" else at):
        yield from menu(ui, "Slide", "Move", "Slide Down" if place == "last" else "Slide Up")
    yield from save_in_libreoffice(ui)
