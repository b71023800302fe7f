"""Other right ways and wrong runs in the real desktop's text editor."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Press, Wait
from omnigym.tasks.apps._real import entries, right, right_on_xfce, shell, typed, unfinished, wrong
from omnigym.tasks.apps._steps import answer, dialog_opens, name_file, open_path, save_as
from omnigym.tasks.apps._writing import new_document, write_new
from omnigym.tasks.subtask import UI

__all__: list[str] = []

_SAVE_AS = ("s", "ctrl", "shift")
_KEPT, _KEPT_AS = Press("s", ("ctrl",)), Press("s", ("ctrl", "shift"))


def _saved_by_menu(ui: UI, path: str) -> Iterator[Action]:
    """The menu File, for a document that has no name yet."""
    yield from entries(ui, "File", "Save As...")
    yield from dialog_opens(ui)
    yield from name_file(ui, path)
    yield from answer(ui, "overwrite_confirm")


# -- writing ----------------------------------------------------------------------------------------------------------


@right_on_xfce("text/write-file")
def saved_by_menu(ui: UI, text: str, name: str, folder: str) -> Iterator[Action]:
    """Enter at the end of the line, and File, Save As."""
    yield from new_document(ui)
    yield ui.type(text + "\n")
    yield from _saved_by_menu(ui, f"{folder}/{name}")


@right("text/write-file")
def begun_on_the_command_line(ui: UI, text: str, name: str, folder: str) -> Iterator[Action]:
    """The editor started on the new file, so that Ctrl+S asks for no name."""
    yield from shell(ui, "touch {folder}/{name}", folder=folder, name=name)
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.type(text)
    yield ui.press("s", "ctrl")


typed(
    "wrong",
    "text/write-file",
    an_empty_file="touch {folder}/{name}",
    its_name_alone="echo {name} > {folder}/{name}",
)
unfinished("without_saving", _KEPT_AS.__eq__, "text/write-file", "text/paste-into-new")
unfinished("without_saving", _KEPT.__eq__, "text/append-line", "text/replace-word")


@wrong("text/write-file")
def without_its_end(ui: UI, text: str, name: str, folder: str) -> Iterator[Action]:
    """The last word is missing."""
    yield from write_new(ui, text.rpartition(" ")[0], f"{folder}/{name}", *_SAVE_AS)


@wrong("text/write-file")
def under_another_name(ui: UI, text: str, name: str, folder: str) -> Iterator[Action]:
    """The right text in another file."""
    yield from write_new(ui, text, f"{folder}/new-{name}", *_SAVE_AS)


@wrong("text/write-file")
def with_something_else(ui: UI, text: str, name: str, folder: str) -> Iterator[Action]:
    """Another line above it."""
    yield from write_new(ui, f"Untitled\n{text}", f"{folder}/{name}", *_SAVE_AS)


# -- changing ---------------------------------------------------------------------------------------------------------

typed(
    "right",
    "text/append-line",
    by_a_command="echo {line} >> {folder}/{name}",
    below_a_blank_line="printf '\\n%s\\n' {line} >> {folder}/{name}",
)
typed(
    "wrong",
    "text/append-line",
    instead_of_the_rest="echo {line} > {folder}/{name}",
    above_the_rest="sed -i 1i{line} {folder}/{name}",
    in_the_same_line="(cd {folder}; printf '%s %s\\n' \"$(cat {name})\" {line} > new; mv new {name})",
    in_a_copy="(cd {folder}; cp {name} new-{name}; printf '\\n%s\\n' {line} >> new-{name})",
    twice="printf '\\n%s\\n%s' {line} {line} >> {folder}/{name}",
)


@right_on_xfce("text/append-line")
def by_menus(ui: UI, line: str, name: str, folder: str) -> Iterator[Action]:
    """File, Save; and a line break at the end, as people do."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.press("end", "ctrl")
    yield ui.type(f"\n{line}\n")
    yield from entries(ui, "File", "Save")


@right_on_xfce("text/replace-word")
def retyped_line_by_line(ui: UI, new: str, name: str, folder: str, **_: str) -> Iterator[Action]:
    """Each line by itself, and File, Save."""
    yield from open_path(ui, f"{folder}/{name}")
    for n, line in enumerate((f"First {new}, and then {new}.", f"Nothing but {new}.")):
        yield ui.press("end", "ctrl") if n else ui.press("home", "ctrl")
        yield ui.press("home", "shift") if n else ui.press("end", "shift")
        yield ui.type(line)
    yield from entries(ui, "File", "Save")


# -- pasting ----------------------------------------------------------------------------------------------------------


@right_on_xfce("text/paste-into-new")
def pasted_by_menu(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Edit, Paste; File, Save As."""
    yield from new_document(ui)
    yield from entries(ui, "Edit", "Paste")
    yield from _saved_by_menu(ui, f"{folder}/{name}")


@right("text/paste-into-new")
def tried_twice(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Pasted, thrown away, and pasted anew; Ctrl+S asks for the name."""
    yield from new_document(ui)
    for _again in range(2):
        yield ui.press("a", "ctrl")
        yield ui.press("v", "ctrl")
    yield from save_as(ui, f"{folder}/{name}", "s", "ctrl")


@wrong("text/paste-into-new")
def pasted_twice(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """The text is there two times."""
    yield from new_document(ui)
    yield ui.press("v", "ctrl")
    yield ui.press("v", "ctrl")
    yield from save_as(ui, f"{folder}/{name}", *_SAVE_AS)


@wrong("text/paste-into-new", "writer/paste-into-new", "writer/paste-as-odt")
def nothing_pasted(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """An empty file of the name."""
    yield from shell(ui, "touch {folder}/{name}", folder=folder, name=name)


@wrong("text/paste-into-new")
def another_text_copied_first(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """What is pasted is not what was on the clipboard."""
    yield from new_document(ui)
    yield ui.type("Something else")
    yield ui.press("a", "ctrl")
    yield ui.press("c", "ctrl")
    yield Wait(0.2)
    yield ui.press("end", "ctrl")
    yield from save_as(ui, f"{folder}/{name}", *_SAVE_AS)
