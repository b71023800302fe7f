"""Wrong runs and other right ways for Word's subtasks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from omnigym.actions import Action, Modifier
from omnigym.tasks.apps._steps import in_front, open_path, save_as
from omnigym.tasks.apps._writing import new_document
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []

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


def _all(ui: UI) -> Iterator[Action]:
    yield ui.press("a", "ctrl")


def _from_start_to_end(ui: UI) -> Iterator[Action]:
    yield ui.press("home", "ctrl")
    yield ui.press("end", "ctrl", "shift")


def _line(ui: UI) -> Iterator[Action]:
    yield ui.press("home", "ctrl")
    yield ui.press("end", "shift")


def _last_line(ui: UI) -> Iterator[Action]:
    yield ui.press("end", "ctrl")
    yield ui.press("home", "shift")


def _formatting(subtask: str) -> None:
    """The trials of a subtask that formats a whole document, or its first line."""
    key, modifiers, one_line = _FORMATS[subtask]
    whole, other = (_line, _all) if one_line else (_all, _line)

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
        select = (lambda ui: iter([ui.press("home", "ctrl")])) if one_line else _from_start_to_end
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
        yield from _all(ui)
        yield ui.press("r" if subtask not in ("word/justify", "word/centre-title") else "b", "ctrl")
        yield ui.press("s", "ctrl")

    @wrong_run(subtask)
    def saves_elsewhere(ui: UI, folder: str, name: str) -> Iterator[Action]:
        """In a copy; the document itself is as it was."""
        yield from formatted(ui, f"{folder}/{name}", whole)
        yield from save_as(ui, f"{folder}/Copy of {name}", "f12")


for _subtask in _FORMATS:
    _formatting(_subtask)


# -- writing --------------------------------------------------------------------------------------------------------


@right_way("word/write-document")
def with_a_line_break(ui: UI, text: str, name: str, folder: str) -> Iterator[Action]:
    """Enter at the end of the line, as people do; and the other shortcut."""
    yield from new_document(ui)
    yield ui.type(f"{text}\n")
    yield from save_as(ui, f"{folder}/{name}", "s", "ctrl", "shift")


@right_way("word/write-document")
def corrected_first(ui: UI, text: str, name: str, folder: str) -> Iterator[Action]:
    """Mistyped, rubbed out, typed anew; Ctrl+S asks for the name of a new document."""
    yield from new_document(ui)
    yield ui.type("Xyz")
    yield ui.press("backspace", count=3)
    yield ui.type(f"{text} ")
    yield from save_as(ui, f"{folder}/{name}", "s", "ctrl")


@wrong_run("word/write-document")
def without_its_end(ui: UI, text: str, name: str, folder: str) -> Iterator[Action]:
    """The last word is missing."""
    yield from new_document(ui)
    yield ui.type(text.rpartition(" ")[0])
    yield from save_as(ui, f"{folder}/{name}", "f12")


@wrong_run("word/write-document")
def under_another_name(ui: UI, text: str, name: str, folder: str) -> Iterator[Action]:
    """The right text in another file."""
    yield from new_document(ui)
    yield ui.type(text)
    yield from save_as(ui, f"{folder}/new-{name}", "f12")


@wrong_run("word/write-document")
def with_something_else(ui: UI, text: str, name: str, folder: str) -> Iterator[Action]:
    """Another line above it."""
    yield from new_document(ui)
    yield ui.type(f"Untitled\n{text}")
    yield from save_as(ui, f"{folder}/{name}", "f12")


def _report(ui: UI, first: str, second: str) -> Iterator[Action]:
    yield from new_document(ui)
    yield ui.type(f"{first}\n{second}")


@right_way("word/write-report")
def styled_afterwards(ui: UI, title: str, text: str, name: str, folder: str) -> Iterator[Action]:
    """Both lines, then the style of the first."""
    yield from _report(ui, title, text)
    yield ui.press("home", "ctrl")
    yield ui.press("1", "ctrl", "alt")
    yield from save_as(ui, f"{folder}/{name}", "f12")


@right_way("word/write-report")
def the_rest_made_normal(ui: UI, title: str, text: str, name: str, folder: str) -> Iterator[Action]:
    """All a heading, then the last line ordinary again."""
    yield from _report(ui, title, text)
    yield from _all(ui)
    yield ui.press("1", "ctrl", "alt")
    yield ui.press("end", "ctrl")
    yield ui.press("n", "ctrl", "shift")
    yield from save_as(ui, f"{folder}/{name}", "s", "ctrl", "shift")


@right_way("word/write-report")
def without_spacing(ui: UI, title: str, text: str, name: str, folder: str) -> Iterator[Action]:
    """The other style of plain text, from the gallery, for the last line."""
    yield from _report(ui, title, text)
    yield from _all(ui)
    yield ui.press("1", "ctrl", "alt")
    yield ui.press("end", "ctrl")
    if ui.find("word.style.no_spacing") is None:
        yield ui.click("word.style")  # a narrow window shows a list
    yield ui.click("word.style.no_spacing")
    yield from save_as(ui, f"{folder}/{name}", "f12")


@wrong_run("word/write-report")
def without_a_style(ui: UI, title: str, text: str, name: str, folder: str) -> Iterator[Action]:
    """Two ordinary lines."""
    yield from _report(ui, title, text)
    yield from save_as(ui, f"{folder}/{name}", "f12")


@wrong_run("word/write-report")
def bold_instead(ui: UI, title: str, text: str, name: str, folder: str) -> Iterator[Action]:
    """What looks like a heading and is none."""
    yield from _report(ui, title, text)
    yield from _line(ui)
    yield ui.press("b", "ctrl")
    yield from save_as(ui, f"{folder}/{name}", "f12")


@wrong_run("word/write-report")
def all_a_heading(ui: UI, title: str, text: str, name: str, folder: str) -> Iterator[Action]:
    """The text is a heading too."""
    yield from _report(ui, title, text)
    yield from _all(ui)
    yield ui.press("1", "ctrl", "alt")
    yield from save_as(ui, f"{folder}/{name}", "f12")


# -- changing -------------------------------------------------------------------------------------------------------


def _written(ui: UI, text: str, path: str) -> Iterator[Action]:
    """A document open, its text replaced, saved."""
    yield from open_path(ui, path)
    yield from _all(ui)
    yield ui.type(text)
    yield ui.press("s", "ctrl")


def _by_hand(ui: UI, path: str, first: str, last: str) -> Iterator[Action]:
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


@right_way("word/replace")
def typed_anew(ui: UI, old: str, new: str, name: str, folder: str) -> Iterator[Action]:  # noqa: ARG001
    """Both lines typed over; they had no format to lose."""
    yield from _by_hand(ui, f"{folder}/{name}", f"First {new}, then {new} again.", f"And at the end, {new}.")


@right_way("word/replace")
def by_the_button(ui: UI, old: str, new: str, name: str, folder: str) -> Iterator[Action]:
    """The ribbon's Replace instead of Ctrl+H."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.press("home", "ctrl")
    yield ui.press("h", "ctrl")
    yield ui.type(old)
    yield ui.press("tab")
    yield ui.type(new)
    yield ui.click("replace_all")
    yield from save_as(ui, f"{folder}/{name}", "f12")


@wrong_run("word/replace")
def only_some(ui: UI, old: str, new: str, name: str, folder: str) -> Iterator[Action]:
    """The last occurrence stays."""
    yield from _by_hand(ui, f"{folder}/{name}", f"First {new}, then {new} again.", f"And at the end, {old}.")


@wrong_run("word/replace")
def loses_the_rest(ui: UI, old: str, new: str, name: str, folder: str) -> Iterator[Action]:  # noqa: ARG001
    """The line with the last occurrence is gone, so the old word is too."""
    yield from _by_hand(ui, f"{folder}/{name}", f"First {new}, then {new} again.", "")


@wrong_run("word/replace")
def changes_the_rest(ui: UI, old: str, new: str, name: str, folder: str) -> Iterator[Action]:  # noqa: ARG001
    """Replaced everywhere, and something else said."""
    yield from _by_hand(ui, f"{folder}/{name}", f"First {new}, then {new} again.", f"And never {new}.")


@right_way("word/append-line")
def with_the_arrow_keys(ui: UI, line: str, name: str, folder: str) -> Iterator[Action]:
    """Down to the last line, its end, Enter; a break after it, too."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.press("home", "ctrl")
    yield ui.press("down", count=20)
    yield ui.press("end")
    yield ui.type(f"\n{line}\n")
    yield ui.press("s", "ctrl")


@right_way("word/append-line")
def with_a_blank_behind(ui: UI, line: str, name: str, folder: str) -> Iterator[Action]:
    """A blank that nobody sees."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.press("end", "ctrl")
    yield ui.type(f"\n{line} ")
    yield from save_as(ui, f"{folder}/{name}", "f12")


@wrong_run("word/append-line")
def at_the_start(ui: UI, line: str, name: str, folder: str) -> Iterator[Action]:
    """Above the text."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.press("home", "ctrl")
    yield ui.type(f"{line}\n")
    yield ui.press("s", "ctrl")


@wrong_run("word/append-line")
def instead_of_the_text(ui: UI, line: str, name: str, folder: str) -> Iterator[Action]:
    """The line is all that is left."""
    yield from _written(ui, line, f"{folder}/{name}")


@wrong_run("word/append-line")
def in_the_last_line(ui: UI, line: str, name: str, folder: str) -> Iterator[Action]:
    """No line of its own."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.press("end", "ctrl")
    yield ui.type(f" {line}")
    yield ui.press("s", "ctrl")


# -- copying --------------------------------------------------------------------------------------------------------


@right_way("word/copy-text")
def selected_with_shift(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """From start to end, Ctrl+Insert."""
    yield from open_path(ui, f"{folder}/{name}")
    yield from _from_start_to_end(ui)
    yield ui.press("insert", "ctrl")


@right_way("word/copy-text")
def cut_and_put_back(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """Cut, and undone."""
    yield from open_path(ui, f"{folder}/{name}")
    yield from _all(ui)
    yield ui.press("x", "ctrl")
    yield ui.press("z", "ctrl")


@wrong_run("word/copy-text")
def copies_one_line(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """Not the whole text."""
    yield from open_path(ui, f"{folder}/{name}")
    yield from _line(ui)
    yield ui.press("c", "ctrl")


@wrong_run("word/copy-text")
def makes_it_short_first(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """The document is made to be what was copied."""
    yield from _written(ui, "Short.", f"{folder}/{name}")
    yield from _all(ui)
    yield ui.press("c", "ctrl")


@wrong_run("word/copy-text")
def copies_more(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """Something typed first; it is not even saved."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.type("Dear all, ")
    yield from _all(ui)
    yield ui.press("c", "ctrl")


@right_way("word/paste-into-new")
def saved_by_ctrl_s(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Ctrl+S asks for the name of a new document; a break after the text."""
    yield from new_document(ui)
    yield ui.press("v", "ctrl")
    yield ui.press("enter")
    yield from save_as(ui, f"{folder}/{name}", "s", "ctrl")


@right_way("word/paste-into-new")
def pasted_by_shift_insert(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """The older shortcut."""
    yield from new_document(ui)
    yield ui.press("insert", "shift")
    yield from save_as(ui, f"{folder}/{name}", "s", "ctrl", "shift")


@wrong_run("word/paste-into-new")
def pastes_something_else(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Another text is copied first, and pasted."""
    yield from new_document(ui)
    yield ui.type("Hello")
    yield from _all(ui)
    yield ui.press("c", "ctrl")
    yield from save_as(ui, f"{folder}/{name}", "f12")


@wrong_run("word/paste-into-new")
def pastes_it_twice(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Once too often."""
    yield from new_document(ui)
    yield ui.press("v", "ctrl")
    yield ui.press("v", "ctrl")
    yield from save_as(ui, f"{folder}/{name}", "f12")


@wrong_run("word/paste-into-new")
def saves_nothing(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """An empty document."""
    yield from new_document(ui)
    yield from save_as(ui, f"{folder}/{name}", "f12")


@right_way("word/save-copy")
def by_ctrl_shift_s(ui: UI, source: str, name: str, new_name: str, folder: str) -> Iterator[Action]:
    """The other shortcut of Save As."""
    yield from open_path(ui, f"{source}/{name}")
    yield from save_as(ui, f"{folder}/{new_name}", "s", "ctrl", "shift")


@right_way("word/save-copy")
def by_the_clipboard(ui: UI, source: str, name: str, new_name: str, folder: str) -> Iterator[Action]:
    """All of it copied into a new document."""
    yield from open_path(ui, f"{source}/{name}")
    yield from _all(ui)
    yield ui.press("c", "ctrl")
    yield ui.press("n", "ctrl")
    yield ui.press("v", "ctrl")
    yield from save_as(ui, f"{folder}/{new_name}", "f12")


@wrong_run("word/save-copy")
def copies_another_text(ui: UI, source: str, name: str, new_name: str, folder: str) -> Iterator[Action]:
    """Both are the same, and not what was there."""
    yield from _written(ui, "Gone.", f"{source}/{name}")
    yield from save_as(ui, f"{folder}/{new_name}", "f12")


@wrong_run("word/save-copy")
def changes_the_copy(ui: UI, source: str, name: str, new_name: str, folder: str) -> Iterator[Action]:
    """A word more."""
    yield from open_path(ui, f"{source}/{name}")
    yield ui.type("Copy: ")
    yield from save_as(ui, f"{folder}/{new_name}", "f12")


@wrong_run("word/save-copy")
def formats_the_copy(ui: UI, source: str, name: str, new_name: str, folder: str) -> Iterator[Action]:
    """All of it bold."""
    yield from open_path(ui, f"{source}/{name}")
    yield from _all(ui)
    yield ui.press("b", "ctrl")
    yield from save_as(ui, f"{folder}/{new_name}", "f12")


# -- opening --------------------------------------------------------------------------------------------------------


@right_way("word/open-document")
def with_another_window_open(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """Behind a new document, which is no harm."""
    yield from new_document(ui)
    yield ui.press("n", "ctrl")
    yield from open_path(ui, f"{folder}/{name}")


@right_way("word/open-document")
def by_its_path(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """The whole path typed into the Open dialog."""
    yield from in_front(ui)
    yield ui.press("o", "ctrl")
    yield ui.type(ui.native_path(f"{folder}/{name}") + "\n")


@wrong_run("word/open-document")
def gives_up(ui: UI, **_: str) -> Iterator[Action]:
    """The dialog is closed again."""
    yield from in_front(ui)
    yield ui.press("o", "ctrl")
    yield ui.press("escape")


@wrong_run("word/open-document")
def a_new_one(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """A document of that name in another folder."""
    yield from new_document(ui)
    yield from save_as(ui, f"{'Music' if folder != 'Music' else 'Pictures'}/{name}", "f12")


@wrong_run("word/open-document")
def one_that_is_not_there(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """A name that is almost the same."""
    yield from open_path(ui, f"{folder}/x{name}")
