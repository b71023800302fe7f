"""Entering things into cells, choosing cells, and the clipboard."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.documents.sheets.evaluation import gives_day
from omnigym.documents.sheets.finding import normalise_formula
from omnigym.documents.sheets.formulas import parse
from omnigym.documents.sheets.model import (
    BLANK,
    COLUMNS,
    ROWS,
    Area,
    Cell,
    Place,
    area_name,
    area_of,
    cell_at,
    cells_in,
    is_formula,
)
from omnigym.documents.sheets.numbers import DATE, GENERAL, editing_text
from omnigym.documents.sheets.operations import clear_cells, copy_cells, fill_cells, paste_cells, pasted_text, used_area
from omnigym.documents.sheets.series import drag_handle, reach_below
from omnigym.documents.sheets.tables import cell_of, table_from_text, to_tabs
from omnigym.sim.app import Context, Effect, Focus, SetClipboard, ShowCaret
from omnigym.sim.common.message_box import tell
from omnigym.sim.common.spreadsheet.cells import put, weigh_moved, weigh_texts
from omnigym.sim.common.spreadsheet.state import Clip, Result, State, changed, redone, sheet_of_state, undone
from omnigym.sim.handlers import sets
from omnigym.sim.ui.grid_data import GridSelection
from omnigym.sim.work_budget import charge
from omnigym.values import ClipboardContent


def back(state: State) -> tuple[Effect, ...]:
    """The effects by which the grid has the keyboard again, and its active cell can be seen."""
    return Focus(state.grid), ShowCaret(state.grid)


_STEPS = {"down": (1, 0), "up": (-1, 0), "right": (0, 1), "left": (0, -1), "": (0, 0)}
#: After these a formula goes on with a reference.
_OPERATORS = "=+-*/(,<>&^"
#: Units of work of a cell that is pasted, and of a letter of a text that makes cells.
_PASTED, _READ = 8, 3
_CIRCULAR = (
    "There are one or more circular references: a formula refers to its own cell, "
    "directly or indirectly. It comes to 0."
)


def selected(area: tuple[int, int, int, int]) -> GridSelection:
    """An area selected, its first cell active."""
    return GridSelection((area[0], area[1]), (area[2], area[3]))


def committed(state: State) -> tuple[State, tuple[Effect, ...]]:
    """``state`` with what is typed put into the cell; with a message, and as it was, where that makes no formula."""
    text = state.editing
    if text is None:
        return state, ()
    content = normalise_formula(text) if is_formula(text) else text
    formula = parse(content) if is_formula(content) else None
    if is_formula(content) and formula is None:
        question = (
            f"There's a problem with this formula.\n{text}\nCorrect it, or press Escape to leave the cell as it was."
        )
        return state, (tell(state.title, question, "warning"),)
    place = state.selection.active
    before = cell_at(sheet_of_state(state)[1], *place)
    new = cell_of(content, before) if formula is None else Cell(content, before.style)
    if formula is not None and before.style.number == GENERAL and gives_day(formula.tree):
        new = Cell(content, before.style._replace(number=DATE))
    quiet = state._replace(editing=None, pointed=0)
    if new == before:
        return quiet, ()
    calculation = put(state.calculation, {place: new})
    effects: tuple[Effect, ...] = ()
    if (calculation.workbook.active, *place) in calculation.circular:
        effects = (tell(state.title, _CIRCULAR, "warning"),)
    return changed(quiet, calculation), effects


def _moved(state: State, direction: str) -> State:
    """The selection one cell on, hidden rows passed over; Enter after a run of Tabs goes back to where that began."""
    down, across = _STEPS[direction]
    (row, column), run = state.selection.active, -1
    if across > 0:
        run = column if state.run < 0 else state.run
    elif down > 0 and state.run >= 0:
        column = state.run
    row, column = row + down, column + across
    hidden = sheet_of_state(state)[1].hidden
    while down and row in hidden:
        row += down
    if 0 <= row < ROWS and 0 <= column < COLUMNS:
        return state._replace(selection=GridSelection((row, column), (row, column)), run=run)
    return state


def _commit(state: State, ctx: Context, direction: str) -> Result:
    return _step(state, ctx, direction) if state.editing is not None else (state, ())


def _step(state: State, _ctx: Context, direction: str) -> Result:
    """Enter, Tab and the like: what is typed is put into the cell, then one cell on."""
    new, effects = committed(state)
    if new.editing is not None:
        return new, effects
    return _moved(new, direction), (*back(new), *effects)


def _submit(state: State, ctx: Context, _text: str) -> Result:
    return _commit(state, ctx, "down") if state.editing is not None else (state, back(state))


def _cancel(state: State, _ctx: Context) -> Result:
    return state._replace(editing=None, pointed=0, name_text=None, renaming=None), back(state)


def _leave(state: State, _ctx: Context) -> Result:
    return state._replace(name_text=None, renaming=None), (Focus(state.grid),)


def _type(state: State, _ctx: Context, text: str) -> Result:
    return state._replace(editing=text, pointed=0), (ShowCaret(state.grid), Focus(state.editor, len(text), len(text)))


def _edit(state: State, _ctx: Context) -> Result:
    if state.editing is not None:
        return state, ()
    cell = cell_at(sheet_of_state(state)[1], *state.selection.active)
    text = editing_text(cell.content, cell.style.number)
    at = state.selection.active
    edited = state._replace(editing=text, pointed=0, selection=GridSelection(at, at))
    return edited, (ShowCaret(state.grid), Focus(state.editor, len(text), len(text)))


def _changed_text(state: State, _ctx: Context, text: str) -> Result:
    return state._replace(editing=text, pointed=0), ()


def _select(state: State, _ctx: Context, active: Place, end: Place) -> Result:
    text = state.editing
    if text is not None and text.startswith("="):
        stem = text[: len(text) - state.pointed]
        if stem[-1] in _OPERATORS and (state.pointed or active != state.selection.active):
            name = area_name(GridSelection(active, end).area)
            end_at = len(stem + name)
            return state._replace(editing=stem + name, pointed=len(name)), (Focus(state.editor, end_at, end_at),)
    new, effects = committed(state)
    if new.editing is not None:
        return new, effects
    if (active, end) == new.selection and new is state and state.name_text is None and state.chart < 0:
        return state, effects
    selection = GridSelection(active, end)
    top, left, bottom, right = selection.area
    # The status bar sums them up.
    charge(max(0, min(bottom + 1, len(sheet_of_state(new)[1].rows)) - top) * (right - left))
    return new._replace(selection=selection, name_text=None, run=-1, chart=-1), effects


def _go_to(state: State, _ctx: Context, text: str) -> Result:
    area = area_of(text)
    if area is None or area[2] >= ROWS or area[3] >= COLUMNS:
        message = f"{text!r} is not the name of a cell. Type a reference such as B5 or A1:C10."
        return state._replace(name_text=None), (tell(state.title, message), Focus(state.grid))
    return state._replace(selection=selected(area), name_text=None, run=-1, chart=-1), back(state)


# -- the clipboard ------------------------------------------------------------------------------------------------


def _copy(state: State, _ctx: Context, cut: bool = False) -> Result:
    index, sheet = sheet_of_state(state)
    clip = copy_cells(sheet, index, state.selection.area, cut=cut)
    weigh_texts([state.calculation.value(index, *place) for place, _ in clip.cells])
    text = to_tabs(state.calculation, index, clip.area)
    return state._replace(clip=Clip(clip, text)), (SetClipboard(ClipboardContent(text=text)), Focus(state.grid))


def _paste(state: State, ctx: Context) -> Result:
    clip, text = state.clip, ctx.clipboard.text
    index, sheet = sheet_of_state(state)
    if clip is not None and clip.text == text:
        times = max(1, _size(state.selection.area) // _size(clip.copied.area))
        charge(_PASTED * times * _size(clip.copied.area))  # blank ones, too
        weigh_moved([cell for _, cell in clip.copied.cells], times)
        cells, area = paste_cells(clip.copied, state.selection.area[:2], state.selection.area)
        calculation = state.calculation
        if clip.copied.cut:
            if clip.copied.sheet == index:
                cells = {**dict.fromkeys([p for p, _ in clip.copied.cells], BLANK), **cells}
            state = state._replace(clip=None)
        return changed(state, put(calculation, cells), selected(area)), back(state)
    if not text:
        return state, ()
    charge(_READ * len(text))
    cells, area = pasted_text(sheet, table_from_text(text), state.selection.area[:2])
    return changed(state._replace(clip=None), put(state.calculation, cells), selected(area)), back(state)


def _put(change: Callable[[State], Mapping[Place, Cell]]) -> Callable[[State, Context], Result]:
    """A handler that changes cells."""

    def handle(state: State, _ctx: Context) -> Result:
        calculation = put(state.calculation, change(state))
        return (changed(state, calculation) if calculation is not state.calculation else state), (Focus(state.grid),)

    return handle


def _fill(state: State, ctx: Context, axis: int) -> Result:
    sheet = sheet_of_state(state)[1]
    top, left, bottom, right = used_area(sheet, state.selection.area)
    if axis == 0:
        source, times = (max(0, top - (top == bottom)), left, top, right), bottom - top + 1
    else:
        source, times = (top, max(0, left - (left == right)), bottom, left), right - left + 1
    weigh_moved([cell for _, cell in cells_in(sheet, source)], times)
    return _put(lambda s: fill_cells(sheet_of_state(s)[1], s.selection.area, axis))(state, ctx)


def _fill_dragged(state: State, _ctx: Context, other: bool | None) -> Result:
    """The handle was let go; or clicked twice, where ``other`` is None."""
    sheet, area = sheet_of_state(state)[1], state.selection.area
    onto = (*area[:2], reach_below(sheet, area), area[3]) if other is None else state.filling or area
    state = state._replace(filling=None)
    if onto == area:
        return state, ()
    weigh_moved([cell for _, cell in cells_in(sheet, area)], 1 + _size(onto) // _size(area))
    calculation = put(state.calculation, drag_handle(sheet, area, onto, other=bool(other)))
    shrunk = onto[2] < area[2] or onto[3] < area[3]
    selection = GridSelection(onto[:2], onto[2:]) if shrunk else _grown(state.selection, onto)
    return changed(state, calculation, selection), back(state)


def _size(area: Area) -> int:
    """How many cells an area has."""
    return (area[2] - area[0] + 1) * (area[3] - area[1] + 1)


def _grown(selection: GridSelection, area: Area) -> GridSelection:
    """An area selected whose active cell stays what it is as far as it is a corner of it."""
    top, left, bottom, right = area
    (row, column), _ = selection
    corner = (row if row in (top, bottom) else top, column if column in (left, right) else left)
    return GridSelection(corner, (top + bottom - corner[0], left + right - corner[1]))


def _clear_all(state: State) -> Mapping[Place, Cell]:
    return {place: BLANK for place, _ in copy_cells(sheet_of_state(state)[1], 0, state.selection.area).cells}


def _escape(state: State, ctx: Context) -> Result:
    if state.editing is not None or state.name_text is not None or state.renaming is not None:
        return _cancel(state, ctx)
    if state.backstage:
        return state._replace(backstage=""), (Focus(state.grid),)
    return state._replace(clip=None, find=None), (Focus(state.grid),)


#: Messages to handlers.
EDITING: Mapping[str, Callable[..., Result]] = {
    "bar": _changed_text,
    "cancel": _cancel,
    "cell": _changed_text,
    "clear": _put(lambda s: clear_cells(sheet_of_state(s)[1], s.selection.area)),
    "clear_all": _put(_clear_all),
    "clear_formats": _put(lambda s: clear_cells(sheet_of_state(s)[1], s.selection.area, looks=True)),
    "commit": _commit,
    "copy": _copy,
    "cut": lambda s, ctx: _copy(s, ctx, True),
    "edit": _edit,
    "enter": lambda s, ctx: _commit(s, ctx, ""),
    "escape": _escape,
    "fill": _fill,
    "fill_dragged": _fill_dragged,
    "filling": sets("filling"),
    "go_to": _go_to,
    "leave": _leave,
    "name": lambda s, _: (s, (Focus(s.name_box, 0, -1),)),
    "name_text": sets("name_text"),
    "paste": _paste,
    "redo": lambda s, _: (redone(s), back(s)),
    "rub_out": lambda s, ctx: _type(s, ctx, "") if s.editing is None else (s, ()),
    "select": _select,
    "step": _step,
    "submit": _submit,
    "type": _type,
    "undo": lambda s, _: (undone(s), back(s)),
}
