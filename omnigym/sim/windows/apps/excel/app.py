"""Excel."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.sim.app import App, Close, Context, Focus, Launch, OpenDialog, RequestClose, SetFiles, ShowMenu
from omnigym.sim.common.file_dialog import FileDialog
from omnigym.sim.common.message_box import MessageBox, tell
from omnigym.sim.common.spreadsheet.commands import COMMANDS, SHEET_KEYS
from omnigym.sim.common.spreadsheet.editing import EDITING
from omnigym.sim.common.spreadsheet.finding import FINDING
from omnigym.sim.common.spreadsheet.handling import handling
from omnigym.sim.common.spreadsheet.sheets import to_sheet
from omnigym.sim.common.spreadsheet.state import Result, State, encoded, is_saved, load
from omnigym.sim.program import FileKind, Program
from omnigym.sim.vfs import HOME, VfsError, base_name, native, parent_of
from omnigym.sim.windows.apps.excel.looks import EXCEL_ART, EXCEL_STYLES
from omnigym.sim.windows.apps.excel.view import (
    EDITOR,
    GRID,
    blank,
    caption,
    context_menu,
    name_of,
    showing,
    tab_menu,
    today,
    view,
)
from omnigym.sim.windows.office import KEYS

__all__ = ["APPS"]

_TITLE = "Microsoft Excel"
_XLSX, _CSV, _PDF = (
    ("Excel Workbook (*.xlsx)", "xlsx"),
    ("CSV (Comma delimited) (*.csv)", "csv"),
    ("PDF (*.pdf)", "pdf"),
)
_OPEN_TYPES = (("All Excel Files (*.xlsx)", "xlsx"), ("Text Files (*.csv)", "csv"), ("All Files (*.*)", ""))


def _init(args: object, ctx: Context) -> Result:
    path = str(args or "")
    return _loaded(path, ctx) if path else (blank(today(ctx)), ())


def _loaded(path: str, ctx: Context) -> Result:
    try:
        workbook = load(ctx.vfs, path)
    except VfsError as e:
        return blank(today(ctx)), (tell(_TITLE, str(e)),)
    except ValueError:
        message = f"Excel cannot open the file because its format or extension is not valid.\n({native(path)})"
        return blank(today(ctx)), (tell(_TITLE, message),)
    return showing(workbook, ctx.vfs.real_path(path), today(ctx)), ()


# -- files --------------------------------------------------------------------------------------------------------


def _back(state: State) -> State:
    """``state`` with the File view left."""
    return state._replace(backstage="") if state.backstage else state


def _directory(state: State) -> str:
    return parent_of(state.path) if state.path else f"{HOME}/Documents"


def _open(state: State, _ctx: Context) -> Result:
    return _back(state), (
        OpenDialog("file_dialog", FileDialog(False, _directory(state), "", _OPEN_TYPES), ("open_path",)),
    )


def _open_path(state: State, ctx: Context, path: str | None) -> Result:
    if path is None:
        return state, ()
    if state.path or state.undos or not is_saved(state):
        return _back(state), (Launch("excel", path),)
    loaded, effects = _loaded(path, ctx)
    return (loaded, (Focus(GRID),)) if loaded.path else (_back(state), effects)


def _written(state: State, ctx: Context, path: str) -> Result:
    exported = path.lower().endswith(".pdf")
    try:
        vfs = ctx.vfs.write(path, encoded(state.calculation, path), ctx.clock_ms)
    except VfsError as e:
        return state._replace(closing=False), (tell(_TITLE, str(e)),)
    if exported:
        return _back(state)._replace(closing=False), (SetFiles(vfs), Focus(GRID))
    saved = state._replace(path=path, saved=state.calculation.workbook, backstage="")
    return saved, (SetFiles(vfs), Close() if state.closing else Focus(GRID))


def _save(state: State, ctx: Context) -> Result:
    return _written(state, ctx, state.path) if state.path else _save_as(state, ctx)


def _asked(state: State, types: tuple[tuple[str, str], ...]) -> Result:
    stem = base_name(state.path).rpartition(".")[0] if state.path else "Book1"
    ask = FileDialog(True, _directory(state), f"{stem}.{types[0][1]}", types)
    return _back(state), (OpenDialog("file_dialog", ask, ("save_to",)),)


def _save_as(state: State, _ctx: Context) -> Result:
    if state.path.lower().endswith(".csv"):
        return _asked(state, (_CSV, _XLSX, _PDF))
    return _asked(state, (_XLSX, _CSV, _PDF))


def _save_to(state: State, ctx: Context, path: str | None) -> Result:
    return _written(state, ctx, path) if path is not None else (state._replace(closing=False), ())


def _close(state: State, _ctx: Context) -> Result:
    if is_saved(state):
        return state, (Close(),)
    question = f"Want to save your changes to '{name_of(state)}'?"
    box = MessageBox(_TITLE, question, ("Save", "Don't Save", "Cancel"), "Cancel", "warning")
    return _back(state), (OpenDialog("message_box", box, ("closing",)),)


def _closing(state: State, ctx: Context, answer: str | None) -> Result:
    if answer == "Save":
        return _save(state._replace(closing=True), ctx)
    return state, (Close(),) if answer == "Don't Save" else ()


def _backstage(state: State, _ctx: Context, page: str) -> Result:
    return state._replace(backstage=page), (Focus("excel.file.back"),) if page else (Focus(GRID),)


def _symbol(state: State, _ctx: Context, sign: str) -> Result:
    return EDITING["type"](state, _ctx, sign)


def _menu(state: State, _ctx: Context, part: str) -> Result:
    return state, (ShowMenu(context_menu(part)),)


def _sheet_menu(state: State, ctx: Context, index: int) -> Result:
    new, _ = to_sheet(state, ctx, index)
    return new, (ShowMenu(tab_menu(len(state.calculation.workbook.sheets) == 1)),)


_HANDLERS: Mapping[str, Callable[..., Result]] = {
    **COMMANDS,
    **EDITING,
    **FINDING,
    "backstage": _backstage,
    "close": _close,
    "close_key": lambda s, _: (s, (RequestClose(),)),
    "closing": _closing,
    "export_csv": lambda s, _: _asked(s, (_CSV, _XLSX, _PDF)),
    "export_pdf": lambda s, _: _asked(s, (_PDF, _XLSX, _CSV)),
    "menu": _menu,
    "new": lambda s, _: (_back(s), (Launch("excel"),)),
    "open": _open,
    "open_path": _open_path,
    "save": _save,
    "save_as": _save_as,
    "save_to": _save_to,
    "sheet_menu": _sheet_menu,
    "symbol": _symbol,
}


_BUTTONS = (
    *("bold", "italic", "underline", "align_left", "align_center", "align_right", "currency", "percent", "comma"),
    *("sort_filter", "sort_asc", "sort_desc", "autosum", "fill", "fill_color", "insert", "delete", "new_sheet"),
    *("insert_rows", "delete_rows", "insert_columns", "delete_columns", "name_box", "formula", "number_format", "file"),
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
        init=_init,
        view=view,
        on=handling(_HANDLERS, today),
        caption=caption,
        document=lambda state: native(state.path) if state.path else "",
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
            "data_tab": {"key": "excel.tab.data"},
            "home_tab": {"key": "excel.tab.home"},
            "data_sort_asc": {"key": "excel.data.sort_asc"},
            "data_sort_desc": {"key": "excel.data.sort_desc"},
            "fill_choice": {"key": "excel.fill_color.{colour}"},
            "filter_all": {"key": "excel_filter.all"},
            "filter_item": {"key": "excel_filter.item.{index}"},
            "menu_delete_rows": {"key": "excel.menu.delete_rows"},
            "number_choice": {"key": "excel.number_format.{index}"},
            "row_head": {"key": "excel.grid.row.{row}"},
            **{name: {"key": f"excel.{name}"} for name in _BUTTONS},
        },
    ),
)
