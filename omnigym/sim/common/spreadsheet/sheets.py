"""The sheets of a workbook: going from one to another, adding, deleting and renaming them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.documents.sheets.model import Sheet, Workbook
from omnigym.documents.sheets.operations import rename_sheet
from omnigym.sim.app import Context, Focus
from omnigym.sim.common.message_box import tell
from omnigym.sim.common.spreadsheet.cells import rebuilt, weigh_workbook
from omnigym.sim.common.spreadsheet.editing import back
from omnigym.sim.common.spreadsheet.state import Result, State, calculated, changed, sheet_of_state
from omnigym.sim.ui.grid_data import GridSelection

_LONGEST_NAME = 31


def _front(state: State, workbook: Workbook) -> State:
    """Another workbook with its sheet in front from its first cell."""
    return changed(state, rebuilt(state.calculation, workbook, True), GridSelection())


def to_sheet(state: State, _ctx: Context, index: int) -> Result:
    """Another sheet in front, from its first cell."""
    workbook = state.calculation.workbook
    if index == workbook.active or not 0 <= index < len(workbook.sheets):
        return state._replace(renaming=None), (Focus(state.grid),)
    calculation = rebuilt(state.calculation, workbook._replace(active=index), False)
    return calculated(state._replace(selection=GridSelection(), renaming=None, chart=-1), calculation), back(state)


def _next_sheet(state: State, ctx: Context, step: int) -> Result:
    return to_sheet(state, ctx, state.calculation.workbook.active + step)


def _new_sheet(state: State, _ctx: Context) -> Result:
    sheets, active = state.calculation.workbook.sheets, state.calculation.workbook.active
    names = {s.name.casefold() for s in sheets}
    number = next(n for n in range(len(sheets) + 1, 10_000) if f"sheet{n}" not in names)
    at = active + 1
    return _front(state, Workbook((*sheets[:at], Sheet(f"Sheet{number}"), *sheets[at:]), at)), back(state)


def _delete_sheet(state: State, _ctx: Context) -> Result:
    sheets, active = state.calculation.workbook.sheets, state.calculation.workbook.active
    if len(sheets) == 1:
        return state, (
            tell(state.title, "A workbook has at least one sheet. Insert another one before this is deleted."),
        )
    left = (*sheets[:active], *sheets[active + 1 :])
    return _front(state._replace(clip=None), Workbook(left, min(active, len(left) - 1))), back(state)


def _rename_sheet(state: State, _ctx: Context) -> Result:
    name = sheet_of_state(state)[1].name
    return state._replace(renaming=name), (Focus(state.rename_field, 0, -1),)


def _sheet_named(state: State, _ctx: Context, text: str) -> Result:
    if state.renaming is None:
        return state, ()
    index, sheet = sheet_of_state(state)
    name, quiet = text.strip(), state._replace(renaming=None)
    taken = {s.name.casefold() for i, s in enumerate(state.calculation.workbook.sheets) if i != index}
    if not name or name == sheet.name:
        return quiet, (Focus(state.grid),)
    if name.casefold() in taken or len(name) > _LONGEST_NAME or any(c in "[]:*?/\\" for c in name):
        message = f"{name!r} cannot be the name of a sheet: it is taken, too long, or has one of : \\ / ? * [ ] in it."
        return quiet, (tell(state.title, message), Focus(state.grid))
    weigh_workbook(state.calculation.workbook)
    workbook = rename_sheet(state.calculation.workbook, index, name)
    return changed(quiet, rebuilt(state.calculation, workbook)), (Focus(state.grid),)


SHEETS: Mapping[str, Callable[..., Result]] = {
    "delete_sheet": _delete_sheet,
    "new_sheet": _new_sheet,
    "next_sheet": _next_sheet,
    "rename_sheet": _rename_sheet,
    "sheet": to_sheet,
    "sheet_name": lambda s, _, text: (s._replace(renaming=text) if s.renaming is not None else s, ()),
    "sheet_named": _sheet_named,
}
