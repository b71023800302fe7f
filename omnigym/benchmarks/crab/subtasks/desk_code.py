"""The oracle of CRAB's sub-task of the code editor, wrong runs and other right ways of it."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, OpenApp
from omnigym.benchmarks.crab.template import crab_oracle
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.step_library.linux import command
from omnigym.tasks.step_library.steps import in_front, save_as
from omnigym.tasks.subtask import UI

__all__: list[str] = []

_PASTE = "8491e674-596b-452b-9e0e-58a44d90f947"


def _new(ui: UI) -> Iterator[Action]:
    """An empty file in front."""
    yield from in_front(ui)
    yield ui.press("n", "ctrl")


@crab_oracle(_PASTE)
def paste_into_code(ui: UI, path: str, **_: object) -> Iterator[Action]:
    """A new file, whatever its window shows."""
    yield from _new(ui)
    yield ui.press("v", "ctrl")
    yield from save_as(ui, path, "s", "ctrl")


@right_way(_PASTE)
def by_the_palette(ui: UI, path: str, **_: object) -> Iterator[Action]:
    """The commands by their names instead of their keys."""
    yield from in_front(ui)
    for name in ("New Text File", "Save As"):
        yield ui.press("p", "ctrl", "shift")
        yield ui.type(f"{name}\n")
        if name.startswith("New"):
            yield ui.press("v", "ctrl")
    yield ui.press("a", "ctrl")
    yield ui.type(f"{ui.native_path(path)}\n")


@right_way(_PASTE)
def into_a_file_that_is_there(ui: UI, path: str, **_: object) -> Iterator[Action]:
    """The terminal makes the file and opens it in the editor, which fills it."""
    native = command(ui.native_path(path))
    yield OpenApp("terminal")
    yield ui.type(f"touch {native} && code {native}\n")
    yield ui.press("v", "ctrl")
    yield ui.press("s", "ctrl")


@wrong_run(_PASTE)
def does_not_save(ui: UI, **_: object) -> Iterator[Action]:
    """It is pasted, and only in the window."""
    yield from _new(ui)
    yield ui.press("v", "ctrl")


@wrong_run(_PASTE)
def saves_it_empty(ui: UI, path: str, **_: object) -> Iterator[Action]:
    """Nothing is pasted before it is saved."""
    yield from _new(ui)
    yield from save_as(ui, path, "s", "ctrl")


@wrong_run(_PASTE)
def types_something_besides(ui: UI, path: str, **_: object) -> Iterator[Action]:
    """The text, and a word more."""
    yield from _new(ui)
    yield ui.press("v", "ctrl")
    yield ui.type("More")
    yield from save_as(ui, path, "s", "ctrl")


@wrong_run(_PASTE)
def names_another_file(ui: UI, path: str, **_: object) -> Iterator[Action]:
    """The right text in a file of another name."""
    yield from _new(ui)
    yield ui.press("v", "ctrl")
    yield from save_as(ui, f"{path}.bak", "s", "ctrl")
