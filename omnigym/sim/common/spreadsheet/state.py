"""The state of a spreadsheet's window, and reading and writing its workbooks."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from omnigym.documents.sheets.calculation import Calculation
from omnigym.documents.sheets.finding import Search
from omnigym.documents.sheets.model import Area, Sheet, Workbook
from omnigym.documents.sheets.ods_read import read_ods
from omnigym.documents.sheets.ods_write import write_ods
from omnigym.documents.sheets.operations import CopiedCells
from omnigym.documents.sheets.printing import to_pdf
from omnigym.documents.sheets.tables import read_csv, to_csv
from omnigym.documents.sheets.xlsx_read import read_xlsx
from omnigym.documents.sheets.xlsx_write import write_xlsx
from omnigym.sim.app import Effect
from omnigym.sim.common.spreadsheet.cells import Shown, anew, show, weigh_file
from omnigym.sim.files.kinds import extension
from omnigym.sim.ui.grid_data import GridSelection
from omnigym.sim.vfs import Vfs, base_name

#: Steps that can be undone, and cells and values of all of them together.
_MAX_UNDO, _MAX_KEPT = 100, 1_000_000
_TEXT_TYPES = ("csv", "txt")


class Version(NamedTuple):
    """What one undo brings back."""

    calculation: Calculation
    shown: Shown
    selection: GridSelection


class Clip(NamedTuple):
    """What was copied here, and the text that stands for it on the clipboard."""

    copied: CopiedCells
    text: str


class Find(NamedTuple):
    """The dialog Find and Replace.

    Attributes:
        search, new: What is looked for, and what takes its place.
        replacing: Whether its second tab is in front.
        options: Whether the options are shown.
        listed: What Find All found: the cells, and what they show; None before it was asked for.
    """

    search: Search = Search("")
    new: str = ""
    replacing: bool = False
    options: bool = False
    listed: tuple[tuple[str, str], ...] | None = None


class State(NamedTuple):
    """The state of one Excel window.

    Attributes:
        calculation: The workbook and its values.
        shown: What the cells of the sheet in front show.
        saved: The workbook as it was opened or saved last.
        path: Where it is kept (canonical), or "".
        selection: The selected cells of the sheet in front.
        editing: What the active cell is being changed to, or None.
        run: The column where a run of Tabs began, to which Enter goes back; or -1.
        pointed: How many characters at the end of that were put there by pointing at cells.
        name_text: What is typed into the Name Box, or None.
        renaming: What the tab in front is being renamed to, or None.
        tab, backstage: The ribbon's tab; the page of the File view that is open, or "".
        filling: The area that the handle of the selection is being dragged to, or None.
        clip: What was copied in this window, or None.
        find: The dialog Find and Replace, or None.
        chart: The number of the chart that is selected on the sheet in front, or -1.
        chart_title: What is typed as its title, or None.
        lines, formulas: Whether gridlines are shown, and formulas instead of values.
        undos, redos: The newest last.
        closing: Whether the window closes once the workbook is saved.
        app, title: The program's name, with which its keys begin, and what its messages are headed.
    """

    calculation: Calculation
    shown: Shown
    saved: Workbook
    path: str = ""
    selection: GridSelection = GridSelection()
    editing: str | None = None
    run: int = -1
    pointed: int = 0
    name_text: str | None = None
    renaming: str | None = None
    tab: str = "home"
    backstage: str = ""
    filling: Area | None = None
    clip: Clip | None = None
    find: Find | None = None
    chart: int = -1
    chart_title: str | None = None
    lines: bool = True
    formulas: bool = False
    undos: tuple[Version, ...] = ()
    redos: tuple[Version, ...] = ()
    closing: bool = False
    app: str = "excel"
    title: str = "Microsoft Excel"

    @property
    def grid(self) -> str:
        """The key of the cells."""
        return f"{self.app}.grid"

    @property
    def editor(self) -> str:
        """The key of the field in the cell that is edited."""
        return f"{self.app}.editor"

    @property
    def name_box(self) -> str:
        """The key of the field with the active cell's name."""
        return f"{self.app}.name_box"

    @property
    def rename_field(self) -> str:
        """The key of the field on the tab of a sheet that gets another name."""
        return f"{self.app}.sheet.name"

    @property
    def chart_key(self) -> str:
        """The key of the selected chart."""
        return f"{self.app}.chart.{self.chart}"

    @property
    def wanted_field(self) -> str:
        """The key of the field for what is looked for."""
        return f"{self.app}.find.text"


Result: TypeAlias = tuple[State, tuple[Effect, ...]]


def opened(workbook: Workbook, path: str, day: float, app: str, title: str) -> State:
    """The state of a program's window that shows a workbook, opened on a day."""
    calculation = anew(workbook, day)
    return State(calculation, show(calculation, False), workbook, path, app=app, title=title)


def sheet_of_state(state: State) -> tuple[int, Sheet]:
    """The index of the sheet in front, and the sheet."""
    workbook = state.calculation.workbook
    return workbook.active, workbook.sheets[workbook.active]


def calculated(state: State, calculation: Calculation) -> State:
    """``state`` with another workbook, which is not to be undone."""
    return state._replace(calculation=calculation, shown=show(calculation, state.formulas, state.shown))


def changed(state: State, calculation: Calculation, selection: GridSelection | None = None) -> State:
    """``state`` after a change, which becomes one step of undo."""
    cells = sum([len(row) for row in sheet_of_state(state)[1].rows]) + len(state.calculation.results)
    most = min(_MAX_UNDO, 2 + _MAX_KEPT // (1 + cells))
    undos = (*state.undos[1 - most :], Version(state.calculation, state.shown, state.selection))
    new = calculated(state, calculation)
    return new._replace(undos=undos, redos=(), selection=selection or state.selection)


def undone(state: State) -> State:
    """One step back, where there is one."""
    if not state.undos:
        return state
    *rest, last = state.undos
    redos = (*state.redos, Version(state.calculation, state.shown, state.selection))
    return state._replace(
        calculation=last.calculation, shown=last.shown, selection=last.selection, undos=tuple(rest), redos=redos
    )


def redone(state: State) -> State:
    """One step forth again, where there is one."""
    if not state.redos:
        return state
    *rest, last = state.redos
    undos = (*state.undos, Version(state.calculation, state.shown, state.selection))
    return state._replace(
        calculation=last.calculation, shown=last.shown, selection=last.selection, undos=undos, redos=tuple(rest)
    )


def is_saved(state: State) -> bool:
    """Whether nothing is lost when the window closes."""
    return state.calculation.workbook.sheets is state.saved.sheets and not state.editing


def encoded(calculation: Calculation, path: str) -> bytes:
    """The bytes of a workbook as a file of that name holds them; of .csv and .pdf, the sheet in front alone.

    Raises:
        OverspentError: It is too large.
    """
    weigh_file(calculation)
    end = extension(base_name(path))
    if end in _TEXT_TYPES:
        return to_csv(calculation, calculation.workbook.active).encode()
    if end == "pdf":
        return to_pdf(calculation, calculation.workbook.active)
    return write_ods(calculation) if end == "ods" else write_xlsx(calculation)


def load(vfs: Vfs, path: str) -> Workbook:
    """The workbook in a file.

    Raises:
        VfsError: There is no such file.
        ValueError: It is neither a .xlsx or .ods file nor text.
    """
    content = vfs.read(path)
    if extension(base_name(path)) in _TEXT_TYPES:
        name = base_name(path).rpartition(".")[0][:31]
        return Workbook((read_csv(content.decode("utf-8", "replace"), name or "Sheet1"),))
    if not content:
        return Workbook()
    return read_ods(content) if extension(base_name(path)) == "ods" else read_xlsx(content)
