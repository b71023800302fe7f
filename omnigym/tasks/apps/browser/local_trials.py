"""Other right ways and wrong runs with web pages that are files, in the real desktop's browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from omnigym.actions import Action, Press, Wait
from omnigym.tasks.apps._real import right, shell, typed, unfinished, wrong
from omnigym.tasks.apps._steps import in_front, open_path
from omnigym.tasks.apps._variations import as_asked, instead
from omnigym.tasks.subtask import UI

__all__: list[str] = []

_NAMES = ("open-page", "bookmark", "copy-text", "follow-link", "sign-up", "save-page")
_ALL = tuple(f"browser/{name}" for name in _NAMES)
_COPY, _CHOOSE = Press("c", ("ctrl",)), Press("a", ("ctrl",))

instead("browser/bookmark", values=("label",))
instead("browser/sign-up", values=("person",))
instead("browser/save-page", values=("copy",))
instead("browser/save-page", values=("target",))
unfinished("without_copying", _COPY.__eq__, "browser/copy-text")
unfinished("without_selecting", _CHOOSE.__eq__, "browser/copy-text")
typed("right", "browser/save-page", by_a_command="cp {folder}/{name} {target}/{copy}")
typed(
    "wrong",
    "browser/save-page",
    moved="mv {folder}/{name} {target}/{copy}",
    an_empty_file="touch {target}/{copy}",
    a_link="ln -s ~/{folder}/{name} {target}/{copy}",
)


def _after(name: str, first: Callable[[UI], Iterator[Action]]) -> None:
    """The right way of each subtask that does something in the browser first."""

    def of(subtask: str) -> None:
        def trial(ui: UI, **given: Any) -> Iterator[Action]:
            yield from in_front(ui)
            yield from first(ui)
            yield from as_asked(subtask, ui, **given)

        trial.__name__, trial.__doc__ = name, first.__doc__
        right(subtask)(trial)

    for subtask in _ALL:
        of(subtask)


def _another_page(ui: UI) -> Iterator[Action]:
    """Another page is looked at first, in the same tab."""
    yield ui.press("l", "ctrl")
    yield ui.type("chrome://version\n")
    yield Wait(1.0)


def _another_tab(ui: UI) -> Iterator[Action]:
    """It is done in a new tab."""
    yield ui.press("t", "ctrl")
    yield Wait(0.5)


_after("after_another_page", _another_page)
_after("in_another_tab", _another_tab)


@wrong("browser/bookmark", "browser/copy-text", "browser/follow-link", "browser/sign-up", "browser/save-page")
def only_opened(ui: UI, folder: str, name: str, title: str, **_: str) -> Iterator[Action]:
    """The page is looked at, and that is all."""
    yield from as_asked("browser/open-page", ui, folder=folder, name=name, title=title)


@wrong("browser/open-page")
def in_another_program(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Its source, in the text editor."""
    yield from open_path(ui.of("text_editor"), f"{folder}/{name}")


@wrong("browser/open-page")
def listed_only(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Seen in a terminal."""
    yield from shell(ui, "ls -l {folder}/{name}", folder=folder, name=name)


@wrong("browser/follow-link")
def the_other_link(ui: UI, **given: str) -> Iterator[Action]:
    """It leads nowhere."""
    yield from as_asked("browser/open-page", ui, **{n: given[n] for n in ("folder", "name", "title")})
    yield ui.press("tab", count=2)
    yield ui.press("enter")
    yield Wait(1.0)


@right("browser/follow-link")
def with_the_keyboard(ui: UI, **given: str) -> Iterator[Action]:
    """The link is the first that Tab comes to."""
    yield from as_asked("browser/open-page", ui, **{n: given[n] for n in ("folder", "name", "title")})
    yield ui.press("tab")
    yield ui.press("enter")
    yield Wait(1.0)


@right("browser/sign-up")
def by_the_keyboard(ui: UI, person: str, **given: str) -> Iterator[Action]:
    """Tab, the space bar, Enter."""
    yield from as_asked("browser/open-page", ui, **given)
    yield ui.press("tab")
    yield ui.type(person)
    yield ui.press("tab")
    yield ui.press("space")
    yield ui.press("tab")
    yield ui.press("enter")


@wrong("browser/sign-up")
def without_the_news(ui: UI, person: str, **given: str) -> Iterator[Action]:
    """The box is not ticked."""
    yield from as_asked("browser/open-page", ui, **given)
    yield ui.press("tab")
    yield ui.type(f"{person}\n")


@wrong("browser/copy-text")
def its_title_alone(ui: UI, title: str, **given: str) -> Iterator[Action]:
    """Typed into the bar of addresses, and copied there."""
    yield from as_asked("browser/open-page", ui, title=title, **given)
    yield ui.press("l", "ctrl")
    yield ui.type(title)
    yield ui.press("a", "ctrl")
    yield ui.press("c", "ctrl")
