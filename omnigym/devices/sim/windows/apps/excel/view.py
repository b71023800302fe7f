"""What an Excel window looks like below its title bar."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.devices.sim.app import Context
from omnigym.devices.sim.common.spreadsheet.cells import column_px, summary
from omnigym.devices.sim.common.spreadsheet.cells_view import cells_of
from omnigym.devices.sim.common.spreadsheet.state import State, sheet_of_state
from omnigym.devices.sim.ui.nodes import FILL, Node, column, panel, row, stack
from omnigym.devices.sim.ui.widgets import (
    SEPARATOR,
    MenuItem,
    button,
    field,
    icon,
    separator,
    spacer,
    tab,
    text,
)
from omnigym.devices.sim.vfs import HOME, Vfs, native
from omnigym.devices.sim.windows.apps.excel.find_view import FIND_W, find_dialog
from omnigym.devices.sim.windows.apps.excel.menus import DELETE_ITEMS, INSERT_ITEMS, SORT_ITEMS
from omnigym.devices.sim.windows.apps.excel.ribbon import EXCEL, look_of, ribbon, tabs
from omnigym.devices.sim.windows.apps.excel.state import name_of
from omnigym.documents.sheets.model import cell_at, cell_name
from omnigym.documents.sheets.numbers import editing_text

__all__ = ["EDITOR", "FORMULA", "GRID", "NAME_BOX", "RENAME", "context_menu", "tab_menu", "view"]

GRID, EDITOR, FORMULA, NAME_BOX = "excel.grid", "excel.editor", "excel.formula", "excel.name_box"
RENAME = "excel.sheet.name"
#: From which widths on the ribbon has room for more.
_WIDE, _MEDIUM = 884, 720

_EDIT_ITEMS = (
    MenuItem("excel.menu.cut", "Cut", ("cut",), "cut", "Ctrl+X"),
    MenuItem("excel.menu.copy", "Copy", ("copy",), "copy", "Ctrl+C"),
    MenuItem("excel.menu.paste", "Paste", ("paste",), "paste", "Ctrl+V"),
    SEPARATOR,
)
_CLEAR = MenuItem("excel.menu.clear", "Clear Contents", ("clear",), shortcut="Delete")


def _lines_menu(kind: str) -> tuple[MenuItem, ...]:
    return (
        MenuItem(f"excel.menu.insert_{kind}", "Insert", (f"insert_{kind}",)),
        MenuItem(f"excel.menu.delete_{kind}", "Delete", (f"delete_{kind}",)),
        _CLEAR,
    )


def context_menu(part: str) -> tuple[MenuItem, ...]:
    """The context menu of cells, or of the heads of rows or columns."""
    if part == "rows":
        return (*_EDIT_ITEMS, *_lines_menu("rows"))
    if part == "columns":
        widths = MenuItem("excel.menu.autofit", "AutoFit Column Width", ("autofit",))
        return (*_EDIT_ITEMS, *_lines_menu("columns"), SEPARATOR, widths)
    return (
        *_EDIT_ITEMS,
        MenuItem("excel.menu.insert", "Insert", items=INSERT_ITEMS[:2]),
        MenuItem("excel.menu.delete", "Delete", items=DELETE_ITEMS[:2]),
        _CLEAR,
        SEPARATOR,
        MenuItem("excel.menu.sort", "Sort", items=SORT_ITEMS),
        MenuItem("excel.menu.filter", "Filter", ("filter",), "filter"),
        SEPARATOR,
        MenuItem("excel.menu.format_cells", "Format Cells...", ("format_cells",)),
    )


def tab_menu(only: bool) -> tuple[MenuItem, ...]:
    """The context menu of a sheet's tab."""
    return (
        MenuItem("excel.menu.new_sheet", "Insert", ("new_sheet",)),
        MenuItem("excel.menu.delete_sheet", "Delete", ("delete_sheet",), enabled=not only),
        MenuItem("excel.menu.rename_sheet", "Rename", ("rename_sheet",)),
    )


def _formula_bar(name: str, content: str, editing: bool) -> Node:
    return row(
        field(
            NAME_BOX,
            name,
            name="Name Box",
            style="formula",
            w=82,
            whole=True,
            change=("name_text",),
            submit=("go_to",),
            cancel=("leave",),
        ),
        separator(vertical=True, style="ribbon"),
        button("excel.cancel", icon="close", name="Cancel", style="tab_close", disabled=not editing, click=("cancel",)),
        button(
            "excel.enter", icon="checkmark", name="Enter", style="tab_close", disabled=not editing, click=("enter",)
        ),
        icon("math-formula", style="muted"),
        field(
            FORMULA,
            content,
            name="Formula Bar",
            style="formula",
            change=("bar",),
            submit=("submit",),
            cancel=("cancel",),
        ),
        h=30,
        pad=(8, 2),
        gap=4,
        role=Role.GROUP,
        name="Formula",
    )


def _sheet_tabs(names: tuple[str, ...], active: int, renaming: str | None) -> Node:
    out = []
    for i, name in enumerate(names):
        if i == active and renaming is not None:
            out.append(
                field(
                    RENAME,
                    renaming,
                    name="Sheet name",
                    style="rename",
                    w=110,
                    change=("sheet_name",),
                    submit=("sheet_named",),
                    cancel=("leave",),
                    blur=("sheet_named",),
                )
            )
        else:
            out.append(
                tab(
                    f"excel.sheet.{i}",
                    name,
                    selected=i == active,
                    style="excel",
                    click=("sheet", i),
                    double=("rename_sheet",),
                    context=("sheet_menu", i),
                )
            )
    return row(
        *out,
        button("excel.new_sheet", icon="add", name="New sheet", style="tab_close", click=("new_sheet",)),
        spacer(),
        h=30,
        pad=(40, 1),
        gap=2,
        role=Role.TAB_LIST,
        name="Sheet tabs",
    )


def _status(mode: str, found: tuple[str, ...]) -> Node:
    return row(
        text(mode, style="caption", key="excel.mode"),
        spacer(),
        *[text(line, style="caption", key=f"excel.status.{line.partition(':')[0].lower()}") for line in found],
        text("100%", style="caption", role=None),
        style="statusbar",
        h=26,
        pad=(14, 0),
        gap=18,
        role=Role.STATUSBAR,
        name="Status Bar",
    )


_FILE_ITEMS = (
    ("new", "New", "document-add"),
    ("open", "Open", "folder-open"),
    ("save", "Save", "save"),
    ("save_as", "Save As", "save-edit"),
    ("export_pdf", "Export to PDF", "document-pdf"),
    ("export_csv", "Export to CSV", "document-table"),
    ("close", "Close", "dismiss"),
)


def _recent(vfs: Vfs) -> tuple[tuple[str, str], ...]:
    """(name, path) of the workbooks in the folder where people keep them."""
    folder = f"{HOME}/Documents"
    found = vfs.list(folder) if vfs.is_dir(folder) else ()
    return tuple([(s.name, s.path) for s in found if s.name.lower().endswith((".xlsx", ".csv"))])[:6]


def _backstage(name: str, path: str, recent: tuple[tuple[str, str], ...]) -> Node:
    workbooks = [
        (label, target, "file-csv" if label.lower().endswith("csv") else "file-xlsx") for label, target in recent
    ]
    return EXCEL.backstage(_FILE_ITEMS, "file-xlsx", name, path, workbooks, 190)


def view(state: State, ctx: Context) -> Node:
    """The content of an Excel window."""
    if state.backstage:
        where = native(state.path) if state.path else "Not saved yet"
        return column(panel(_backstage, name_of(state), where, _recent(ctx.vfs), h=FILL), h=FILL)
    _, sheet = sheet_of_state(state)
    workbook, place = state.calculation.workbook, state.selection.active
    cell = cell_at(sheet, *place)
    content = state.editing if state.editing is not None else editing_text(cell.content, cell.style.number)
    name = state.name_text if state.name_text is not None else cell_name(*place)
    mode = "Ready" if state.editing is None else "Edit" if cell.content is not None else "Enter"
    marks = (state.formulas, sheet.filter, state.lines)
    one = state.selection.active == state.selection.end
    whole = column(
        panel(tabs, state.tab),
        panel(ribbon, state.tab, look_of(cell.style), (ctx.w >= _WIDE) + (ctx.w >= _MEDIUM), marks),
        panel(_formula_bar, name, content, state.editing is not None),
        cells_of(state, GRID, EDITOR, column_px()),
        panel(_sheet_tabs, tuple([s.name for s in workbook.sheets]), workbook.active, state.renaming),
        panel(_status, mode, () if one else summary(state.calculation, state.selection.area)),
        h=FILL,
    )
    if state.find is None:
        return whole
    dialog = row(spacer(), panel(find_dialog, state.find, w=FIND_W), pad=(0, 160, 24, 0))
    return stack(whole, dialog, h=FILL)
