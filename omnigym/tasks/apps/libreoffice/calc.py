"""Tables on the real desktop: Excel's subtasks, done in LibreOffice Calc."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._counterparts import counterpart
from omnigym.tasks.apps.excel import formulas, sheets, tables, workbooks
from omnigym.tasks.apps.libreoffice._steps import (
    cells,
    export_directly,
    menu,
    new_file,
    office_open,
    office_save_as,
    put,
    save,
)
from omnigym.tasks.subtask import UI

__all__: list[str] = []

_ORIGINALS = (workbooks, formulas, sheets, tables)  # imported for the subtasks that they register
_CALC = "calc"


@counterpart("excel/write-table", "calc/write-table", _CALC, {"a new workbook in Excel": "a new spreadsheet in Calc"})
def write_table(ui: UI, first: str, second: str, label: str, number: int, name: str, folder: str) -> Iterator[Action]:
    """Tab from cell to cell, Enter to the next row, Save As."""
    yield from new_file(ui)
    yield from cells(ui, "A1")
    yield ui.type(f"{first}\t{second}\n{label}\t{number}\n")
    yield from office_save_as(ui, f"{folder}/{name}")


@counterpart("excel/open-workbook", "calc/open-workbook", _CALC, {"in Excel": "in Calc"})
def open_workbook(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """The Open dialog."""
    yield from office_open(ui, f"{folder}/{name}")


@counterpart("excel/export-csv", "calc/export-csv", _CALC, {"Export": "With Calc, export"})
def export_csv(ui: UI, folder: str, name: str, export: str) -> Iterator[Action]:
    """Save As; the ending decides what kind of file it becomes, and the questions about that are answered yes."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from office_save_as(ui, f"{folder}/{export}")
    yield from ui.wait_for("export")
    yield ui.press("enter")


@counterpart("excel/export-pdf", "calc/export-pdf", _CALC, {"from Excel": "from Calc"})
def export_pdf(ui: UI, folder: str, name: str, export: str, destination: str) -> Iterator[Action]:
    """The button for it."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from export_directly(ui, f"{destination}/{export}")


@counterpart("excel/from-csv", "calc/from-csv", _CALC, {"an Excel workbook": "a workbook in Excel's format with Calc,"})
def from_csv(ui: UI, folder: str, source: str, name: str) -> Iterator[Action]:
    """Open, Save As."""
    yield from office_open(ui, f"{folder}/{source}")
    yield from office_save_as(ui, f"{folder}/{name}")


@counterpart("excel/copy-table", "calc/copy-table", _CALC, {"Copy": "With Calc, copy"})
def copy_table(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """All that is used, from the first cell to the last."""
    yield from office_open(ui, f"{folder}/{name}")
    yield ui.press("home", "ctrl")
    yield ui.press("end", "ctrl", "shift")
    yield ui.press("c", "ctrl")


@counterpart("excel/total", "calc/total", _CALC, {"Work out": "With Calc, work out"})
def total(ui: UI, function: str, folder: str, name: str, **_: object) -> Iterator[Action]:
    """The formula typed."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from put(ui, "A15", f"={function}(A2:A13)")
    yield from save(ui)


@counterpart("excel/line-totals", "calc/line-totals", _CALC, {"In {name}": "With Calc, in {name}"})
def line_totals(ui: UI, folder: str, name: str, head: str) -> Iterator[Action]:
    """Head and first formula typed below each other, then filled down."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from put(ui, "E1", f"{head}\n=C2*D2")
    yield from cells(ui, "E2:E6")
    yield ui.press("d", "ctrl")
    yield from save(ui)


@counterpart("excel/mark-rows", "calc/mark-rows", _CALC, {"In {name}": "With Calc, in {name}"})
def mark_rows(ui: UI, folder: str, name: str, limit: int, **_: object) -> Iterator[Action]:
    """One formula, filled down."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from put(ui, "E2", f'=IF(D2>{limit};"yes";"no")')
    yield from cells(ui, "E2:E6")
    yield ui.press("d", "ctrl")
    yield from save(ui)


@counterpart("excel/bold-heads", "calc/bold-heads", _CALC, {"Make": "With Calc, make"})
def bold_heads(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """The cells of the row by their name, Ctrl+B."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from cells(ui, "A1:Z1")
    yield ui.press("b", "ctrl")
    yield from save(ui)


@counterpart("excel/correct-cell", "calc/correct-cell", _CALC, {"Correct it and save": "Correct it with Calc and save"})
def correct_cell(ui: UI, folder: str, name: str, pieces: int, cell: str, **_: str) -> Iterator[Action]:
    """The cell, typed over."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from put(ui, cell, str(pieces))
    yield from save(ui)


@counterpart("excel/delete-row", "calc/delete-row", _CALC, {"then save": "then save it, all with Calc"})
def delete_row(ui: UI, folder: str, name: str, row: int, **_: object) -> Iterator[Action]:
    """The row chosen from a cell of it, and Ctrl and the minus sign."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from cells(ui, f"A{row}")
    yield ui.press("space", "shift")
    yield ui.press("-", "ctrl")
    yield from save(ui)


@counterpart("excel/sort", "calc/sort", _CALC, {"Sort the table": "With Calc, sort the table"})
def sort(ui: UI, folder: str, name: str, column: str, order: str, **_: object) -> Iterator[Action]:
    """A cell of the column, then the button."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from cells(ui, f"{column}2")
    down = order in ("most first", "dearest first", "from Z to A")
    yield from ui.wait_for("sort_down")
    yield ui.click("sort_down" if down else "sort_up")
    yield from save(ui)


@counterpart("excel/add-sheet", "calc/add-sheet", _CALC, {"Add a sheet": "With Calc, add a sheet"})
def add_sheet(ui: UI, folder: str, name: str, title: str) -> Iterator[Action]:
    """The menu Sheet; the dialog asks for the name."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from menu(ui, "Sheet", "Insert Sheet at End...")
    yield from ui.wait_for("ok")
    yield ui.press("a", "ctrl")
    yield ui.type(title + "\n")
    yield from save(ui)


@counterpart("excel/name-sheet", "calc/name-sheet", _CALC, {"Rename": "With Calc, rename"})
def name_sheet(ui: UI, folder: str, name: str, title: str) -> Iterator[Action]:
    """The menu Sheet."""
    yield from office_open(ui, f"{folder}/{name}")
    yield from menu(ui, "Sheet", "Rename Sheet...")
    yield from ui.wait_for("ok")
    yield ui.press("a", "ctrl")
    yield ui.type(title + "\n")
    yield from save(ui)
