"""A number from elsewhere put into a cell, with its wrong runs and other right ways."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from omnigym.actions import Action
from omnigym.tasks.apps._milestones import opened
from omnigym.tasks.apps._variations import before_it, instead
from omnigym.tasks.apps.excel._steps import EXCEL, MADE, PATH, choose, open_sheet, put, sheet_need
from omnigym.tasks.apps.phone._steps import table
from omnigym.tasks.subtask import UI, Condition, Need, Resource, SetClipboard, subtask
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []

_ID = "excel/paste-number"


@subtask(
    **{**EXCEL, "capabilities": ("files", "apps", "a11y", "clipboard")},
    id=_ID,
    implied=("number",),
    instruction="The number on the clipboard belongs into the cell {cell} of {name} in {folder}. Paste it there with "
    "Excel and save the workbook.",
    parameters=table(
        "folder name cell number",
        ("Documents", "fares.xlsx", "H2", "41.6"),
        ("Desktop", "harvest.xlsx", "G3", "1280"),
        ("Documents", "overtime.xlsx", "H5", "17.25"),
        ("Downloads", "postage.xlsx", "G2", "96.4"),
        ("Documents", "chairs.xlsx", "I4", "312"),
        ("Desktop", "fuel.xlsx", "H3", "58.9"),
        ("Downloads", "tickets.xlsx", "I2", "2045"),
    ),
    conditions=(Condition("sheet_cell", {"path": PATH, "cell": "{cell}", "value": "{number}"}),),
    needs=(sheet_need(), Need(Resource("clipboard_number", "{number}"), (SetClipboard(text="{number}"),))),
    produces=MADE,
    milestones=(opened(PATH),),
    tags=("clipboard", "edit"),
)
def paste_number(ui: UI, folder: str, name: str, cell: str, **_: str) -> Iterator[Action]:
    """The cell, Ctrl+V, Ctrl+S."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from choose(ui, cell)
    yield ui.press("v", "ctrl")
    yield ui.press("s", "ctrl")


@right_way(_ID)
def typed(ui: UI, folder: str, name: str, cell: str, number: str) -> Iterator[Action]:
    """Typed, as nobody can tell."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from put(ui, cell, number)
    yield ui.press("s", "ctrl")


@right_way(_ID)
def pasted_while_editing(ui: UI, folder: str, name: str, cell: str, **_: str) -> Iterator[Action]:
    """Into the cell while it is edited."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from choose(ui, cell)
    yield ui.press("f2")
    yield ui.press("v", "ctrl")
    yield ui.press("enter")
    yield ui.press("s", "ctrl")


@wrong_run(_ID)
def never_saved(ui: UI, folder: str, name: str, cell: str, **_: str) -> Iterator[Action]:
    """It is not in the file."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from choose(ui, cell)
    yield ui.press("v", "ctrl")


@wrong_run(_ID)
def another_number(ui: UI, folder: str, name: str, cell: str, number: str) -> Iterator[Action]:
    """One more than it is."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from put(ui, cell, str(float(number) + 1))
    yield ui.press("s", "ctrl")


def _head_lost(ui: UI, folder: str, name: str, **_: Any) -> Iterator[Action]:
    """The head of the table is typed over first."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from put(ui, "A1", "Head")


before_it("head_lost", _head_lost, _ID)
instead(_ID, cell="J9")
