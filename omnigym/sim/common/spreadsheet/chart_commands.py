"""Charts: inserting one from the selected cells, its kind, its title, its series, and deleting it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.documents.sheets.charts import CHART_KINDS, area_of_chart, by_rows, chart_of, content_of
from omnigym.documents.sheets.model import Chart, cell_count
from omnigym.documents.sheets.operations import with_sheet
from omnigym.documents.sheets.sorting import region_of
from omnigym.sim.app import Context, Focus
from omnigym.sim.common.message_box import tell
from omnigym.sim.common.spreadsheet.cells import rebuilt, spend
from omnigym.sim.common.spreadsheet.editing import EDITING, back
from omnigym.sim.common.spreadsheet.state import Result, State, changed, sheet_of_state

#: What the kinds are called.
CHART_NAMES: Mapping[str, str] = {"column": "Column", "bar": "Bar", "line": "Line", "pie": "Pie"}
#: Units of work of a cell that is looked at to make a chart, and the most charts of a sheet.
_LOOKED_AT, _MOST = 7, 40
_NOTHING = "There are no numbers to show. Select the cells of a table with numbers, or one of them."
_TOO_MANY = f"A sheet has at most {_MOST} charts. Delete one first."


def chosen_chart(state: State) -> Chart | None:
    """The chart that is selected, or None."""
    charts = sheet_of_state(state)[1].charts
    return charts[state.chart] if 0 <= state.chart < len(charts) else None


def _with_charts(state: State, charts: tuple[Chart, ...], chosen: int) -> State:
    index, sheet = sheet_of_state(state)
    workbook = with_sheet(state.calculation.workbook, index, sheet._replace(charts=charts))
    new = changed(state, rebuilt(state.calculation, workbook, False))
    return new._replace(chart=chosen, chart_title=None)


def with_chart(state: State, chart: Chart) -> State:
    """The state with another chart in the place of the selected one."""
    charts = sheet_of_state(state)[1].charts
    return _with_charts(state, (*charts[: state.chart], chart, *charts[state.chart + 1 :]), state.chart)


def with_new_chart(state: State, kind: str, title: str | None) -> State | None:
    """The state with a chart of the selected cells, or of the table around the active one; None where none can be made.

    Args:
        state: Of the window.
        kind: One of `CHART_KINDS`.
        title: Its title; None for the name of its only series.
    """
    index, sheet = sheet_of_state(state)
    spend(_LOOKED_AT * cell_count(sheet))
    area = state.selection.area
    if area[:2] == area[2:]:
        area = region_of(sheet, state.selection.active)
    chart = chart_of(state.calculation, index, area, kind)
    if chart is None:
        return None
    if title is None:
        series = content_of(state.calculation, index, chart).series
        title = series[0][0] if len(series) == 1 else "Chart Title"
    return _with_charts(state, (*sheet.charts, chart._replace(title=title)), len(sheet.charts))


def refusal(state: State) -> Result:
    """The message where no chart can be made."""
    return state, (tell(state.title, _NOTHING), Focus(state.grid))


def _insert(state: State, _ctx: Context, kind: str) -> Result:
    if len(sheet_of_state(state)[1].charts) >= _MOST:
        return state, (tell(state.title, _TOO_MANY),)
    new = with_new_chart(state, kind, None)
    return (new._replace(tab="chart"), (Focus(new.chart_key),)) if new is not None else refusal(state)


def _pick(state: State, _ctx: Context, number: int) -> Result:
    new = state._replace(chart=number, chart_title=None)
    return new, (Focus(new.chart_key),)


def _kind(state: State, _ctx: Context, kind: str) -> Result:
    chart = chosen_chart(state)
    if chart is None or kind not in CHART_KINDS or kind == chart.kind:
        return state, ()
    return with_chart(state, chart._replace(kind=kind)), ()


def with_title(state: State) -> State:
    """The state with the typed title on the selected chart."""
    if state.chart_title is None:
        return state
    chart, title, quiet = chosen_chart(state), state.chart_title.strip(), state._replace(chart_title=None)
    return with_chart(quiet, chart._replace(title=title)) if chart is not None and title != chart.title else quiet


def _switch(state: State, _ctx: Context) -> Result:
    chart = chosen_chart(state)
    table = area_of_chart(chart) if chart is not None else None
    if chart is None or table is None:
        return state, ()
    names = [s.name.casefold() for s in state.calculation.workbook.sheets]
    index = names.index(table[0].casefold()) if table[0].casefold() in names else sheet_of_state(state)[0]
    new = chart_of(state.calculation, index, table[1], chart.kind, rows=not by_rows(chart))
    return (with_chart(state, chart._replace(series=new.series)), ()) if new is not None else (state, ())


def _delete(state: State, _ctx: Context) -> Result:
    charts = sheet_of_state(state)[1].charts
    if chosen_chart(state) is None:
        return state, ()
    return _with_charts(state, (*charts[: state.chart], *charts[state.chart + 1 :]), -1), back(state)


def _clear(state: State, ctx: Context) -> Result:
    """The key Delete: the selected chart goes, else the content of the selected cells."""
    return _delete(state, ctx) if chosen_chart(state) is not None else EDITING["clear"](state, ctx)


def _escape(state: State, ctx: Context) -> Result:
    if chosen_chart(state) is None:
        return EDITING["escape"](state, ctx)
    return state._replace(chart=-1, chart_title=None), (Focus(state.grid),)


#: Messages to handlers. They take the place of those of `EDITING` of the same name.
CHARTING: Mapping[str, Callable[..., Result]] = {
    "chart_delete": _delete,
    "chart_insert": _insert,
    "chart_kind": _kind,
    "chart_pick": _pick,
    "chart_switch": _switch,
    "chart_titled": lambda s, _, __: (with_title(s), ()),
    "chart_typing": lambda s, _, text: (s._replace(chart_title=text) if chosen_chart(s) is not None else s, ()),
    "clear": _clear,
    "escape": _escape,
}
