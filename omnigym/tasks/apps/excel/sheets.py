"""How sheets look and what they are called: subtasks of Excel."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._milestones import opened, written
from omnigym.tasks.apps.excel._steps import (
    EXCEL,
    MADE,
    PATH,
    choose,
    files,
    open_sheet,
    rename_front,
    sheet_need,
    table_need,
)
from omnigym.tasks.subtask import UI, Condition, Resource, all_of, subtask

__all__: list[str] = []

_OPENED = (opened(PATH),)


@subtask(
    **EXCEL,
    id="excel/bold-heads",
    instruction="Make the first row of {name} in {folder} bold and save the workbook.",
    parameters=files(
        ("Documents", "wages.xlsx"),
        ("Desktop", "heights.xlsx"),
        ("Documents", "recipes.xlsx"),
        ("Downloads", "parts.xlsx"),
        ("Documents", "loans.xlsx"),
        ("Desktop", "scores.xlsx"),
    ),
    draws={"name": "file_name"},
    conditions=(Condition("sheet_format", {"path": PATH, "area": "1:1", "field": "bold", "value": True}),),
    needs=(sheet_need(),),
    produces=(Resource("file", PATH),),
    milestones=(opened(PATH),),
    tags=("format",),
)
def bold_heads(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """The cells of the row by their name, Ctrl+B."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from choose(ui, "A1:Z1")
    yield ui.press("b", "ctrl")
    yield ui.press("s", "ctrl")


@subtask(
    **EXCEL,
    id="excel/format-prices",
    implied=("number",),
    instruction="Show the prices in column C of {name} in {folder} as {kind}, and save the workbook.",
    parameters=tuple(
        {"folder": folder, "name": name, "kind": kind, "number": number}
        for folder, name, kind, number in (
            ("Documents", "pricelist.xlsx", "an amount of money with two decimals", "$#,##0.00"),
            ("Desktop", "quote.xlsx", "numbers with two decimals", "0.00"),
            ("Documents", "catalog.xlsx", "an amount of money with two decimals", "$#,##0.00"),
            ("Downloads", "offers.xlsx", "percentages with two decimals", "0.00%"),
            ("Documents", "bill.xlsx", "numbers with two decimals", "0.00"),
            ("Desktop", "rates.xlsx", "percentages with two decimals", "0.00%"),
        )
    ),
    conditions=(Condition("sheet_format", {"path": PATH, "area": "C2:C6", "field": "number", "value": "{number}"}),),
    needs=(table_need(),),
    produces=MADE,
    milestones=_OPENED,
    tags=("format",),
)
def format_prices(ui: UI, folder: str, name: str, number: str, **_: str) -> Iterator[Action]:
    """The list of number formats."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from choose(ui, "C2:C6")
    if ui.find("home_tab") is not None:
        yield ui.click("home_tab")
    yield ui.click("number_format")
    yield ui.click("number_choice", index={"0.00": 1, "$#,##0.00": 2, "0.00%": 4}[number])
    yield ui.press("s", "ctrl")


@subtask(
    **EXCEL,
    id="excel/colour-column",
    implied=("fill",),
    instruction="Give the filled cells of column A in {name} in {folder} the fill colour {colour}. Save the workbook.",
    parameters=tuple(
        {"folder": folder, "name": name, "colour": colour, "fill": fill}
        for folder, name, colour, fill in (
            ("Documents", "roster.xlsx", "Yellow", "FFFF00"),
            ("Desktop", "planner.xlsx", "Light Blue", "BDD7EE"),
            ("Documents", "audit.xlsx", "Light Green", "C6EFCE"),
            ("Downloads", "tasks.xlsx", "Yellow", "FFFF00"),
            ("Documents", "board.xlsx", "Orange", "F8CBAD"),
            ("Desktop", "schedule.xlsx", "Light Green", "C6EFCE"),
        )
    ),
    conditions=(Condition("sheet_format", {"path": PATH, "area": "A:A", "field": "fill", "value": "{fill}"}),),
    needs=(sheet_need(),),
    produces=(Resource("file", PATH),),
    milestones=_OPENED,
    tags=("format",),
)
def colour_column(ui: UI, folder: str, name: str, colour: str, **_: str) -> Iterator[Action]:
    """The column by its name, the bucket, the colour."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from choose(ui, "A:A")
    if ui.find("home_tab") is not None:
        yield ui.click("home_tab")
    yield ui.click("fill_color")
    yield ui.click("fill_choice", colour=colour.lower().replace(" ", "_"))
    yield ui.press("s", "ctrl")


@subtask(
    **EXCEL,
    id="excel/add-sheet",
    instruction="Add a sheet named '{title}' to the workbook {name} in {folder}, and save it.",
    parameters=tuple(
        {"folder": folder, "name": name, "title": title}
        for folder, name, title in (
            ("Documents", "project.xlsx", "Risks"),
            ("Documents", "household.xlsx", "Holidays"),
            ("Desktop", "training.xlsx", "Week 2"),
            ("Downloads", "catalogue.xlsx", "Discounts"),
            ("Documents", "choir.xlsx", "Altos"),
            ("Desktop", "garden.xlsx", "Seeds"),
        )
    ),
    draws={"name": "file_name", "title": "title"},
    conditions=(Condition("sheet_added", {"path": PATH, "name": "{title}"}),),
    needs=(sheet_need(),),
    produces=(Resource("file", PATH),),
    milestones=(opened(PATH), all_of(opened(PATH), written("{title}"))),
    tags=("edit",),
)
def add_sheet(ui: UI, folder: str, name: str, title: str) -> Iterator[Action]:
    """The plus sign, then the new tab renamed."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield ui.click("new_sheet")
    yield from rename_front(ui)
    yield ui.press("a", "ctrl")
    yield ui.type(title + "\n")
    yield ui.press("s", "ctrl")


@subtask(
    **EXCEL,
    id="excel/name-sheet",
    instruction="Rename the first sheet of {name} in {folder} to '{title}' and save the workbook.",
    parameters=tuple(
        {"folder": folder, "name": name, "title": title}
        for folder, name, title in (
            ("Documents", "year.xlsx", "2025"),
            ("Desktop", "club.xlsx", "Members"),
            ("Documents", "house.xlsx", "Repairs"),
            ("Downloads", "sample.xlsx", "Raw data"),
            ("Documents", "travel.xlsx", "Expenses"),
            ("Desktop", "school.xlsx", "Marks"),
        )
    ),
    draws={"name": "file_name", "title": "title"},
    conditions=(Condition("sheet_names", {"path": PATH, "names": ["{title}"], "exactly": True}),),
    needs=(sheet_need(),),
    produces=(Resource("file", PATH),),
    milestones=(*_OPENED, all_of(opened(PATH), written("{title}"))),
    tags=("edit",),
)
def name_sheet(ui: UI, folder: str, name: str, title: str) -> Iterator[Action]:
    """A double click on its tab."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from rename_front(ui)
    yield ui.press("a", "ctrl")
    yield ui.type(title + "\n")
    yield ui.press("s", "ctrl")
