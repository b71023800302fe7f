"""What the ribbon does: looks, rows and columns, functions, and what `data` and `sheets` do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from omnigym.documents.sheets.model import (
    COLUMNS,
    ROWS,
    Area,
    Cell,
    Filter,
    Style,
    area_name,
    cell_at,
    cell_count,
    cell_name,
    cells_in,
)
from omnigym.documents.sheets.numbers import CURRENCY, PERCENT, decimals_of, with_decimals
from omnigym.documents.sheets.operations import insert_lines, styled, used_area, with_sheet
from omnigym.documents.sheets.sorting import filtered, has_head, numbers_before, region_of, sorted_rows, totals_of
from omnigym.documents.sheets.tables import shown_text
from omnigym.sim.app import Context, Focus, OpenDialog
from omnigym.sim.common.message_box import tell
from omnigym.sim.common.spreadsheet.cells import put, rebuilt, show, weigh_moved, weigh_workbook
from omnigym.sim.common.spreadsheet.editing import back
from omnigym.sim.common.spreadsheet.questions import FORMATS, FilterQuestion, FormatQuestion
from omnigym.sim.common.spreadsheet.sheets import SHEETS
from omnigym.sim.common.spreadsheet.state import Result, State, changed, sheet_of_state
from omnigym.sim.ui.nodes import Msg
from omnigym.sim.work_budget import charge

# -- sorting and filtering the tables of a sheet ----------------------------------------------------------------------

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

# -- commands ---------------------------------------------------------------------------------------------------------

# -- looks --------------------------------------------------------------------------------------------------------


def _styled(state: State, change: Callable[[Style], Style]) -> Result:
    cells = styled(sheet_of_state(state)[1], state.selection.area, change)
    calculation = put(state.calculation, cells)
    return (changed(state, calculation) if calculation is not state.calculation else state), (Focus(state.grid),)


def _active_style(state: State) -> Style:
    return cell_at(sheet_of_state(state)[1], *state.selection.active).style


def _toggle(
    is_on: Callable[[Style], bool], marked: Callable[[Style, bool], Style]
) -> Callable[[State, Context], Result]:
    """A handler that switches a mark of all selected cells to the contrary of the active one's."""

    def handle(state: State, _ctx: Context) -> Result:
        on = not is_on(_active_style(state))
        return _styled(state, lambda style: marked(style, on))

    return handle


def _align(side: str) -> Callable[[State, Context], Result]:
    def handle(state: State, _ctx: Context) -> Result:
        align = "" if _active_style(state).align == side else side
        return _styled(state, lambda style: style._replace(align=align))

    return handle


def _number(state: State, number: str) -> Result:
    return _styled(state, lambda style: style._replace(number=number))


def _number_format(state: State, _ctx: Context, name: str) -> Result:
    known = dict(FORMATS)
    return _number(state, known[name]) if name in known else (state, ())


def _format_cells(state: State, _ctx: Context) -> Result:
    value = state.calculation.value(sheet_of_state(state)[0], *state.selection.active)
    return state, (OpenDialog(f"{state.app}_format", FormatQuestion(_active_style(state), value), ("formatted",)),)


def _formatted(state: State, _ctx: Context, changes: tuple[tuple[str, Any], ...] | None) -> Result:
    return _styled(state, lambda style: style._replace(**dict(changes))) if changes else (state, (Focus(state.grid),))


def _decimals(state: State, step: int) -> Result:
    number = _active_style(state).number
    if number == "General":
        text = shown_text(state.calculation, sheet_of_state(state)[0], *state.selection.active)
        places = len(text.partition(".")[2]) if "E" not in text else 0
    else:
        places = decimals_of(number)
    return _number(state, with_decimals(number, min(max(0, places + step), 15)))


# -- rows and columns ---------------------------------------------------------------------------------------------


def _lines(state: State, axis: int, insert: bool) -> Result:
    """Insert as many rows or columns as are selected, or delete those."""
    index, _ = sheet_of_state(state)
    area = state.selection.area
    at, count = area[axis], area[axis + 2] - area[axis] + 1
    weigh_workbook(state.calculation.workbook)
    workbook = insert_lines(state.calculation.workbook, index, axis, at, count if insert else -count)
    return changed(state._replace(clip=None), rebuilt(state.calculation, workbook)), (Focus(state.grid),)


def _whole_lines(state: State, _ctx: Context, insert: bool) -> Result:
    """The shortcut for it: rows or columns that are selected whole; nothing where only some of their cells are."""
    top, left, bottom, right = state.selection.area
    if (left, right) == (0, COLUMNS - 1):
        return _lines(state, 0, insert)
    return _lines(state, 1, insert) if (top, bottom) == (0, ROWS - 1) else (state, ())


def _autofit(state: State, _ctx: Context) -> Result:
    index, sheet = sheet_of_state(state)
    area = state.selection.area
    widths = dict(sheet.widths)
    for column in range(area[1], area[3] + 1):
        texts = [shown_text(state.calculation, index, row, column) for row in range(len(sheet.rows))]
        longest = max([len(text) for text in texts], default=0)
        if longest:
            widths[column] = round(max(2.0, longest * 1.1 + 1), 2)
    workbook = with_sheet(state.calculation.workbook, index, sheet._replace(widths=tuple(sorted(widths.items()))))
    return changed(state, rebuilt(state.calculation, workbook, False)), (Focus(state.grid),)


# -- functions ----------------------------------------------------------------------------------------------------


def _auto(state: State, _ctx: Context, function: str) -> Result:
    """AutoSum: a formula for each row or column of what is selected; of a single cell, in it, to be confirmed."""
    index, sheet = sheet_of_state(state)
    if state.selection.active != state.selection.end:
        found = totals_of(state.calculation, index, used_area(sheet, state.selection.area))
        cells = {p: Cell(f"={function}({area_name(of)})", cell_at(sheet, *p).style) for p, of in found.items()}
        return (changed(state, put(state.calculation, cells)) if cells else state), back(state)
    before = numbers_before(state.calculation, index, state.selection.active)
    text = f"={function}({area_name(before) if before is not None else ''})"
    start, end = len(function) + 2, len(text) - 1
    return state._replace(editing=text, pointed=0), (Focus(state.editor, start, end),)


def _show_formulas(state: State, _ctx: Context) -> Result:
    new = state._replace(formulas=not state.formulas)
    return new._replace(shown=show(new.calculation, new.formulas)), (Focus(state.grid),)


COMMANDS: Mapping[str, Callable[..., Result]] = {
    **DATA,
    **SHEETS,
    **{f"align_{side}": _align(side) for side in ("left", "center", "right")},
    "auto": _auto,
    "autofit": _autofit,
    "bold": _toggle(lambda style: style.bold, lambda style, on: style._replace(bold=on)),
    "comma": lambda s, _: _number(s, "#,##0.00"),
    "currency": lambda s, _: _number(s, CURRENCY),
    "delete_columns": lambda s, _: _lines(s, 1, False),
    "delete_rows": lambda s, _: _lines(s, 0, False),
    "fewer_decimals": lambda s, _: _decimals(s, -1),
    "fill_color": lambda s, _, color: _styled(s, lambda style: style._replace(fill=color)),
    "font_color": lambda s, _, color: _styled(s, lambda style: style._replace(color=color)),
    "format_cells": _format_cells,
    "formatted": _formatted,
    "gridlines": lambda s, _: (s._replace(lines=not s.lines), (Focus(s.grid),)),
    "insert_columns": lambda s, _: _lines(s, 1, True),
    "insert_rows": lambda s, _: _lines(s, 0, True),
    "italic": _toggle(lambda style: style.italic, lambda style, on: style._replace(italic=on)),
    "lines": _whole_lines,
    "more_decimals": lambda s, _: _decimals(s, 1),
    "number_format": _number_format,
    "number_style": lambda s, _: _number(s, "#,##0.00"),
    "percent": lambda s, _: _number(s, PERCENT),
    "show_formulas": _show_formulas,
    "underline": _toggle(lambda style: style.underline, lambda style, on: style._replace(underline=on)),
    "tab": lambda s, _, name: (s._replace(tab=name), ()),
}

# -- the keys that every spreadsheet program has, with what they stand for --------------------------------------------

SHEET_KEYS: tuple[tuple[str, Msg], ...] = (
    ("ctrl+c", ("copy",)),
    ("ctrl+x", ("cut",)),
    ("ctrl+v", ("paste",)),
    ("ctrl+d", ("fill", 0)),
    ("ctrl+f", ("find",)),
    ("ctrl+shift+l", ("filter",)),
    ("ctrl+shift+1", ("number_style",)),
    ("ctrl+shift+4", ("currency",)),
    ("ctrl+shift+5", ("percent",)),
    ("ctrl+-", ("lines", False)),
    ("ctrl+shift+=", ("lines", True)),
    ("ctrl+`", ("show_formulas",)),
    ("ctrl+pageup", ("next_sheet", -1)),
    ("ctrl+pagedown", ("next_sheet", 1)),
    ("f2", ("edit",)),
    ("delete", ("clear",)),
    ("backspace", ("rub_out",)),
    ("tab", ("commit", "right")),
    ("shift+tab", ("commit", "left")),
    ("shift+enter", ("commit", "up")),
    ("up", ("commit", "up")),
    ("down", ("commit", "down")),
)
