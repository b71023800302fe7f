"""LibreOffice Calc."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.documents.sheets.model import Sheet, Workbook
from omnigym.documents.sheets.numbers import day_number
from omnigym.sim.app import App, Close, Context, Effect, Focus, Handler, OpenDialog, ShowMenu
from omnigym.sim.common.message_box import MessageBox
from omnigym.sim.common.spreadsheet.cells import rebuilt
from omnigym.sim.common.spreadsheet.commands import COMMANDS, SHEET_KEYS
from omnigym.sim.common.spreadsheet.editing import EDITING
from omnigym.sim.common.spreadsheet.finding import FINDING
from omnigym.sim.common.spreadsheet.handling import handling
from omnigym.sim.common.spreadsheet.questions import CHOOSING, FilterQuestion, start_choosing
from omnigym.sim.common.spreadsheet.sheets import SHEETS, to_sheet
from omnigym.sim.common.spreadsheet.state import Result, State, changed, encoded, is_saved, load, opened, sheet_of_state
from omnigym.sim.handlers import sets
from omnigym.sim.linux.apps.calc.dialogs import CALC_CHARTING, DIALOG, TITLE
from omnigym.sim.linux.apps.calc.view import CALC_STYLES, GRID, context_menu, tab_menu, view
from omnigym.sim.linux.clock import local
from omnigym.sim.linux.office import KEYS, LOCATE, Suite
from omnigym.sim.linux.office import STYLES as OFFICE_STYLES
from omnigym.sim.linux.office_art import CALC_ART
from omnigym.sim.program import FileKind, Program
from omnigym.sim.ui.grid_data import GridSelection
from omnigym.sim.ui.nodes import FILL, Node, column, panel, row
from omnigym.sim.ui.widgets import button, checkbox, field, scroll, spacer, text

# -- the name of a sheet, and what a filter lets through --------------------------------------------------------------


class SheetName(NamedTuple):
    """What the dialog for the name of a sheet says, and what is typed."""

    title: str
    name: str = ""


def _buttons(prefix: str, off: bool) -> Node:
    return row(
        spacer(),
        button(f"{prefix}.cancel", "Cancel", cancel=True, click=("cancel",), w=92),
        button(f"{prefix}.ok", "OK", style="primary", default=True, disabled=off, click=("ok",), w=92),
        style="dialog_buttons",
        pad=(16, 8, 16, 14),
        gap=8,
    )


def _name_view(state: SheetName, _ctx: Context) -> Node:
    return column(
        column(
            text("Name", role=None),
            field("calc_name.name", state.name, name="Name", change=("name",), submit=("ok",), whole=True),
            pad=(18, 12),
            gap=6,
            h=FILL,
        ),
        _buttons("calc_name", not state.name.strip()),
        h=FILL,
    )


def _named(state: SheetName, _ctx: Context, *_: str) -> tuple[SheetName, tuple[Effect, ...]]:
    return state, (Close(state.name.strip()),) if state.name.strip() else ()


def _choices(texts: tuple[str, ...], chosen: tuple[str, ...]) -> Node:
    boxes = [
        checkbox(f"calc_filter.item.{i}", label or "(empty)", checked=label in chosen, click=("toggle", label))
        for i, label in enumerate(texts)
    ]
    every = set(texts) <= set(chosen)
    return column(checkbox("calc_filter.all", "All", checked=every, click=("all", not every)), *boxes, pad=12, gap=2)


def _filter_view(state: FilterQuestion, _ctx: Context) -> Node:
    listed = scroll("calc_filter.list", panel(_choices, state.texts, state.chosen), h=FILL, style="pane")
    return column(
        column(text(state.title, style="strong", role=Role.HEADING), listed, h=FILL, pad=(16, 8), gap=8),
        _buttons("calc_filter", not state.chosen),
        h=FILL,
    )


_DIALOGS_APPS = (
    App(
        name="calc_name",
        title="Sheet",
        icon="calc",
        init=lambda args, _ctx: (
            args if isinstance(args, SheetName) else SheetName("Sheet", str(args)),
            (Focus("calc_name.name", 0, -1),),
        ),
        view=_name_view,
        on={
            "cancel": lambda s, _: (s, (Close(None),)),
            "name": sets("name"),
            "ok": _named,
        },
        caption=lambda state: str(state.title),
        size=(340, 130),
        dialog=True,
        focus="calc_name.name",
    ),
    App(
        name="calc_filter",
        title="AutoFilter",
        icon="calc",
        init=start_choosing,
        view=_filter_view,
        on=CHOOSING,
        size=(280, 360),
        dialog=True,
    ),
)

# -- the app ----------------------------------------------------------------------------------------------------------

_TITLE = "LibreOffice Calc"
_TEXT_OR_SEPARATOR = re.compile(r'"(?:[^"]|"")*"|;')
#: What is typed stays as it is typed before one of these; before others a formula is put into the cell.
_TYPING = frozenset({"bar", "cell", "edit", "rub_out", "select", "type"})


def _today(ctx: Context) -> float:
    return day_number(local(ctx.clock_ms, ctx.settings).date())


def _showing(workbook: Workbook, path: str, ctx: Context) -> State:
    return opened(workbook, path, _today(ctx), "calc", _TITLE)


_SUITE = Suite(
    app="calc",
    title=_TITLE,
    page=GRID,
    opens=(("Spreadsheets", "ods;xlsx;csv"), ("All files", "")),
    saves=(
        ("ODF Spreadsheet (.ods)", "ods"),
        ("Excel 2007-365 (.xlsx)", "xlsx"),
        ("Text CSV (.csv)", "csv"),
        ("PDF - Portable Document Format", "pdf"),
    ),
    load=lambda path, ctx: _showing(load(ctx.vfs, path), ctx.vfs.real_path(path), ctx),
    blank=lambda ctx: _showing(Workbook(), "", ctx),
    encoded=lambda state, path: encoded(state.calculation, path),
    is_saved=is_saved,
    saved=lambda state, path: state._replace(path=path, saved=state.calculation.workbook),
    untouched=lambda state: not state.path and not state.undos and is_saved(state),
)


def _save_to(state: State, ctx: Context, path: str | None) -> Result:
    if path is None or not path.lower().endswith(".csv"):
        return _SUITE.handlers()["save_to"](state, ctx, path)
    said = "Character set: Unicode (UTF-8)\nField delimiter: ,\nOnly the sheet in front is saved."
    box = MessageBox("Export Text File", said, ("Cancel", "OK"), "Cancel")
    return state, (OpenDialog("message_box", box, ("export_to", path)),)


def _export_to(state: State, ctx: Context, path: str, answer: str | None) -> Result:
    return _SUITE.written(state, ctx, path) if answer == "OK" else (state._replace(closing=False), ())


def _ask_sheet(state: State, _ctx: Context, what: str) -> Result:
    if what == "rename":
        ask = SheetName("Rename Sheet", sheet_of_state(state)[1].name)
    else:
        ask = SheetName("Append Sheet", f"Sheet{len(state.calculation.workbook.sheets) + 1}")
    return state, (OpenDialog("calc_name", ask, (f"sheet_{what}",)),)


def _sheet_rename(state: State, ctx: Context, name: str | None) -> Result:
    if name is None:
        return state, ()
    return SHEETS["sheet_named"](state._replace(renaming=name), ctx, name)


def _sheet_add(state: State, ctx: Context, name: str | None) -> Result:
    if name is None:
        return state, ()
    sheets = state.calculation.workbook.sheets
    taken = {s.name.casefold() for s in sheets}
    first = next(n for n in (f"Sheet{i}" for i in range(1, len(sheets) + 2)) if n.casefold() not in taken)
    workbook = Workbook((*sheets, Sheet(first)), len(sheets))
    new = changed(state, rebuilt(state.calculation, workbook), GridSelection())
    return _sheet_rename(new, ctx, name)


def _menu(state: State, _ctx: Context, part: str) -> Result:
    return state, (ShowMenu(context_menu(part)),)


def _sheet_menu(state: State, ctx: Context, index: int) -> Result:
    new, _ = to_sheet(state, ctx, index)
    return new, (ShowMenu(tab_menu(len(state.calculation.workbook.sheets) == 1)),)


_HANDLERS: Mapping[str, Callable[..., Result]] = {
    **{name: handler for name, handler in COMMANDS.items() if name not in ("format_cells", "formatted", "tab")},
    **EDITING,
    **FINDING,
    **CALC_CHARTING,
    **_SUITE.handlers(),
    "ask_sheet": _ask_sheet,
    "export_to": _export_to,
    "menu": _menu,
    "save_to": _save_to,
    "sheet_add": _sheet_add,
    "sheet_menu": _sheet_menu,
    "sheet_rename": _sheet_rename,
}


def _separated(handler: Handler) -> Handler:
    """A handler before which the semicolons of a formula that is typed become commas, which part arguments as well."""

    def handle(state: State, ctx: Context, *args: object) -> Result:
        typed = state.editing
        if typed is not None and typed.startswith("="):
            plain = _TEXT_OR_SEPARATOR.sub(lambda m: "," if m[0] == ";" else m[0], typed)
            state = state._replace(editing=plain)
        return handler(state, ctx, *args)

    return handle


_ON: Mapping[str, Handler] = {
    name: handler if name in _TYPING else _separated(handler) for name, handler in handling(_HANDLERS, _today).items()
}

_BUTTONS = (
    "bold",
    "italic",
    "underline",
    "currency",
    "percent",
    "filter",
    "new_sheet",
    "autosum",
    "name_box",
    "formula",
)

_APP_APPS = (
    App(
        name="calc",
        title=_TITLE,
        icon="calc",
        art=CALC_ART,
        styles={**OFFICE_STYLES, **CALC_STYLES},
        program=Program(
            spoken=("Calc", "LibreOffice Calc"),
            category="Office",
            pinned=6,
            commands=("localc",),
            opens=(
                FileKind(("ods",), "OpenDocument Spreadsheet", "file-ods"),
                FileKind(("csv",), "CSV document", "file-ods"),
                FileKind(("xlsx",), "Excel spreadsheet", "file-ods"),
            ),
            reads=("txt",),
        ),
        init=_SUITE.init,
        view=view,
        on=_ON,
        caption=_SUITE.caption,
        document=_SUITE.document,
        keys=(
            *KEYS,
            *SHEET_KEYS,
            ("ctrl+h", ("find",)),
            ("ctrl+m", ("clear_formats",)),
            ("ctrl+shift+t", ("name",)),
        ),
        size=(980, 640),
        min_size=(480, 360),
        close=("close",),
        focus=GRID,
        locate={
            **LOCATE,
            "cell": {"key": "calc.grid.{cell}"},
            "chart": {"key": "calc.chart.{number}"},
            "chart_kind": {"key": "calc_chart.kind.{kind}"},
            "chart_title": {"key": TITLE},
            "chart_tool": {"key": "calc.chart_tool"},
            "editor": {"key": "calc.editor"},
            "grid": {"key": GRID},
            "ok": {"key": "calc_name.ok"},
            "sort_up": {"key": "calc.sort_up"},
            "sort_down": {"key": "calc.sort_down"},
            "sheet": {"key": "calc.sheet.{index}"},
            "filter_button": {"key": "calc.grid.{cell}.button"},
            **{name: {"key": f"calc.{name}"} for name in _BUTTONS},
        },
    ),
)

APPS = (*_APP_APPS, *_DIALOGS_APPS, DIALOG)
