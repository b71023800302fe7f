"""Excel."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.sim.app import App, Context, Focus, ShowMenu
from omnigym.sim.common.spreadsheet.chart_commands import CHARTING
from omnigym.sim.common.spreadsheet.commands import COMMANDS, SHEET_KEYS
from omnigym.sim.common.spreadsheet.editing import EDITING
from omnigym.sim.common.spreadsheet.finding import FINDING
from omnigym.sim.common.spreadsheet.handling import handling
from omnigym.sim.common.spreadsheet.sheets import to_sheet
from omnigym.sim.common.spreadsheet.state import Result, State, encoded, is_saved, load
from omnigym.sim.common.suite import Saying, Suite
from omnigym.sim.program import FileKind, Program
from omnigym.sim.vfs import native
from omnigym.sim.windows.apps.excel.art import EXCEL_ART, EXCEL_STYLES
from omnigym.sim.windows.apps.excel.view import (
    CHART_TITLE,
    EDITOR,
    GRID,
    UNTITLED,
    blank,
    caption,
    chart_menu,
    context_menu,
    showing,
    tab_menu,
    today,
    view,
)
from omnigym.sim.windows.office import KEYS, behind_file

_TITLE = "Microsoft Excel"
_XLSX, _CSV, _PDF = (
    ("Excel Workbook (*.xlsx)", "xlsx"),
    ("CSV (Comma delimited) (*.csv)", "csv"),
    ("PDF (*.pdf)", "pdf"),
)


_SUITE = Suite(
    app="excel",
    title=_TITLE,
    page=GRID,
    opens=(("All Excel Files (*.xlsx)", "xlsx"), ("Text Files (*.csv)", "csv"), ("All Files (*.*)", "")),
    saves=(_XLSX, _CSV, _PDF),
    load=lambda path, ctx: showing(load(ctx.vfs, path), ctx.vfs.real_path(path), today(ctx)),
    blank=lambda ctx: blank(today(ctx)),
    encoded=lambda state, path: encoded(state.calculation, path),
    is_saved=is_saved,
    saved=lambda state, path: state._replace(path=path, saved=state.calculation.workbook, backstage=""),
    untouched=lambda state: not state.path and not state.undos and is_saved(state),
    outward=native,
    saying=Saying(
        untitled=UNTITLED,
        caption="{name} - Excel",
        corrupt="Excel cannot open the file because its format or extension is not valid.\n({path})",
        box=_TITLE,
        question="Want to save your changes to '{name}'?",
        answers=("Save", "Don't Save", "Cancel"),
        kind="warning",
        exported=(_PDF, _XLSX, _CSV),
    ),
    back=lambda state: state._replace(backstage="") if state.backstage else state,
    reads_first=False,
)


def _symbol(state: State, _ctx: Context, sign: str) -> Result:
    return EDITING["type"](state, _ctx, sign)


def _menu(state: State, _ctx: Context, part: str) -> Result:
    return state, (ShowMenu(context_menu(part)),)


def _chart_menu(state: State, ctx: Context, number: int) -> Result:
    new, _ = CHARTING["chart_pick"](state, ctx, number)
    return new, (ShowMenu(chart_menu()),)


def _chart_design(state: State, _ctx: Context) -> Result:
    """The title of the selected chart, to be typed over."""
    return state._replace(tab="chart"), (Focus(CHART_TITLE, 0, -1),)


def _chart_open(state: State, ctx: Context, number: int) -> Result:
    new, _ = CHARTING["chart_pick"](state, ctx, number)
    return _chart_design(new, ctx)


def _sheet_menu(state: State, ctx: Context, index: int) -> Result:
    new, _ = to_sheet(state, ctx, index)
    return new, (ShowMenu(tab_menu(len(state.calculation.workbook.sheets) == 1)),)


_HANDLERS: Mapping[str, Callable[..., Result]] = {
    **COMMANDS,
    **EDITING,
    **FINDING,
    **CHARTING,
    **_SUITE.handlers(),
    "backstage": behind_file("excel", GRID),
    "chart_design": _chart_design,
    "chart_menu": _chart_menu,
    "chart_open": _chart_open,
    "export_csv": lambda s, _: _SUITE.ask(s, (_CSV, _XLSX, _PDF)),
    "menu": _menu,
    "sheet_menu": _sheet_menu,
    "symbol": _symbol,
}


_BUTTONS = (
    *("bold", "italic", "underline", "align_left", "align_center", "align_right", "currency", "percent", "comma"),
    *("sort_filter", "sort_asc", "sort_desc", "autosum", "fill", "fill_color", "insert", "delete", "new_sheet"),
    *("insert_rows", "delete_rows", "insert_columns", "delete_columns", "name_box", "formula", "number_format", "file"),
    *("chart_switch", "chart_delete"),
)

APPS = (
    App(
        name="excel",
        title="Excel",
        icon="excel",
        art=EXCEL_ART,
        styles=EXCEL_STYLES,
        program=Program(
            spoken=("Excel", "Microsoft Excel"),
            category="Office",
            pinned=4,
            commands=("excel",),
            opens=(
                FileKind(("csv",), "Microsoft Excel Comma Separated Values File", "file-csv"),
                FileKind(("xlsx",), "Microsoft Excel Worksheet", "file-xlsx"),
            ),
            reads=("txt",),
        ),
        init=_SUITE.init,
        view=view,
        on=handling(_HANDLERS, today),
        caption=caption,
        document=_SUITE.document,
        keys=(
            *KEYS,
            *SHEET_KEYS,
            ("ctrl+h", ("replace",)),
            ("ctrl+r", ("fill", 1)),
            ("ctrl+1", ("format_cells",)),
            ("ctrl+g", ("name",)),
            ("alt+=", ("auto", "SUM")),
            ("shift+f11", ("new_sheet",)),
            ("f5", ("name",)),
        ),
        size=(920, 600),
        min_size=(480, 360),
        close=("close",),
        focus=GRID,
        locate={
            "cell": {"key": "excel.grid.{cell}"},
            "editor": {"key": EDITOR},
            "grid": {"key": GRID},
            "filter_button": {"key": "excel.grid.{cell}.button"},
            "overwrite_confirm": {"key": "message.yes"},
            "discard": {"key": "message.dont_save"},
            "save_changes": {"key": "message.save"},
            "sheet": {"key": "excel.sheet.{index}"},
            "chart": {"key": "excel.chart.{number}"},
            "chart_insert": {"key": "excel.chart.insert.{kind}"},
            "chart_kind": {"key": "excel.chart.kind.{kind}"},
            "chart_tab": {"key": "excel.tab.chart"},
            "chart_title": {"key": CHART_TITLE},
            "data_tab": {"key": "excel.tab.data"},
            "home_tab": {"key": "excel.tab.home"},
            "insert_tab": {"key": "excel.tab.insert"},
            "data_sort_asc": {"key": "excel.data.sort_asc"},
            "data_sort_desc": {"key": "excel.data.sort_desc"},
            "fill_choice": {"key": "excel.fill_color.{colour}"},
            "filter_all": {"key": "excel_filter.all"},
            "filter_item": {"key": "excel_filter.item.{index}"},
            "menu_chart": {"key": "excel.menu.chart.{kind}"},
            "menu_chart_kind": {"key": "excel.menu.chart_kind"},
            "menu_delete_rows": {"key": "excel.menu.delete_rows"},
            "number_choice": {"key": "excel.number_format.{index}"},
            "row_head": {"key": "excel.grid.row.{row}"},
            **{name: {"key": f"excel.{name}"} for name in _BUTTONS},
        },
    ),
)
