"""Steps, oracles and runs of text editor that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.step_library.linux import entries
from omnigym.tasks.step_library.steps import open_path
from omnigym.tasks.step_library.writing import write_new
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI


@wrong_run("text/fill-document")
def half_of_it(ui: UI, folder: str, name: str, text: str) -> Iterator[Action]:
    """Only its first word."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.type(text.partition(" ")[0])
    yield ui.press("s", "ctrl")


_SAVE_AS = ("s", "ctrl", "shift")


@wrong_run("text/write-file", platforms=("linux",))
def without_its_end(ui: UI, text: str, name: str, folder: str) -> Iterator[Action]:
    """The last word is missing."""
    yield from write_new(ui, text.rpartition(" ")[0], f"{folder}/{name}", *_SAVE_AS)


@right_way("text/replace-word", platforms=("linux",), desktops=("xfce",))
def retyped_line_by_line(ui: UI, new: str, name: str, folder: str, **_: str) -> Iterator[Action]:
    """Each line by itself, and File, Save."""
    yield from open_path(ui, f"{folder}/{name}")
    for n, line in enumerate((f"First {new}, and then {new}.", f"Nothing but {new}.")):
        yield ui.press("end", "ctrl") if n else ui.press("home", "ctrl")
        yield ui.press("home", "shift") if n else ui.press("end", "shift")
        yield ui.type(line)
    yield from entries(ui, "File", "Save")


_SAVE_AS_TRIALS = ("s", "ctrl", "shift")


@word
def changed(ui: UI, line: str = "", new: str = "", **_: str) -> Iterator[Action]:
    """What a parameter set asks for, typed into the file that is open."""
    if line:
        yield ui.press("end", "ctrl")
        yield ui.type(f"\n{line}")
    else:
        yield from typed_in_text_editor(ui, f"First {new}, and then {new}.\nNothing but {new}.")


@word
def typed_in_text_editor(ui: UI, text: str) -> Iterator[Action]:
    """In place of the whole text."""
    yield ui.press("a", "ctrl")
    yield ui.type(text)


@wrong_run("text/write-file", platforms=("windows",))
def cut_short(ui: UI, text: str, name: str, folder: str) -> Iterator[Action]:
    """Without the last word."""
    yield from write_new(ui, text.rpartition(" ")[0], f"{folder}/{name}", *_SAVE_AS_TRIALS)


@word
def changed_and_not_saved(ui: UI, name: str, folder: str, **values: str) -> Iterator[Action]:
    """On the screen alone."""
    yield from open_path(ui, f"{folder}/{name}")
    yield from changed(ui, **values)
