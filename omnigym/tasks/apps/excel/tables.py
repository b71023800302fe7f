"""Sorting, filtering and changing tables: subtasks of Excel."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._milestones import opened
from omnigym.tasks.apps.excel._steps import EXCEL, MADE, PATH, PRICES, choose, open_sheet, put, table_need
from omnigym.tasks.subtask import UI, Condition, Resource, all_of, subtask

__all__: list[str] = []

_OPENED = (opened(PATH),)

_ROWS = {line.split(",")[0]: line.split(",") for line in PRICES.split("\n")}
_ITEMS = [item for item in _ROWS if item != "Item"]


def _ordered(*items: str) -> list[list[str]]:
    return [_ROWS[item] for item in ("Item", *items)]


@subtask(
    **EXCEL,
    id="excel/sort",
    implied=("rows",),
    instruction="Sort the table in {name} in {folder} by {head}, {order}, and save the workbook.",
    parameters=tuple(
        {"folder": folder, "name": name, "head": head, "column": column, "order": order, "rows": rows}
        for folder, name, head, column, order, rows in (
            ("Documents", "food.xlsx", "Price", "C", "cheapest first", _ordered("Soap", "Rice", "Tea", "Nuts", "Lamp")),
            ("Documents", "wares.xlsx", "Item", "A", "from A to Z", _ordered("Lamp", "Nuts", "Rice", "Soap", "Tea")),
            ("Desktop", "goods.xlsx", "Pieces", "D", "most first", _ordered("Rice", "Nuts", "Soap", "Tea", "Lamp")),
            ("Downloads", "list.xlsx", "Price", "C", "dearest first", _ordered("Lamp", "Nuts", "Tea", "Rice", "Soap")),
            ("Documents", "shelf.xlsx", "Pieces", "D", "fewest first", _ordered("Lamp", "Tea", "Soap", "Nuts", "Rice")),
            ("Desktop", "basket.xlsx", "Item", "A", "from Z to A", _ordered("Tea", "Soap", "Rice", "Nuts", "Lamp")),
        )
    ),
    conditions=(Condition("sheet_rows", {"path": PATH, "rows": "{rows}"}),),
    needs=(table_need(),),
    produces=MADE,
    milestones=_OPENED,
    tags=("edit",),
)
def sort(ui: UI, folder: str, name: str, column: str, order: str, **_: object) -> Iterator[Action]:
    """A cell of the column, then the ribbon."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from choose(ui, f"{column}2")
    yield ui.click("data_tab")
    yield ui.click("data_sort_desc" if order in ("most first", "dearest first", "from Z to A") else "data_sort_asc")
    yield ui.press("s", "ctrl")


@subtask(
    **EXCEL,
    id="excel/filter",
    instruction="In {name} in {folder}, filter the table so that only the rows of the group '{group}' are shown. "
    "Save it.",
    parameters=tuple(
        {"folder": folder, "name": name, "group": group}
        for folder, name, group in (
            ("Documents", "assortment.xlsx", "Food"),
            ("Desktop", "leftovers.xlsx", "Home"),
            ("Documents", "spring.xlsx", "Home"),
            ("Downloads", "supplier.xlsx", "Food"),
            ("Documents", "autumn.xlsx", "Food"),
            ("Desktop", "clearance.xlsx", "Home"),
        )
    ),
    draws={"folder": "listed", "name": "file_name"},
    conditions=(Condition("sheet_shows_only", {"path": PATH, "column": "B", "values": ["{group}"]}),),
    needs=(table_need(),),
    produces=(Resource("file", PATH),),
    milestones=(*_OPENED, all_of(opened(PATH), Condition("control_exists", {"name": "Filter Group"}))),
    tags=("filter",),
)
def filter_rows(ui: UI, folder: str, name: str, group: str) -> Iterator[Action]:
    """Arrows in the heads, then the other groups unticked."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from choose(ui, "B2")
    yield ui.press("l", "ctrl", "shift")
    yield ui.click("filter_button", cell="B1")
    yield ui.click("filter_all")
    yield ui.click("filter_item", index=("Food", "Home").index(group))
    yield ui.press("enter")
    yield ui.press("s", "ctrl")


@subtask(
    **EXCEL,
    id="excel/correct-cell",
    implied=("cell",),
    instruction="There is a mistake in {name} in {folder}: the number of pieces of {item} should be {pieces}. "
    "Correct it and save.",
    parameters=tuple(
        {"folder": folder, "name": name, "item": item, "pieces": pieces, "cell": cell}
        for folder, name, item, pieces, cell in (
            ("Documents", "count.xlsx", "Rice", 44, "D2"),
            ("Desktop", "stocktaking.xlsx", "Lamp", 9, "D5"),
            ("Documents", "wholesale.xlsx", "Tea", 18, "D4"),
            ("Downloads", "delivery.xlsx", "Nuts", 35, "D6"),
            ("Documents", "branch.xlsx", "Soap", 20, "D3"),
            ("Desktop", "till.xlsx", "Rice", 12, "D2"),
        )
    ),
    conditions=(
        all_of(
            Condition("sheet_cell", {"path": PATH, "cell": "{cell}", "value": "{pieces}"}),
            Condition("sheet_cell", {"path": PATH, "cell": "A1", "value": "Item"}),
        ),
    ),
    needs=(table_need(),),
    produces=MADE,
    milestones=_OPENED,
    tags=("edit",),
)
def correct_cell(ui: UI, folder: str, name: str, pieces: int, cell: str, **_: str) -> Iterator[Action]:
    """The cell, typed over."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from put(ui, cell, str(pieces))
    yield ui.press("s", "ctrl")


@subtask(
    **EXCEL,
    id="excel/delete-row",
    implied=("rows",),
    instruction="We no longer sell {item}: delete its whole row from the table in {name} in {folder}, then save.",
    parameters=tuple(
        {"folder": folder, "name": name, "item": item, "row": row, "rows": _ordered(*[i for i in _ITEMS if i != item])}
        for folder, name, item, row in (
            ("Documents", "range.xlsx", "Soap", 3),
            ("Desktop", "window.xlsx", "Nuts", 6),
            ("Documents", "online.xlsx", "Lamp", 5),
            ("Downloads", "export.xlsx", "Rice", 2),
            ("Documents", "season.xlsx", "Tea", 4),
            ("Desktop", "counter.xlsx", "Soap", 3),
        )
    ),
    conditions=(Condition("sheet_rows", {"path": PATH, "rows": "{rows}", "gone": 1}),),
    needs=(table_need(),),
    produces=MADE,
    milestones=_OPENED,
    tags=("delete",),
)
def delete_row(ui: UI, folder: str, name: str, row: int, **_: object) -> Iterator[Action]:
    """Its number, with the right button, Delete."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield ui.right_click("row_head", row=row)
    yield ui.click("menu_delete_rows")
    yield ui.press("s", "ctrl")
