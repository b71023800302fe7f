"""The cells of a sheet, as every spreadsheet program shows them."""

from __future__ import annotations

from functools import lru_cache

from omnigym.documents.sheets.calculation import Calculation
from omnigym.documents.sheets.charts import content_of
from omnigym.documents.sheets.model import COLUMNS, ROWS, Area
from omnigym.sim.common.spreadsheet.cells import column_px
from omnigym.sim.common.spreadsheet.state import State, sheet_of_state
from omnigym.sim.ui.grid import grid
from omnigym.sim.ui.grid_data import GridData
from omnigym.sim.ui.nodes import Node
from omnigym.sim.ui.widgets import field
from omnigym.sim.widgets.chart import ChartData, chart


@lru_cache(maxsize=256)
def _widths(own: tuple[tuple[int, float], ...], scale: int, usual: int) -> tuple[int, ...]:
    known = dict(own)
    return tuple([column_px(known[c]) * scale if c in known else usual * scale for c in range(COLUMNS)])


@lru_cache(maxsize=64)
def _plots(calculation: Calculation, index: int) -> tuple[ChartData, ...]:
    charts = calculation.workbook.sheets[index].charts
    return tuple([ChartData(c.kind, c.title, *content_of(calculation, index, c)) for c in charts])


def _charts_of(state: State) -> tuple[tuple[Area, Node], ...]:
    """The charts of the sheet that is shown, each with its cells."""
    index, sheet = sheet_of_state(state)
    if not sheet.charts:
        return ()
    return tuple(
        [
            (
                on.at,
                chart(
                    data,
                    key=f"{state.app}.chart.{n}",
                    chosen=n == state.chart,
                    click=("chart_pick", n),
                    double=("chart_open", n),
                    context=("chart_menu", n),
                ),
            )
            for n, (on, data) in enumerate(zip(sheet.charts, _plots(state.calculation, index), strict=True))
        ]
    )


def cells_of(state: State, key: str, editor_key: str, usual: int) -> Node:
    """The grid of the sheet that is shown, with the editor in the cell that is edited.

    Args:
        state: Of the window.
        key: The grid's.
        editor_key: The editor's.
        usual: The width of a column that has none of its own, in logical pixels.
    """
    _, sheet = sheet_of_state(state)
    editor = None
    if state.editing is not None:
        editor = field(
            editor_key,
            state.editing,
            name="Cell editor",
            style="cell",
            change=("cell",),
            submit=("submit",),
            cancel=("cancel",),
        )
    clip = state.clip
    copied = clip.copied.area if clip is not None and clip.copied.sheet == state.calculation.workbook.active else None
    data = GridData(
        state.shown.rows,
        (ROWS, COLUMNS),
        _widths(sheet.widths, 1 + state.formulas, usual),
        20,
        sheet.hidden,
        state.selection,
        editor,
        state.lines,
        copied,
        state.filling,
        _charts_of(state),
    )
    return grid(
        key,
        data,
        name=f"Sheet {sheet.name}",
        select=("select",),
        type=("type",),
        open=("edit",),
        context=("menu",),
        button=("filter_menu",),
        step=("step",),
        filling=("filling",),
        fill=("fill_dragged",),
    )
