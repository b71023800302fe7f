"""What the subtasks of Excel share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.a11y import Role, State
from omnigym.actions import Action
from omnigym.errors import OracleError
from omnigym.tasks.apps._needs import file_need
from omnigym.tasks.apps._steps import dismiss, in_front, open_path
from omnigym.tasks.subtask import UI, Need, Resource, WriteFile

__all__ = [
    "EXCEL",
    "MADE",
    "PATH",
    "PRICES",
    "choose",
    "files",
    "new_workbook",
    "open_sheet",
    "put",
    "rename_front",
    "sheet_need",
    "table_need",
]

EXCEL: Mapping[str, object] = {"app": "excel", "platforms": ("windows",)}
PATH = "{folder}/{name}"

#: A workbook with a table, as further subtasks want it.
MADE = (Resource("sheet", PATH), Resource("file", PATH))
#: A table as comma-separated values: heads in row 1, five rows below.
PRICES = (
    "Item,Group,Price,Pieces\nRice,Food,2.5,40\nSoap,Home,1.75,24\nTea,Food,3.2,15\nLamp,Home,12,6\nNuts,Food,4.8,30"
)


def sheet_need() -> Need:
    """Any workbook with a table whose heads are in its first row."""
    return file_need(PATH, "sheet")


def table_need(content: str = PRICES) -> Need:
    """A workbook of known content, which no other subtask makes."""
    return Need(Resource("sheet", PATH), (WriteFile(PATH, content),), given=True)


def files(*names: tuple[str, str]) -> tuple[dict[str, str], ...]:
    return tuple({"folder": folder, "name": name} for folder, name in names)


def _settled(ui: UI) -> Iterator[Action]:
    """A window of Excel in front in which no cell is being edited: what is half typed may be no formula."""
    yield from in_front(ui)
    if ui.find("editor") is not None:
        yield ui.press("escape")


def open_sheet(ui: UI, path: str) -> Iterator[Action]:
    """A workbook open in the window in front."""
    yield from _settled(ui)
    yield from open_path(ui, path)


def new_workbook(ui: UI) -> Iterator[Action]:
    """A new workbook in front."""
    yield from dismiss(ui)
    opened = bool(ui.app_windows())
    yield from _settled(ui)
    if opened:
        yield ui.press("n", "ctrl")


def choose(ui: UI, cells: str) -> Iterator[Action]:
    """Cells selected: one by a click where it can be seen, else by its name in the Name Box."""
    if ":" not in cells and ui.find("cell", cell=cells) is not None:
        yield ui.click("cell", cell=cells)
        return
    yield ui.press("f5")
    yield ui.type(cells + "\n")


def put(ui: UI, cell: str, content: str) -> Iterator[Action]:
    """Something entered into a cell."""
    yield from choose(ui, cell)
    yield ui.type(content + "\n")


def rename_front(ui: UI) -> Iterator[Action]:
    """The name of the sheet in front selected, to be typed over: a double click on its tab."""
    tabs = [n for n in ui.tree.nodes if n.role is Role.TAB and n.key.startswith("excel.sheet.")]
    front = next((n for n in tabs if n.has(State.SELECTED)), None)
    if front is None:
        raise OracleError(f"The oracle expected the tab of the sheet in front among {[n.name for n in tabs]}.")
    yield ui.double_click(front)
