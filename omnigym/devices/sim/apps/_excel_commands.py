"""What the ribbon does: looks, rows and columns, sorting, filtering, sheets."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.devices.sim.app import Context, Effect, Focus, OpenDialog, ShowMenu
from omnigym.devices.sim.apps._excel_cells import put, rebuilt, show
from omnigym.devices.sim.apps._excel_editing import BACK
from omnigym.devices.sim.apps._excel_ribbon import FORMATS
from omnigym.devices.sim.apps._excel_state import Result, State, calculated, changed, sheet_of_state
from omnigym.devices.sim.apps._excel_view import EDITOR, GRID, RENAME, tab_menu
from omnigym.devices.sim.apps.excel_filter import FilterQuestion
from omnigym.devices.sim.apps.message_box import tell
from omnigym.devices.sim.ui.grid import GridSelection
from omnigym.documents.sheets.model import (
    ROWS,
    Area,
    Cell,
    Filter,
    Sheet,
    Style,
    Workbook,
    area_name,
    cell_at,
    cell_name,
)
from omnigym.documents.sheets.numbers import CURRENCY, PERCENT, decimals_of, with_decimals
from omnigym.documents.sheets.operations import (
    filtered,
    has_head,
    insert_lines,
    region_of,
    rename_sheet,
    sorted_rows,
    styled,
    with_sheet,
)
from omnigym.documents.sheets.tables import shown_text

__all__ = ["COMMANDS"]

_TITLE = "Microsoft Excel"
_LONGEST_NAME = 31


# -- looks --------------------------------------------------------------------------------------------------------


def _styled(state: State, change: Callable[[Style], Style]) -> Result:
    cells = styled(sheet_of_state(state)[1], state.selection.area, change)
    calculation = put(state.calculation, cells)
    return (changed(state, calculation) if calculation is not state.calculation else state), (Focus(GRID),)


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
    workbook = insert_lines(state.calculation.workbook, index, axis, at, count if insert else -count)
    return changed(state._replace(clip=None), rebuilt(state.calculation, workbook)), (Focus(GRID),)


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
    return changed(state, rebuilt(state.calculation, workbook, False)), (Focus(GRID),)


# -- functions ----------------------------------------------------------------------------------------------------


def _auto(state: State, _ctx: Context, function: str) -> Result:
    """AutoSum: below several selected rows, a formula for each column; else in the active cell, to be confirmed."""
    index, sheet = sheet_of_state(state)
    top, left, bottom, right = state.selection.area
    if bottom > top and bottom < ROWS - 1:
        blank = all(cell_at(sheet, bottom, c).content is None for c in range(left, right + 1))
        last = bottom - 1 if blank else bottom
        cells = {
            (last + 1, c): Cell(f"={function}({area_name((top, c, last, c))})", cell_at(sheet, last + 1, c).style)
            for c in range(left, right + 1)
        }
        return changed(state, put(state.calculation, cells)), BACK
    row, column = state.selection.active
    up, back = row, column
    while up > 0 and type(state.calculation.value(index, up - 1, column)) is float:
        up -= 1
    while back > 0 and type(state.calculation.value(index, row, back - 1)) is float:
        back -= 1
    found = area_name((up, column, row - 1, column)) if up < row else ""
    if not found and back < column:
        found = area_name((row, back, row, column - 1))
    text = f"={function}({found})"
    start, end = len(function) + 2, len(text) - 1
    return state._replace(editing=text, pointed=0), (Focus(EDITOR, start, end),)


# -- sorting and filtering ----------------------------------------------------------------------------------------


def _table(state: State) -> tuple[Area, bool]:
    """The table that is meant (the selection, or around the active cell), and whether its first row is a head."""
    index, sheet = sheet_of_state(state)
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
        return state, (tell(_TITLE, "There is nothing to sort here. Select a cell in the column to sort by."),)
    body = (area[0] + head, *area[1:])
    cells = sorted_rows(state.calculation, index, body, column, descending=descending)
    return changed(state, put(state.calculation, cells)), (Focus(GRID),)


def _with_filter(state: State, found: Filter | None) -> State:
    index, _ = sheet_of_state(state)
    workbook = with_sheet(state.calculation.workbook, index, filtered(state.calculation, index, found))
    return changed(state, rebuilt(state.calculation, workbook, False))


def _filter(state: State, _ctx: Context) -> Result:
    if sheet_of_state(state)[1].filter is not None:
        return _with_filter(state, None), BACK
    area, _ = _table(state)
    if area[0] == area[2]:
        return state, (tell(_TITLE, "There is nothing to filter here. Select a cell of a table with a header."),)
    return _with_filter(state, Filter(area)), (Focus(GRID),)


def _filter_clear(state: State, _ctx: Context) -> Result:
    found = sheet_of_state(state)[1].filter
    return (_with_filter(state, Filter(found.area)), BACK) if found is not None else (state, ())


def _filter_menu(state: State, _ctx: Context, row: int, column: int) -> Result:
    index, sheet = sheet_of_state(state)
    if sheet.filter is None:
        return state, ()
    rows = range(row + 1, sheet.filter.area[2] + 1)
    texts = tuple(dict.fromkeys([shown_text(state.calculation, index, r, column) for r in rows]))
    chosen = dict(sheet.filter.chosen).get(column, texts)
    title = shown_text(state.calculation, index, row, column) or cell_name(row, column)
    return state, (OpenDialog("excel_filter", FilterQuestion(title, texts, chosen), ("filter_to", column)),)


def _filter_to(state: State, _ctx: Context, column: int, texts: tuple[str, ...] | None) -> Result:
    found = sheet_of_state(state)[1].filter
    if found is None or texts is None:
        return state, ()
    rest = {c: t for c, t in found.chosen if c != column}
    index, top, bottom = sheet_of_state(state)[0], found.area[0], found.area[2]
    every = {shown_text(state.calculation, index, r, column) for r in range(top + 1, bottom + 1)}
    if set(texts) != every:
        rest[column] = texts
    return _with_filter(state, Filter(found.area, tuple(sorted(rest.items())))), BACK


# -- sheets -------------------------------------------------------------------------------------------------------


def _front(state: State, workbook: Workbook, contents: bool = True) -> State:
    """Another workbook with its sheet in front from its first cell."""
    return changed(state, rebuilt(state.calculation, workbook, contents), GridSelection())


def _sheet(state: State, _ctx: Context, index: int) -> Result:
    workbook = state.calculation.workbook
    if index == workbook.active or not 0 <= index < len(workbook.sheets):
        return state._replace(renaming=None), (Focus(GRID),)
    calculation = rebuilt(state.calculation, workbook._replace(active=index), False)
    return calculated(state._replace(selection=GridSelection(), renaming=None), calculation), BACK


def _next_sheet(state: State, ctx: Context, step: int) -> Result:
    return _sheet(state, ctx, state.calculation.workbook.active + step)


def _new_sheet(state: State, _ctx: Context) -> Result:
    sheets, active = state.calculation.workbook.sheets, state.calculation.workbook.active
    names = {s.name.casefold() for s in sheets}
    number = next(n for n in range(len(sheets) + 1, 10_000) if f"sheet{n}" not in names)
    at = active + 1
    return _front(state, Workbook((*sheets[:at], Sheet(f"Sheet{number}"), *sheets[at:]), at)), BACK


def _delete_sheet(state: State, _ctx: Context) -> Result:
    sheets, active = state.calculation.workbook.sheets, state.calculation.workbook.active
    if len(sheets) == 1:
        return state, (tell(_TITLE, "A workbook has at least one sheet. Insert another one before this is deleted."),)
    left = (*sheets[:active], *sheets[active + 1 :])
    return _front(state._replace(clip=None), Workbook(left, min(active, len(left) - 1))), BACK


def _rename_sheet(state: State, _ctx: Context) -> Result:
    name = sheet_of_state(state)[1].name
    return state._replace(renaming=name), (Focus(RENAME, 0, -1),)


def _sheet_named(state: State, _ctx: Context, text: str) -> Result:
    if state.renaming is None:
        return state, ()
    index, sheet = sheet_of_state(state)
    name, quiet = text.strip(), state._replace(renaming=None)
    taken = {s.name.casefold() for i, s in enumerate(state.calculation.workbook.sheets) if i != index}
    if not name or name == sheet.name:
        return quiet, (Focus(GRID),)
    if name.casefold() in taken or len(name) > _LONGEST_NAME or any(c in "[]:*?/\\" for c in name):
        message = f"{name!r} cannot be the name of a sheet: it is taken, too long, or has one of : \\ / ? * [ ] in it."
        return quiet, (tell(_TITLE, message), Focus(GRID))
    workbook = rename_sheet(state.calculation.workbook, index, name)
    return changed(quiet, rebuilt(state.calculation, workbook)), (Focus(GRID),)


def _sheet_menu(state: State, ctx: Context, index: int) -> Result:
    new, _ = _sheet(state, ctx, index)
    effects: tuple[Effect, ...] = (ShowMenu(tab_menu(len(state.calculation.workbook.sheets) == 1)),)
    return new, effects


def _show_formulas(state: State, _ctx: Context) -> Result:
    new = state._replace(formulas=not state.formulas)
    return new._replace(shown=show(new.calculation, new.formulas)), (Focus(GRID),)


COMMANDS: Mapping[str, Callable[..., Result]] = {
    **{f"align_{side}": _align(side) for side in ("left", "center", "right")},
    "auto": _auto,
    "autofit": _autofit,
    "bold": _toggle(lambda style: style.bold, lambda style, on: style._replace(bold=on)),
    "comma": lambda s, _: _number(s, "#,##0.00"),
    "currency": lambda s, _: _number(s, CURRENCY),
    "delete_columns": lambda s, _: _lines(s, 1, False),
    "delete_rows": lambda s, _: _lines(s, 0, False),
    "delete_sheet": _delete_sheet,
    "fewer_decimals": lambda s, _: _decimals(s, -1),
    "fill_color": lambda s, _, color: _styled(s, lambda style: style._replace(fill=color)),
    "filter": _filter,
    "filter_clear": _filter_clear,
    "filter_menu": _filter_menu,
    "filter_to": _filter_to,
    "font_color": lambda s, _, color: _styled(s, lambda style: style._replace(color=color)),
    "gridlines": lambda s, _: (s._replace(lines=not s.lines), (Focus(GRID),)),
    "insert_columns": lambda s, _: _lines(s, 1, True),
    "insert_rows": lambda s, _: _lines(s, 0, True),
    "italic": _toggle(lambda style: style.italic, lambda style, on: style._replace(italic=on)),
    "more_decimals": lambda s, _: _decimals(s, 1),
    "new_sheet": _new_sheet,
    "next_sheet": _next_sheet,
    "number_format": _number_format,
    "number_style": lambda s, _: _number(s, "#,##0.00"),
    "percent": lambda s, _: _number(s, PERCENT),
    "rename_sheet": _rename_sheet,
    "sheet": _sheet,
    "sheet_menu": _sheet_menu,
    "sheet_name": lambda s, _, text: (s._replace(renaming=text) if s.renaming is not None else s, ()),
    "sheet_named": _sheet_named,
    "show_formulas": _show_formulas,
    "sort": _sort,
    "underline": _toggle(lambda style: style.underline, lambda style, on: style._replace(underline=on)),
    "tab": lambda s, _, name: (s._replace(tab=name), ()),
}
