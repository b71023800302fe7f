"""Other right ways and wrong runs in Writer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from omnigym.actions import Action, Modifier, Press
from omnigym.tasks.apps._real import replaced, right, typed, typed_before, unfinished, wrong
from omnigym.tasks.apps.libreoffice._steps import menu, new_file, office_open, office_save_as, save
from omnigym.tasks.subtask import UI

__all__: list[str] = []


def _all(ui: UI) -> Iterator[Action]:
    yield ui.press("a", "ctrl")


def _from_start_to_end(ui: UI) -> Iterator[Action]:
    yield ui.press("home", "ctrl")
    yield ui.press("end", "ctrl", "shift")


def _first_line(ui: UI) -> Iterator[Action]:
    yield ui.press("home", "ctrl")
    yield ui.press("end", "shift")


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
    whole, other = (_first_line, _all) if one_line else (_all, _first_line)

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
        yield from formatted(ui, f"{folder}/{name}", _first_line if one_line else _from_start_to_end)
        yield from save(ui)

    @wrong(subtask)
    def formats_others(ui: UI, folder: str, name: str) -> Iterator[Action]:
        """One line where all were meant, or all where one was."""
        yield from formatted(ui, f"{folder}/{name}", other)
        yield from save(ui)

    @wrong(subtask)
    def loses_a_line(ui: UI, folder: str, name: str) -> Iterator[Action]:
        """The last line rubbed out on the way."""
        yield from formatted(ui, f"{folder}/{name}", whole)
        yield from _last_line(ui)
        yield ui.press("delete")
        yield from save(ui)

    @wrong(subtask)
    def formats_more(ui: UI, folder: str, name: str) -> Iterator[Action]:
        """Struck through too, or bold, which nobody asked for."""
        yield from formatted(ui, f"{folder}/{name}", whole)
        yield from _all(ui)
        yield ui.press("b" if one_line or name_of in ("bullet-list", "justify") else "r", "ctrl")
        yield from save(ui)

    @wrong(subtask)
    def in_a_copy(ui: UI, folder: str, name: str) -> Iterator[Action]:
        """The document itself is as it was."""
        yield from formatted(ui, f"{folder}/{name}", whole)
        yield from office_save_as(ui, f"{folder}/Copy of {name}")

    @wrong(subtask)
    def typed_anew(ui: UI, folder: str, name: str) -> Iterator[Action]:
        """One word of that look, instead of all that was there."""
        yield from formatted(ui, f"{folder}/{name}", whole)
        yield from _all(ui)
        yield ui.type("Done")
        yield from save(ui)


for _name in _FORMATS:
    _formatting(_name)

_KEPT, _KEPT_AS = Press("s", ("ctrl",)), Press("s", ("ctrl", "shift"))
unfinished("without_saving", _KEPT.__eq__, "writer/append-line", *[f"writer/{name}" for name in _FORMATS])
unfinished(
    "without_saving",
    _KEPT_AS.__eq__,
    *[f"writer/{name}" for name in ("write-document", "save-copy", "paste-into-new", "paste-as-odt")],
)
replaced("saved_by_menu", _KEPT_AS, lambda ui: menu(ui, "File", "Save As..."), "writer/save-copy")
typed_before("right", "writer/export-pdf", after_a_look_at_files="ls -l {folder}")
unfinished("without_copying", Press("c", ("ctrl",)).__eq__, "writer/copy-text")
unfinished("without_selecting_all", Press("a", ("ctrl",)).__eq__, "writer/copy-text")

# -- writing ----------------------------------------------------------------------------------------------------------


@right("writer/write-document")
def with_a_line_break(ui: UI, text: str, name: str, folder: str) -> Iterator[Action]:
    """Enter at the end of the line, as people do."""
    yield from new_file(ui)
    yield ui.type(f"{text}\n")
    yield from office_save_as(ui, f"{folder}/{name}")


@right("writer/write-document")
def corrected_first(ui: UI, text: str, name: str, folder: str) -> Iterator[Action]:
    """Mistyped, rubbed out, typed anew."""
    yield from new_file(ui)
    yield ui.type("Xyz")
    yield ui.press("backspace", count=3)
    yield ui.type(f"{text} ")
    yield from office_save_as(ui, f"{folder}/{name}")


@wrong("writer/write-document")
def without_its_end(ui: UI, text: str, name: str, folder: str) -> Iterator[Action]:
    """The last word is missing."""
    yield from new_file(ui)
    yield ui.type(text.rpartition(" ")[0])
    yield from office_save_as(ui, f"{folder}/{name}")


@wrong("writer/write-document")
def with_something_else(ui: UI, text: str, name: str, folder: str) -> Iterator[Action]:
    """Another line above it."""
    yield from new_file(ui)
    yield ui.type(f"Untitled\n{text}")
    yield from office_save_as(ui, f"{folder}/{name}")


typed("wrong", "writer/write-document", a_text_file_of_that_name="echo {text} > {folder}/{name}")


@right("writer/append-line")
def by_menu(ui: UI, line: str, name: str, folder: str) -> Iterator[Action]:
    """File, Save; a line break at the end, as people do."""
    yield from office_open(ui, f"{folder}/{name}")
    yield ui.press("end", "ctrl")
    yield ui.type(f"\n{line}\n")
    yield from menu(ui, "File", "Save")


@right("writer/append-line")
def corrected_on_the_way(ui: UI, line: str, name: str, folder: str) -> Iterator[Action]:
    """Something else first, which is undone."""
    yield from office_open(ui, f"{folder}/{name}")
    yield ui.press("end", "ctrl")
    yield ui.type("\nXyz")
    yield ui.press("backspace", count=3)
    yield ui.type(line)
    yield from save(ui)


@wrong("writer/append-line")
def at_its_start(ui: UI, line: str, name: str, folder: str) -> Iterator[Action]:
    """Above the rest."""
    yield from office_open(ui, f"{folder}/{name}")
    yield ui.press("home", "ctrl")
    yield ui.type(f"{line}\n")
    yield from save(ui)


@wrong("writer/append-line")
def in_place_of_the_rest(ui: UI, line: str, name: str, folder: str) -> Iterator[Action]:
    """All else is gone."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from _all(ui)
    yield ui.type(line)
    yield from save(ui)


@wrong("writer/append-line")
def in_bold(ui: UI, line: str, name: str, folder: str) -> Iterator[Action]:
    """And all else too."""
    yield from office_open(ui, f"{folder}/{name}")
    yield ui.press("end", "ctrl")
    yield ui.type(f"\n{line}")
    yield from _all(ui)
    yield ui.press("b", "ctrl")
    yield from save(ui)


# -- copying and saving -----------------------------------------------------------------------------------------------


@right("writer/copy-text")
def copied_by_menus(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """Edit, Select All; Edit, Copy."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from menu(ui, "Edit", "Select All")
    yield from menu(ui, "Edit", "Copy")


@right("writer/copy-text")
def copied_with_the_keyboard(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """From its start to its end."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from _from_start_to_end(ui)
    yield ui.press("c", "ctrl")


@wrong("writer/copy-text")
def one_line_copied(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """The first line alone."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from _first_line(ui)
    yield ui.press("c", "ctrl")


@wrong("writer/copy-text")
def cut_and_saved(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """The text is on the clipboard, and no longer in the document."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from _all(ui)
    yield ui.press("delete")
    yield from save(ui)
    yield ui.press("z", "ctrl")
    yield from _all(ui)
    yield ui.press("c", "ctrl")


@right("writer/paste-into-new", "writer/paste-as-odt")
def pasted_by_menu(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Edit, Paste."""
    yield from new_file(ui)
    yield from menu(ui, "Edit", "Paste")
    yield from office_save_as(ui, f"{folder}/{name}")


@right("writer/paste-into-new", "writer/paste-as-odt")
def pasted_over(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Pasted, thrown away, and pasted anew."""
    yield from new_file(ui)
    yield ui.press("v", "ctrl")
    yield from _all(ui)
    yield ui.press("v", "ctrl")
    yield from office_save_as(ui, f"{folder}/{name}")


@wrong("writer/paste-into-new", "writer/paste-as-odt")
def pasted_twice(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """The text is there two times."""
    yield from new_file(ui)
    yield ui.press("v", "ctrl")
    yield ui.press("v", "ctrl")
    yield from office_save_as(ui, f"{folder}/{name}")


@wrong("writer/paste-into-new", "writer/paste-as-odt")
def another_text_copied_first(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """What is in the file is not what was on the clipboard."""
    yield from new_file(ui)
    yield ui.type("Something else")
    yield from _all(ui)
    yield ui.press("c", "ctrl")
    yield ui.press("v", "ctrl")
    yield from office_save_as(ui, f"{folder}/{name}")


typed("right", "writer/save-copy", by_a_command="cp {source}/{name} {folder}/{new_name}")
typed(
    "wrong",
    "writer/save-copy",
    moved="mv {source}/{name} {folder}/{new_name}",
    an_empty_file="touch {folder}/{new_name}",
    both_empty=": > {source}/{name}; cp {source}/{name} {folder}/{new_name}",
)
typed(
    "wrong",
    "writer/export-pdf",
    "calc/export-pdf",
    an_empty_file="touch {destination}/{export}",
    the_document_itself="cp {folder}/{name} {destination}/{export}",
    a_picture_of_nothing="convert xc:white {destination}/{export}",
)
typed(
    "right",
    "writer/export-pdf",
    "calc/export-pdf",
    by_a_command="(cd /tmp; soffice --headless -env:UserInstallation=file:///tmp/lo --convert-to pdf ~/{folder}/{name} "
    "> /dev/null; mv *.pdf ~/{destination}/{export})",
)


@wrong("writer/open-document", "calc/open-workbook", "impress/open")
def another_of_its_name(ui: UI, name: str, **_: str) -> Iterator[Action]:
    """A new file of that name, in another folder."""
    yield from new_file(ui)
    yield from office_save_as(ui, f"Templates/{name}")
