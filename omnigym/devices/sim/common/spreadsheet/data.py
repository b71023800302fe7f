"""Sorting and filtering the tables of a sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.devices.sim.app import Context, Focus, OpenDialog
from omnigym.devices.sim.common.message_box import tell
from omnigym.devices.sim.common.spreadsheet.cells import put, rebuilt
from omnigym.devices.sim.common.spreadsheet.editing import back
from omnigym.devices.sim.common.spreadsheet.questions import FilterQuestion
from omnigym.devices.sim.common.spreadsheet.state import Result, State, changed, sheet_of_state
from omnigym.devices.sim.common.spreadsheet.weighing import weigh_moved
from omnigym.devices.sim.work import charge
from omnigym.documents.sheets.model import ROWS, Area, Filter, cell_count, cell_name, cells_in
from omnigym.documents.sheets.operations import with_sheet
from omnigym.documents.sheets.sorting import filtered, has_head, region_of, sorted_rows
from omnigym.documents.sheets.tables import shown_text

__all__ = ["DATA"]

#: Units of work of a cell when it is looked where a table ends.
_LOOKED_AT = 7


def _table(state: State) -> tuple[Area, bool]:
    """The table that is meant (the selection, or around the active cell), and whether its first row is a head."""
    index, sheet = sheet_of_state(state)
    charge(_LOOKED_AT * cell_count(sheet))
    if sheet.filter is not None:
        return sheet.filter.area, True
    area = state.selection.area
    if area[0] == area[2] or area[2] >= ROWS - 1:
        area = region_of(sheet, state.selection.active)
    return area, has_head(state.calculation, index, area)


def _sort(state: State, _ctx: Context, descending: bool) -> Result:
    index, _ = sheet_of_state(state)
    area, head = _table(state)
    column = state.selection.active[1]
    if area[0] + head >= area[2] or not area[1] <= column <= area[3]:
        return state, (tell(state.title, "There is nothing to sort here. Select a cell in the column to sort by."),)
    body = (area[0] + head, *area[1:])
    weigh_moved([cell for _, cell in cells_in(sheet_of_state(state)[1], body)])
    cells = sorted_rows(state.calculation, index, body, column, descending=descending)
    return changed(state, put(state.calculation, cells)), (Focus(state.grid),)


def _with_filter(state: State, found: Filter | None) -> State:
    index, _ = sheet_of_state(state)
    workbook = with_sheet(state.calculation.workbook, index, filtered(state.calculation, index, found))
    return changed(state, rebuilt(state.calculation, workbook, False))


def _filter(state: State, _ctx: Context) -> Result:
    if sheet_of_state(state)[1].filter is not None:
        return _with_filter(state, None), back(state)
    area, _ = _table(state)
    if area[0] == area[2]:
        return state, (tell(state.title, "There is nothing to filter here. Select a cell of a table with a header."),)
    return _with_filter(state, Filter(area)), (Focus(state.grid),)


def _filter_clear(state: State, _ctx: Context) -> Result:
    found = sheet_of_state(state)[1].filter
    return (_with_filter(state, Filter(found.area)), back(state)) if found is not None else (state, ())


def _filter_menu(state: State, _ctx: Context, row: int, column: int) -> Result:
    index, sheet = sheet_of_state(state)
    if sheet.filter is None:
        return state, ()
    rows = range(row + 1, sheet.filter.area[2] + 1)
    texts = tuple(dict.fromkeys([shown_text(state.calculation, index, r, column) for r in rows]))
    chosen = dict(sheet.filter.chosen).get(column, texts)
    title = shown_text(state.calculation, index, row, column) or cell_name(row, column)
    return state, (OpenDialog(f"{state.app}_filter", FilterQuestion(title, texts, chosen), ("filter_to", column)),)


def _filter_to(state: State, _ctx: Context, column: int, texts: tuple[str, ...] | None) -> Result:
    found = sheet_of_state(state)[1].filter
    if found is None or texts is None:
        return state, ()
    rest = {c: t for c, t in found.chosen if c != column}
    index, top, bottom = sheet_of_state(state)[0], found.area[0], found.area[2]
    every = {shown_text(state.calculation, index, r, column) for r in range(top + 1, bottom + 1)}
    if set(texts) != every:
        rest[column] = texts
    return _with_filter(state, Filter(found.area, tuple(sorted(rest.items())))), back(state)


DATA: Mapping[str, Callable[..., Result]] = {
    "filter": _filter,
    "filter_clear": _filter_clear,
    "filter_menu": _filter_menu,
    "filter_to": _filter_to,
    "sort": _sort,
}
