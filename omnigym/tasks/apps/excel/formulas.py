"""Formulas: subtasks of Excel."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._milestones import opened, written
from omnigym.tasks.apps.excel._steps import EXCEL, MADE, PATH, choose, open_sheet, put, table_need
from omnigym.tasks.subtask import UI, Condition, all_of, subtask

__all__: list[str] = []

_OPENED = (opened(PATH),)

#: Twelve numbers below a head; what they come to is known.
_COLUMN = "{head}\n4\n8\n15\n16\n23\n42\n7\n11\n2\n9\n31\n12"


#: What is asked for, the function that gives it, and what it comes to.
_ASKED = (("sum", "SUM", 180), ("average", "AVERAGE", 15), ("largest", "MAX", 42), ("smallest", "MIN", 2))


def _below(functions: tuple[tuple[str, str, int], ...]) -> tuple[dict[str, object], ...]:
    names = (
        "readings.xlsx",
        "lengths.xlsx",
        "deliveries.xlsx",
        "donations.xlsx",
        "goals.xlsx",
        "hours.xlsx",
        "steps.xlsx",
    )
    heads = ("Reading", "Length", "Parcels", "Donation", "Goals", "Hours", "Steps")
    folders = ("Documents", "Desktop", "Documents", "Downloads", "Documents", "Desktop", "Documents")
    return tuple(
        {"word": word, "function": function, "value": value, "head": head, "name": name, "folder": folder}
        for (word, function, value), head, name, folder in zip((functions * 7)[:7], heads, names, folders, strict=True)
    )


@subtask(
    **EXCEL,
    id="excel/total",
    implied=(
        "function",
        "value",
    ),
    instruction="Work out the {word} of the numbers in column A of {name} in {folder}: put a formula into cell A15, "
    "and save the workbook.",
    parameters=_below(_ASKED),
    conditions=(
        Condition(
            "sheet_formula", {"path": PATH, "cell": "A15", "value": "{value}", "computes": "={function}(A2:A13)"}
        ),
    ),
    needs=(table_need(_COLUMN),),
    produces=MADE,
    milestones=(*_OPENED, all_of(opened(PATH), written("{function}(A2"))),
    tags=("calculate",),
)
def total(ui: UI, function: str, folder: str, name: str, **_: object) -> Iterator[Action]:
    """The formula typed."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from choose(ui, "A15")
    yield ui.type(f"={function}(A2:A13)")
    yield ui.press("enter")
    yield ui.press("s", "ctrl")


@subtask(
    **EXCEL,
    id="excel/line-totals",
    instruction="In {name} in {folder}, add a column '{head}' after the last one that multiplies price and pieces in "
    "every row with a formula. Save the workbook.",
    parameters=tuple(
        {"folder": folder, "name": name, "head": head}
        for folder, name, head in (
            ("Documents", "invoice.xlsx", "Total"),
            ("Desktop", "shop.xlsx", "Amount"),
            ("Documents", "canteen.xlsx", "Cost"),
            ("Downloads", "market.xlsx", "Line total"),
            ("Documents", "kiosk.xlsx", "Value"),
            ("Desktop", "fair.xlsx", "Sum"),
        )
    ),
    draws={"folder": "listed", "head": "listed", "name": "file_name"},
    conditions=(
        all_of(
            Condition("sheet_cell", {"path": PATH, "cell": "E1", "value": "{head}"}),
            *[
                Condition(
                    "sheet_formula", {"path": PATH, "cell": f"E{row}", "value": value, "computes": f"=C{row}*D{row}"}
                )
                for row, value in ((2, 100), (3, 42), (4, 48), (5, 72), (6, 144))
            ],
        ),
    ),
    needs=(table_need(),),
    produces=MADE,
    milestones=(*_OPENED, all_of(opened(PATH), written("{head}"))),
    tags=("calculate",),
)
def line_totals(ui: UI, folder: str, name: str, head: str) -> Iterator[Action]:
    """Head and first formula typed below each other, then filled down."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from put(ui, "E1", f"{head}\n=C2*D2")
    yield from choose(ui, "E2:E6")
    yield ui.press("d", "ctrl")
    yield ui.press("s", "ctrl")


@subtask(
    **EXCEL,
    id="excel/mark-rows",
    implied=("marks",),
    instruction="In {name} in {folder}, let column E say 'yes' in every row with more than {limit} pieces and 'no' in "
    "the others, by a formula with IF. Save it.",
    parameters=tuple(
        {"folder": folder, "name": name, "limit": limit, "marks": list(marks)}
        for folder, name, limit, marks in (
            ("Documents", "reorder.xlsx", 20, "yynny"),
            ("Desktop", "depot.xlsx", 10, "yyyny"),
            ("Documents", "storage.xlsx", 25, "ynnny"),
            ("Downloads", "supply.xlsx", 30, "ynnnn"),
            ("Documents", "pantry.xlsx", 5, "yyyyy"),
            ("Desktop", "cellar.xlsx", 14, "yyyny"),
        )
    ),
    conditions=(
        Condition(
            "sheet_marks",
            {
                "path": PATH,
                "column": "E",
                "first": 2,
                "marks": "{marks}",
                "function": "IF",
                "computes": '=IF(D2>{limit},"yes","no")',
            },
        ),
    ),
    needs=(table_need(),),
    produces=MADE,
    milestones=(*_OPENED, all_of(opened(PATH), written("IF("))),
    tags=("calculate",),
)
def mark_rows(ui: UI, folder: str, name: str, limit: int, **_: object) -> Iterator[Action]:
    """One formula, filled down."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from put(ui, "E2", f'=IF(D2>{limit},"yes","no")')
    yield from choose(ui, "E2:E6")
    yield ui.press("d", "ctrl")
    yield ui.press("s", "ctrl")
