"""Other right ways to write a text, and wrong runs: not saved, saved elsewhere, another text."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from omnigym.actions import Action
from omnigym.tasks.apps._steps import open_path, save_as
from omnigym.tasks.apps._writing import new_document, write_new
from omnigym.tasks.apps.file_manager._steps import pick
from omnigym.tasks.apps.powershell_ise.scripting import at_prompt
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []

_right, _wrong = (partial(register, platforms=("windows",)) for register in (right_way, wrong_run))
_SAVE_AS = ("s", "ctrl", "shift")
_CHANGED = ("text/append-line", "text/replace-word")


def _from_explorer(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """Opened by a double click on the file."""
    files = ui.of("file_manager")
    yield from pick(files, folder, name)
    yield files.double_click("item", name=name)


def _changed(ui: UI, line: str = "", new: str = "", **_: str) -> Iterator[Action]:
    """What a parameter set asks for, typed into the file that is open."""
    if line:
        yield ui.press("end", "ctrl")
        yield ui.type(f"\n{line}")
    else:
        yield from _typed(ui, f"First {new}, and then {new}.\nNothing but {new}.")


def _typed(ui: UI, text: str) -> Iterator[Action]:
    """In place of the whole text."""
    yield ui.press("a", "ctrl")
    yield ui.type(text)


@_right("text/append-line")
def below_a_blank_line(ui: UI, line: str, name: str, folder: str) -> Iterator[Action]:
    """Set apart from what is above it."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.press("end", "ctrl")
    yield ui.type(f"\n\n{line}\n")
    yield ui.press("s", "ctrl")


@_right("text/append-line")
def by_add_content(ui: UI, line: str, name: str, folder: str) -> Iterator[Action]:
    """A line of PowerShell."""
    yield from at_prompt(ui.of("powershell_ise"), f"Add-Content '{ui.native_path(f'{folder}/{name}')}' '{line}'")


# -- a new file -------------------------------------------------------------------------------------------------------


@_right("text/write-file")
def with_white_space_at_the_end(ui: UI, text: str, name: str, folder: str) -> Iterator[Action]:
    """A blank, and an empty line, which nobody sees."""
    yield from write_new(ui, f"{text} \n", f"{folder}/{name}", *_SAVE_AS)


@_right("text/write-file")
def saved_before_it_was_written(ui: UI, text: str, name: str, folder: str) -> Iterator[Action]:
    """Saved empty, by Ctrl+S, then written and saved again."""
    yield from write_new(ui, "", f"{folder}/{name}", "s", "ctrl")
    yield ui.type(text)
    yield ui.press("s", "ctrl")


@_wrong("text/write-file")
def never_saved(ui: UI, text: str, **_: str) -> Iterator[Action]:
    """Written only."""
    yield from new_document(ui)
    yield ui.type(text)


@_wrong("text/write-file")
def cut_short(ui: UI, text: str, name: str, folder: str) -> Iterator[Action]:
    """Without the last word."""
    yield from write_new(ui, text.rpartition(" ")[0], f"{folder}/{name}", *_SAVE_AS)


@_wrong("text/write-file")
def into_another_folder(ui: UI, text: str, name: str, folder: str) -> Iterator[Action]:
    """The right name in the wrong place."""
    yield from write_new(ui, text, f"{'Music' if folder != 'Music' else 'Videos'}/{name}", *_SAVE_AS)


@_wrong("text/write-file")
def over_the_notes(ui: UI, text: str, name: str, folder: str) -> Iterator[Action]:
    """The user's notes are lost to a first try."""
    yield from write_new(ui, text, "Documents/notes.txt", *_SAVE_AS)
    yield from save_as(ui, f"{folder}/{name}", *_SAVE_AS)


# -- a file that is there ---------------------------------------------------------------------------------------------


@_right(*_CHANGED)
def opened_by_a_double_click(ui: UI, name: str, folder: str, **values: str) -> Iterator[Action]:
    """From the file manager."""
    yield from _from_explorer(ui, folder, name)
    yield from _changed(ui, **values)
    yield ui.press("s", "ctrl")


@_right(*_CHANGED)
def with_an_empty_line_at_the_end(ui: UI, name: str, folder: str, **values: str) -> Iterator[Action]:
    """The last line is ended, as editors do, and Save As keeps it under its name."""
    yield from open_path(ui, f"{folder}/{name}")
    yield from _changed(ui, **values)
    yield ui.press("enter")
    yield from save_as(ui, f"{folder}/{name}", *_SAVE_AS)


@_wrong(*_CHANGED)
def changed_and_not_saved(ui: UI, name: str, folder: str, **values: str) -> Iterator[Action]:
    """On the screen alone."""
    yield from open_path(ui, f"{folder}/{name}")
    yield from _changed(ui, **values)


@_wrong(*_CHANGED)
def saved_under_another_name(ui: UI, name: str, folder: str, **values: str) -> Iterator[Action]:
    """The file itself is as it was."""
    yield from changed_and_not_saved(ui, name, folder, **values)
    yield from save_as(ui, f"{folder}/new {name}", *_SAVE_AS)


@_wrong("text/append-line")
def in_place_of_the_text(ui: UI, line: str, name: str, folder: str) -> Iterator[Action]:
    """What was there is lost."""
    yield from open_path(ui, f"{folder}/{name}")
    yield from _typed(ui, line)
    yield ui.press("s", "ctrl")


@_wrong("text/append-line")
def at_the_beginning(ui: UI, line: str, name: str, folder: str) -> Iterator[Action]:
    """The wrong end."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.press("home", "ctrl")
    yield ui.type(f"{line}\n")
    yield ui.press("s", "ctrl")


@_wrong("text/append-line")
def without_a_line_of_its_own(ui: UI, line: str, name: str, folder: str) -> Iterator[Action]:
    """Behind the last line, not below it."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.press("end", "ctrl")
    yield ui.press("backspace")
    yield ui.type(f" {line}")
    yield ui.press("s", "ctrl")


@_wrong("text/replace-word")
def the_first_ones_only(ui: UI, old: str, new: str, name: str, folder: str) -> Iterator[Action]:
    """The last one is as it was."""
    yield from open_path(ui, f"{folder}/{name}")
    yield from _typed(ui, f"First {new}, and then {new}.\nNothing but {old}.")
    yield ui.press("s", "ctrl")


@_wrong("text/replace-word")
def the_word_alone(ui: UI, new: str, name: str, folder: str, **_: str) -> Iterator[Action]:
    """The sentences around it are lost."""
    yield from open_path(ui, f"{folder}/{name}")
    yield from _typed(ui, new)
    yield ui.press("s", "ctrl")
