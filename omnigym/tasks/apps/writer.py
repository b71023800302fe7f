"""Steps, oracles and runs of writer that are no plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from omnigym.actions import Action, Modifier
from omnigym.tasks.counterexamples import wrong_run
from omnigym.tasks.step_library.libreoffice import (
    menu,
    new_file_in_libreoffice,
    office_open,
    office_save_as,
    save_in_libreoffice,
)
from omnigym.tasks.step_library.linux import right, wrong
from omnigym.tasks.step_library.writing import select_all, select_line, select_to_end
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI


@word
def paste_into_new(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """A new document, Ctrl+V, Save As."""
    yield from new_file_in_libreoffice(ui)
    yield ui.press("v", "ctrl")
    yield from office_save_as(ui, f"{folder}/{name}")


def _last_line(ui: UI) -> Iterator[Action]:
    yield ui.press("end", "ctrl")
    yield ui.press("home", "shift")


#: Of each subtask that formats: its key, its menu, and whether it is about the first line alone.
_FORMATS: Mapping[str, tuple[str, tuple[Modifier, ...], tuple[str, ...], bool]] = {
    "bold-all": ("b", ("ctrl",), ("Format", "Text", "Bold"), False),
    "italic-all": ("i", ("ctrl",), ("Format", "Text", "Italic"), False),
    "underline-all": ("u", ("ctrl",), ("Format", "Text", "Single Underline"), False),
    "bullet-list": ("f12", ("shift",), ("Format", "Lists", "Unordered List"), False),
    "justify": ("j", ("ctrl",), ("Format", "Align Text", "Justified"), False),
    "heading": ("1", ("ctrl",), ("Styles", "Heading 1"), True),
    "centre-title": ("e", ("ctrl",), ("Format", "Align Text", "Centered"), True),
}


def _formatting(name_of: str) -> None:
    """The trials of a subtask that formats a whole document, or its first line."""
    subtask = f"writer/{name_of}"
    key, modifiers, entries, one_line = _FORMATS[name_of]
    whole, other = (select_line, select_all) if one_line else (select_all, select_line)

    def formatted(ui: UI, path: str, select: Callable[[UI], Iterator[Action]]) -> Iterator[Action]:
        yield from office_open(ui, path)
        yield from select(ui)
        yield ui.press(key, *modifiers)

    @right(subtask)
    def by_menus(ui: UI, folder: str, name: str) -> Iterator[Action]:
        """The menus, to save too."""
        yield from office_open(ui, f"{folder}/{name}")
        yield from whole(ui)
        yield from menu(ui, *entries)
        yield from menu(ui, "File", "Save")

    @right(subtask)
    def selected_otherwise(ui: UI, folder: str, name: str) -> Iterator[Action]:
        """From its start to its end, after a look at its last line."""
        yield from office_open(ui, f"{folder}/{name}")
        yield from _last_line(ui)
        yield from formatted(ui, f"{folder}/{name}", select_line if one_line else select_to_end)
        yield from save_in_libreoffice(ui)

    @wrong(subtask)
    def formats_others(ui: UI, folder: str, name: str) -> Iterator[Action]:
        """One line where all were meant, or all where one was."""
        yield from formatted(ui, f"{folder}/{name}", other)
        yield from save_in_libreoffice(ui)

    @wrong(subtask)
    def loses_a_line(ui: UI, folder: str, name: str) -> Iterator[Action]:
        """The last line rubbed out on the way."""
        yield from formatted(ui, f"{folder}/{name}", whole)
        yield from _last_line(ui)
        yield ui.press("delete")
        yield from save_in_libreoffice(ui)

    @wrong(subtask)
    def formats_more(ui: UI, folder: str, name: str) -> Iterator[Action]:
        """Struck through too, or bold, which nobody asked for."""
        yield from formatted(ui, f"{folder}/{name}", whole)
        yield from select_all(ui)
        yield ui.press("b" if one_line or name_of in ("bullet-list", "justify") else "r", "ctrl")
        yield from save_in_libreoffice(ui)

    @wrong(subtask)
    def in_a_copy(ui: UI, folder: str, name: str) -> Iterator[Action]:
        """The document itself is as it was."""
        yield from formatted(ui, f"{folder}/{name}", whole)
        yield from office_save_as(ui, f"{folder}/Copy of {name}")

    @wrong(subtask)
    def typed_anew(ui: UI, folder: str, name: str) -> Iterator[Action]:
        """One word of that look, instead of all that was there."""
        yield from formatted(ui, f"{folder}/{name}", whole)
        yield from select_all(ui)
        yield ui.type("Done")
        yield from save_in_libreoffice(ui)


for _name in _FORMATS:
    _formatting(_name)


@wrong_run("writer/write-document", platforms=("linux",))
def without_its_end(ui: UI, text: str, name: str, folder: str) -> Iterator[Action]:
    """The last word is missing."""
    yield from new_file_in_libreoffice(ui)
    yield ui.type(text.rpartition(" ")[0])
    yield from office_save_as(ui, f"{folder}/{name}")
