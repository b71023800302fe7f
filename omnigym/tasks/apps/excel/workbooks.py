"""Making, opening and passing on tables: subtasks of Excel."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._milestones import opened, saving, written
from omnigym.tasks.apps._needs import file_need, folder_need
from omnigym.tasks.apps._steps import save_as
from omnigym.tasks.apps.excel._steps import (
    EXCEL,
    PATH,
    choose,
    files,
    new_workbook,
    open_sheet,
    sheet_need,
)
from omnigym.tasks.subtask import UI, Condition, Need, Resource, SetClipboard, subtask
from omnigym.tasks.worlds import blank

__all__: list[str] = []

#: Two rows of cells.
_COPIED = f"Task\tHours\n{blank('topic', '{source}')}\t3"
#: Two rows of cells.
_COPIED = f"Task\tHours\n{blank('topic', '{source}')}\t3"
_CLIPBOARD = ("files", "apps", "a11y", "clipboard")


@subtask(
    **EXCEL,
    id="excel/write-table",
    instruction="Make a new workbook in Excel with the heads '{first}' and '{second}' in its first row and '{label}' "
    "and {number} below them. Save it as {name} in {folder}.",
    parameters=tuple(
        {"first": first, "second": second, "label": label, "number": number, "name": name, "folder": folder}
        for first, second, label, number, name, folder in (
            ("Month", "Rent", "January", 640, "rent.xlsx", "Documents"),
            ("Runner", "Minutes", "Carla", 52, "race.xlsx", "Documents"),
            ("City", "Visitors", "Porto", 1800, "visitors.xlsx", "Desktop"),
            ("Plant", "Height", "Fern", 35, "plants.xlsx", "Documents"),
            ("Book", "Pages", "Atlas", 212, "books.xlsx", "Downloads"),
            ("Team", "Points", "Blue", 17, "league.xlsx", "Documents"),
            ("Room", "Seats", "Library", 48, "rooms.xlsx", "Desktop"),
        )
    ),
    draws={"label": "title", "name": "file_name", "number": "number", "second": "listed"},
    conditions=(Condition("sheet_rows", {"path": PATH, "rows": [["{first}", "{second}"], ["{label}", "{number}"]]}),),
    needs=(folder_need(),),
    produces=(Resource("sheet", PATH), Resource("file", PATH)),
    milestones=(written("{first}"), saving(written("{label}"))),
    tags=("create", "write"),
)
def write_table(ui: UI, first: str, second: str, label: str, number: int, name: str, folder: str) -> Iterator[Action]:
    """Tab from cell to cell, Enter to the next row, Save As."""
    yield from new_workbook(ui)
    yield ui.type(f"{first}\t{second}\n{label}\t{number}\n")
    yield from save_as(ui, f"{folder}/{name}", "f12")


@subtask(
    **EXCEL,
    id="excel/open-workbook",
    instruction="Open the workbook {name} from {folder} in Excel.",
    parameters=files(
        ("Documents", "accounts.xlsx"),
        ("Downloads", "timetable.xlsx"),
        ("Desktop", "inventory.xlsx"),
        ("Documents", "grades.xlsx"),
        ("Documents", "payroll.xlsx"),
        ("Downloads", "fixtures.xlsx"),
    ),
    draws={"folder": "listed", "name": "file_name"},
    conditions=(Condition("document_open", {"path": PATH, "app": "excel"}),),
    needs=(sheet_need(),),
    tags=("open",),
)
def open_workbook(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """The Open dialog."""
    yield from open_sheet(ui, f"{folder}/{name}")


@subtask(
    **EXCEL,
    id="excel/export-csv",
    instruction="Export {name} from {folder} as comma-separated values: save it as {export} in the same folder.",
    parameters=tuple(
        {"folder": folder, "name": name, "export": export}
        for folder, name, export in (
            ("Documents", "stock.xlsx", "stock.csv"),
            ("Desktop", "orders.xlsx", "orders-may.csv"),
            ("Downloads", "sensors.xlsx", "readings.csv"),
            ("Documents", "members.xlsx", "members.csv"),
            ("Documents", "results.xlsx", "results-final.csv"),
            ("Desktop", "measures.xlsx", "measures.csv"),
        )
    ),
    draws={"export": "file_name", "folder": "listed", "name": "file_name"},
    conditions=(Condition("same_table", {"path": "{folder}/{export}", "other": PATH}),),
    needs=(sheet_need(),),
    produces=(Resource("csv", "{folder}/{export}"), Resource("file", "{folder}/{export}")),
    milestones=(opened(PATH), saving(opened(PATH))),
    tags=("transfer",),
)
def export_csv(ui: UI, folder: str, name: str, export: str) -> Iterator[Action]:
    """Save As; the ending decides what kind of file it becomes."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from save_as(ui, f"{folder}/{export}", "f12")


@subtask(
    **EXCEL,
    id="excel/export-pdf",
    instruction="I need {name} in {folder} as a PDF. Export it from Excel to {export} in {destination}.",
    parameters=tuple(
        {"folder": folder, "name": name, "export": export, "destination": destination}
        for folder, name, export, destination in (
            ("Documents", "quarter.xlsx", "quarter.pdf", "Documents"),
            ("Documents", "offer.xlsx", "offer-print.pdf", "Desktop"),
            ("Desktop", "shifts.xlsx", "shifts.pdf", "Documents"),
            ("Downloads", "tariffs.xlsx", "tariffs.pdf", "Downloads"),
            ("Documents", "costs.xlsx", "costs-2025.pdf", "Documents"),
            ("Desktop", "guests.xlsx", "guest-list.pdf", "Desktop"),
        )
    ),
    draws={"destination": "listed", "export": "file_name", "folder": "listed", "name": "file_name"},
    conditions=(Condition("pdf_shows_table", {"path": "{destination}/{export}", "other": PATH}),),
    needs=(sheet_need(),),
    produces=(Resource("pdf", "{destination}/{export}"), Resource("file", "{destination}/{export}")),
    milestones=(opened(PATH), saving(opened(PATH))),
    tags=("transfer",),
)
def export_pdf(ui: UI, folder: str, name: str, export: str, destination: str) -> Iterator[Action]:
    """As to .csv."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from save_as(ui, f"{destination}/{export}", "f12")


@subtask(
    **EXCEL,
    id="excel/from-csv",
    instruction="Turn {source} in {folder} into an Excel workbook named {name}, in the same folder.",
    parameters=tuple(
        {"folder": folder, "source": source, "name": name}
        for folder, source, name in (
            ("Downloads", "bank.csv", "bank.xlsx"),
            ("Documents", "survey.csv", "survey.xlsx"),
            ("Desktop", "contacts.csv", "contacts.xlsx"),
            ("Downloads", "weather.csv", "weather-week.xlsx"),
            ("Documents", "mileage.csv", "mileage.xlsx"),
            ("Downloads", "tickets.csv", "tickets-open.xlsx"),
        )
    ),
    draws={"folder": "listed", "name": "file_name", "source": "file_name"},
    conditions=(Condition("same_table", {"path": PATH, "other": "{folder}/{source}"}),),
    needs=(file_need("{folder}/{source}", "csv"),),
    produces=(Resource("sheet", PATH), Resource("file", PATH)),
    milestones=(opened("{folder}/{source}"), saving(opened("{folder}/{source}"))),
    tags=("transfer",),
)
def from_csv(ui: UI, folder: str, source: str, name: str) -> Iterator[Action]:
    """Open, Save As."""
    yield from open_sheet(ui, f"{folder}/{source}")
    yield from save_as(ui, f"{folder}/{name}", "f12")


@subtask(
    **EXCEL,
    id="excel/copy-table",
    instruction="Copy the whole table of {name} in {folder} to the clipboard.",
    parameters=files(
        ("Documents", "menu.xlsx"),
        ("Downloads", "routes.xlsx"),
        ("Desktop", "colours.xlsx"),
        ("Documents", "speakers.xlsx"),
        ("Documents", "prizes.xlsx"),
        ("Desktop", "wishes.xlsx"),
    ),
    draws={"name": "file_name"},
    conditions=(Condition("clipboard_holds_table", {"path": PATH}),),
    needs=(sheet_need(),),
    produces=(Resource("clipboard_text", "{name}"), Resource("clipboard_table", "{name}")),
    capabilities=_CLIPBOARD,
    milestones=(opened(PATH),),
    tags=("clipboard",),
)
def copy_table(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """Ctrl+A, Ctrl+C."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from choose(ui, "A1")
    yield ui.press("a", "ctrl")
    yield ui.press("c", "ctrl")


@subtask(
    **EXCEL,
    id="excel/paste-into-new",
    instruction="Put what is on the clipboard into a new Excel workbook and save it as {name} in {folder}.",
    parameters=tuple(
        {"folder": folder, "name": name, "source": source}
        for folder, name, source in (
            ("Documents", "collected.xlsx", "minutes.docx"),
            ("Desktop", "copied.xlsx", "web.docx"),
            ("Documents", "import.xlsx", "report.docx"),
            ("Downloads", "lines.xlsx", "letter.docx"),
            ("Documents", "clips.xlsx", "article.docx"),
            ("Desktop", "draft.xlsx", "memo.docx"),
        )
    ),
    draws={"folder": "listed", "name": "file_name"},
    conditions=(Condition("sheet_holds_clipboard", {"path": PATH}),),
    needs=(
        Need(
            Resource("clipboard_text", "{source}"),
            (SetClipboard(text=_COPIED),),
        ),
        folder_need(),
    ),
    produces=(Resource("sheet", PATH), Resource("file", PATH)),
    capabilities=_CLIPBOARD,
    milestones=(saving(),),
    tags=("clipboard", "create"),
)
def paste_into_new(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """A new workbook, Ctrl+V, Save As."""
    yield from new_workbook(ui)
    yield ui.press("v", "ctrl")
    yield from save_as(ui, f"{folder}/{name}", "f12")
