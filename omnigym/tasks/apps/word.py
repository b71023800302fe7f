"""Steps, oracles and runs of word that are no plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from omnigym.actions import Action, Modifier
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.step_library.steps import open_path, save_as
from omnigym.tasks.step_library.writing import new_document, select_all, select_line, select_to_end
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI, oracle


def heading_style(ui: UI) -> Action:
    """The style Heading 1: its button, or the shortcut where a narrow window has no room for it."""
    return ui.click("heading_1") if ui.find("heading_1") is not None else ui.press("1", "ctrl", "alt")


@oracle("word/write-report")
def write_report(ui: UI, title: str, text: str, name: str, folder: str) -> Iterator[Action]:
    """The style first; the paragraph after a heading is ordinary text by itself."""
    yield from new_document(ui)
    yield heading_style(ui)
    yield ui.type(title + "\n")
    yield ui.type(text)
    yield from save_as(ui, f"{folder}/{name}", "f12")


@word
def edit_in_word(ui: UI, path: str, *keys: str, everything: bool = True) -> Iterator[Action]:
    """Open a document, select everything (or leave the caret at its start), click the keys' buttons, save."""
    yield from open_path(ui, path)
    if everything:
        yield ui.press("a", "ctrl")
    else:
        yield ui.press("home", "ctrl")
    for key in keys:
        yield ui.click(key)
    yield ui.press("s", "ctrl")


@oracle("word/heading")
def heading(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """The caret on the first line, Heading 1."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.press("home", "ctrl")
    yield heading_style(ui)
    yield ui.press("s", "ctrl")


#: The shortcut of each subtask that formats, and whether it is about the first line alone.
_FORMATS: Mapping[str, tuple[str, tuple[Modifier, ...], bool]] = {
    "word/bold-all": ("b", ("ctrl",), False),
    "word/italic-all": ("i", ("ctrl",), False),
    "word/underline-all": ("u", ("ctrl",), False),
    "word/bullet-list": ("l", ("ctrl", "shift"), False),
    "word/justify": ("j", ("ctrl",), False),
    "word/heading": ("1", ("ctrl", "alt"), True),
    "word/centre-title": ("e", ("ctrl",), True),
}


def _last_line(ui: UI) -> Iterator[Action]:
    yield ui.press("end", "ctrl")
    yield ui.press("home", "shift")


def _formatting(subtask: str) -> None:
    """The trials of a subtask that formats a whole document, or its first line."""
    key, modifiers, one_line = _FORMATS[subtask]
    whole, other = (select_line, select_all) if one_line else (select_all, select_line)

    def formatted(ui: UI, path: str, select: Callable[[UI], Iterator[Action]]) -> Iterator[Action]:
        yield from open_path(ui, path)
        yield from select(ui)
        yield ui.press(key, *modifiers)

    @right_way(subtask)
    def by_the_keyboard(ui: UI, folder: str, name: str) -> Iterator[Action]:
        """The shortcut instead of the ribbon."""
        yield from formatted(ui, f"{folder}/{name}", whole)
        yield ui.press("s", "ctrl")

    @right_way(subtask)
    def selected_otherwise(ui: UI, folder: str, name: str) -> Iterator[Action]:
        """From the end of it to its start, and saved under its own name."""
        select = (lambda ui: iter([ui.press("home", "ctrl")])) if one_line else select_to_end
        yield from formatted(ui, f"{folder}/{name}", select)
        yield from save_as(ui, f"{folder}/{name}", "f12")

    @wrong_run(subtask)
    def does_not_save(ui: UI, folder: str, name: str) -> Iterator[Action]:
        """Only the window shows it."""
        yield from formatted(ui, f"{folder}/{name}", whole)

    @wrong_run(subtask)
    def formats_others(ui: UI, folder: str, name: str) -> Iterator[Action]:
        """One line where all were meant, or all where one was."""
        yield from formatted(ui, f"{folder}/{name}", other)
        yield ui.press("s", "ctrl")

    @wrong_run(subtask)
    def loses_a_line(ui: UI, folder: str, name: str) -> Iterator[Action]:
        """The last line rubbed out on the way."""
        yield from formatted(ui, f"{folder}/{name}", whole)
        yield from _last_line(ui)
        yield ui.press("delete")
        yield ui.press("s", "ctrl")

    @wrong_run(subtask)
    def formats_more(ui: UI, folder: str, name: str) -> Iterator[Action]:
        """Aligned otherwise or bold too, which nobody asked for."""
        yield from formatted(ui, f"{folder}/{name}", whole)
        yield from select_all(ui)
        yield ui.press("r" if subtask not in ("word/justify", "word/centre-title") else "b", "ctrl")
        yield ui.press("s", "ctrl")

    @wrong_run(subtask)
    def saves_elsewhere(ui: UI, folder: str, name: str) -> Iterator[Action]:
        """In a copy; the document itself is as it was."""
        yield from formatted(ui, f"{folder}/{name}", whole)
        yield from save_as(ui, f"{folder}/Copy of {name}", "f12")


for _subtask in _FORMATS:
    _formatting(_subtask)


@wrong_run("word/write-document")
def without_its_end(ui: UI, text: str, name: str, folder: str) -> Iterator[Action]:
    """The last word is missing."""
    yield from new_document(ui)
    yield ui.type(text.rpartition(" ")[0])
    yield from save_as(ui, f"{folder}/{name}", "f12")


@word
def by_hand(ui: UI, path: str, first: str, last: str) -> Iterator[Action]:
    """The two lines that have the word typed over; "" empties the last one."""
    yield from open_path(ui, path)
    yield ui.press("home", "ctrl")
    yield ui.press("down")
    yield ui.press("home")
    yield ui.press("end", "shift")
    yield ui.type(first)
    yield ui.press("end", "ctrl")
    yield ui.press("home", "shift")
    yield ui.type(last) if last else ui.press("delete")
    yield ui.press("s", "ctrl")
