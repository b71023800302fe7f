"""Wrong runs and other right ways for Excel's subtasks that make, open and pass on tables."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._steps import in_front, save_as
from omnigym.tasks.apps.excel._steps import choose, new_workbook, open_sheet, put
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []


def _paths(folder: str, name: str, export: str = "", destination: str = "", source: str = "") -> tuple[str, str]:
    """What is opened, and what it is saved as."""
    return f"{folder}/{source or name}", f"{destination or folder}/{export or name}"


_EXPORTS = ("excel/export-csv", "excel/export-pdf", "excel/from-csv")


@right_way(*_EXPORTS)
def by_ctrl_shift_s(ui: UI, **parameters: str) -> Iterator[Action]:
    """The other shortcut of Save As."""
    source, copy = _paths(**parameters)
    yield from open_sheet(ui, source)
    yield from save_as(ui, copy, "s", "ctrl", "shift")


@right_way(*_EXPORTS)
def saved_twice(ui: UI, **parameters: str) -> Iterator[Action]:
    """Another cell chosen first, and the copy replaced by itself."""
    source, copy = _paths(**parameters)
    yield from open_sheet(ui, source)
    yield from choose(ui, "C3")
    yield from save_as(ui, copy, "f12")
    yield from open_sheet(ui, source)
    yield from save_as(ui, copy, "f12")


@wrong_run(*_EXPORTS)
def changes_it_first(ui: UI, **parameters: str) -> Iterator[Action]:
    """What is passed on is not what was there."""
    source, copy = _paths(**parameters)
    yield from open_sheet(ui, source)
    yield from put(ui, "B2", "?")
    yield from save_as(ui, copy, "f12")


@wrong_run(*_EXPORTS)
def makes_the_original_short(ui: UI, **parameters: str) -> Iterator[Action]:
    """Both are the same in the end, and a row is lost."""
    source, copy = _paths(**parameters)
    yield from open_sheet(ui, source)
    yield from choose(ui, "A3:D6")
    yield ui.press("delete")
    yield ui.press("s", "ctrl")
    yield from save_as(ui, copy, "f12")


@wrong_run(*_EXPORTS)
def saves_something_else(ui: UI, **parameters: str) -> Iterator[Action]:
    """A new workbook under that name."""
    yield from new_workbook(ui)
    yield ui.type("Item\tGroup\n")
    yield from save_as(ui, _paths(**parameters)[1], "f12")


@right_way("excel/copy-table")
def chosen_by_its_name(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """The cells named."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from choose(ui, "A1:D6")
    yield ui.press("c", "ctrl")


@right_way("excel/copy-table")
def with_blank_cells(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """More than is filled."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from choose(ui, "A1:E9")
    yield ui.press("c", "ctrl")


@wrong_run("excel/copy-table")
def without_the_last_row(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """Not the whole table."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from choose(ui, "A1:D5")
    yield ui.press("c", "ctrl")


@wrong_run("excel/copy-table")
def one_cell(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """Hardly any of it."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from choose(ui, "A1")
    yield ui.press("c", "ctrl")


@wrong_run("excel/copy-table")
def after_a_change(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """A cell is other than it was, and saved so."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from put(ui, "C2", "99")
    yield ui.press("s", "ctrl")
    yield from choose(ui, "A1:D6")
    yield ui.press("c", "ctrl")


@right_way("excel/paste-into-new")
def by_the_other_shortcut(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Ctrl+S asks for the name of a new workbook."""
    yield from new_workbook(ui)
    yield ui.press("v", "ctrl")
    yield from save_as(ui, f"{folder}/{name}", "s", "ctrl")


@right_way("excel/paste-into-new")
def further_down(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Where in the workbook is not said."""
    yield from new_workbook(ui)
    yield from choose(ui, "B3")
    yield ui.click("excel.paste")
    yield from save_as(ui, f"{folder}/{name}", "f12")


@right_way("excel/paste-into-new")
def pasted_over_itself(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Once more at the same place."""
    yield from new_workbook(ui)
    yield ui.press("v", "ctrl")
    yield from choose(ui, "A1")
    yield ui.press("v", "ctrl")
    yield from save_as(ui, f"{folder}/{name}", "f12")


@wrong_run("excel/paste-into-new")
def pastes_something_else(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Another text is copied first."""
    yield from new_workbook(ui)
    yield from put(ui, "A1", "Hello")
    yield from choose(ui, "A1")
    yield ui.press("c", "ctrl")
    yield from save_as(ui, f"{folder}/{name}", "f12")


@wrong_run("excel/paste-into-new")
def below_a_head(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Beside something that was not on the clipboard."""
    yield from new_workbook(ui)
    yield from put(ui, "A1", "Pasted")
    yield from choose(ui, "A2")
    yield ui.press("v", "ctrl")
    yield from save_as(ui, f"{folder}/{name}", "f12")


@wrong_run("excel/paste-into-new")
def nothing_pasted(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """An empty workbook."""
    yield from new_workbook(ui)
    yield from save_as(ui, f"{folder}/{name}", "f12")


@right_way("excel/write-table")
def cell_by_cell(ui: UI, first: str, second: str, label: str, number: int, name: str, folder: str) -> Iterator[Action]:
    """In another order, each cell by itself; the number with decimals that say nothing."""
    yield from new_workbook(ui)
    for cell, content in (("B2", f"{number}.0"), ("A2", label), ("B1", second), ("A1", first)):
        yield from put(ui, cell, content)
    yield from save_as(ui, f"{folder}/{name}", "s", "ctrl")


@right_way("excel/write-table")
def with_blanks_behind(
    ui: UI, first: str, second: str, label: str, number: int, name: str, folder: str
) -> Iterator[Action]:
    """Blanks that nobody sees."""
    yield from new_workbook(ui)
    yield ui.type(f"{first} \t{second}\n{label} \t{number}\n")
    yield from save_as(ui, f"{folder}/{name}", "f12")


def _table(name_: str, lines: str) -> None:
    def run(ui: UI, name: str, folder: str, **words: object) -> Iterator[Action]:
        yield from new_workbook(ui)
        yield ui.type(lines.format(**words))
        yield from save_as(ui, f"{folder}/{name}", "f12")

    run.__name__ = name_
    wrong_run("excel/write-table")(run)


_table("heads_only", "{first}\t{second}\n")
_table("heads_the_other_way_round", "{second}\t{first}\n{label}\t{number}\n")
_table("a_row_too_many", "{first}\t{second}\n{label}\t{number}\nSum\t{number}\n")
_table("without_the_number", "{first}\t{second}\n{label}\n")


@right_way("excel/open-workbook")
def by_its_path(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """The whole path typed into the Open dialog."""
    yield from in_front(ui)
    yield ui.press("o", "ctrl")
    yield ui.type(ui.native_path(f"{folder}/{name}") + "\n")


@right_way("excel/open-workbook")
def beside_a_new_one(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """Another workbook is open too."""
    yield from new_workbook(ui)
    yield ui.press("n", "ctrl")
    yield from open_sheet(ui, f"{folder}/{name}")


@wrong_run("excel/open-workbook")
def gives_up(ui: UI, **_: str) -> Iterator[Action]:
    """The dialog is closed again."""
    yield from in_front(ui)
    yield ui.press("o", "ctrl")
    yield ui.press("escape")


@wrong_run("excel/open-workbook")
def one_of_that_name(ui: UI, name: str, **_: str) -> Iterator[Action]:
    """A new one of that name in another folder."""
    yield from new_workbook(ui)
    yield from save_as(ui, f"Music/{name}", "f12")


@wrong_run("excel/open-workbook")
def one_that_is_not_there(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """A name that is almost the same."""
    yield from open_sheet(ui, f"{folder}/x{name}")
