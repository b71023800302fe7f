"""What an Excel window looks like below its title bar."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.documents.sheets.finding import Search
from omnigym.documents.sheets.model import Workbook, cell_at, cell_name
from omnigym.documents.sheets.numbers import day_number, editing_text
from omnigym.sim.app import Context
from omnigym.sim.common.spreadsheet.cells import column_px, summary
from omnigym.sim.common.spreadsheet.cells_view import cells_of
from omnigym.sim.common.spreadsheet.finding import VALUES
from omnigym.sim.common.spreadsheet.state import Find, State, is_saved, opened, sheet_of_state
from omnigym.sim.ui.nodes import FILL, Node, column, panel, row, stack
from omnigym.sim.ui.widgets import (
    SEPARATOR,
    MenuItem,
    button,
    checkbox,
    combo,
    field,
    icon,
    scroll,
    separator,
    spacer,
    tab,
    text,
)
from omnigym.sim.vfs import HOME, Vfs, base_name, native
from omnigym.sim.windows.apps.excel.ribbon import DELETE_ITEMS, EXCEL, INSERT_ITEMS, SORT_ITEMS, look_of, ribbon, tabs
from omnigym.sim.windows.clock import local

# -- the state --------------------------------------------------------------------------------------------------------

# What of a spreadsheet's state is Excel's: what its windows and its new workbooks are called, and what day it is.


#: A workbook without a file is called so.
UNTITLED = "Book1"


def today(ctx: Context) -> float:
    """The number of the day that it is, on the clock of the desktop."""
    return day_number(local(ctx.clock_ms, ctx.settings).date())


def showing(workbook: Workbook, path: str, day: float) -> State:
    """The state of a window that shows a workbook, opened on a day."""
    return opened(workbook, path, day, "excel", "Microsoft Excel")


def blank(day: float) -> State:
    """The state of a window with a new workbook, opened on a day."""
    return showing(Workbook(), "", day)


def name_of(state: State) -> str:
    """What the workbook is called."""
    return base_name(state.path) if state.path else UNTITLED


def caption(state: State) -> str:
    """The window's title."""
    return f"{name_of(state)}{' - Saved' if state.path and is_saved(state) else ''} - Excel"


# -- the view ---------------------------------------------------------------------------------------------------------

# -- what the dialog Find and Replace looks like ----------------------------------------------------------------------

#: Width of the dialog in logical pixels, and of its labels.
FIND_W, _LABEL_W = 430, 96
WANTED, _NEW = "excel.find.text", "excel.find.with"
#: Where is looked: in what was entered, or in what is shown.
LOOK_IN = ("Formulas", VALUES)


def _line(label: str, child: Node) -> Node:
    return row(text(label, w=_LABEL_W, role=None), child, gap=8)


def _options(search: Search) -> Node:
    return row(
        column(
            checkbox("excel.find.case", "Match case", checked=search.match_case, click=("find_case",)),
            checkbox("excel.find.whole", "Match entire cell contents", checked=search.whole, click=("find_whole",)),
            w=FILL,
            gap=2,
        ),
        text("Look in:", role=None),
        combo("excel.find.look_in", LOOK_IN[search.values], LOOK_IN, name="Look in", w=110, change=("find_look_in",)),
        gap=8,
    )


def _buttons(find: Find) -> Node:
    nothing = not find.search.wanted
    replacing = (
        button("excel.find.replace_all", "Replace All", disabled=nothing, click=("replace_all",)),
        button("excel.find.replace", "Replace", disabled=nothing, click=("replace_one",)),
    )
    return row(
        *(replacing if find.replacing else ()),
        spacer(),
        button("excel.find.all", "Find All", disabled=nothing, click=("find_all",)),
        button("excel.find.next", "Find Next", disabled=nothing, click=("find_next",)),
        button("excel.find.done", "Close", click=("find_close",)),
        gap=6,
    )


def _listed(cells: tuple[tuple[str, str], ...]) -> Node:
    lines = [
        button(f"excel.find.at.{name}", f"{name}    {shown}", style="list", w=FILL, click=("find_at", name))
        for name, shown in cells
    ]
    return column(
        scroll("excel.find.list", column(*lines), h=84, style="pane"),
        text(f"{len(cells)} cell(s) found", style="caption", key="excel.find.count"),
        gap=4,
    )


def find_dialog(find: Find) -> Node:
    """The dialog."""
    search = find.search
    return column(
        row(
            text("Find and Replace", style="strong"),
            spacer(),
            button("excel.find.close", icon="close", name="Close", style="tab_close", click=("find_close",)),
        ),
        row(
            tab("excel.find.tab.find", "Find", selected=not find.replacing, style="excel", click=("find",)),
            tab("excel.find.tab.replace", "Replace", selected=find.replacing, style="excel", click=("replace",)),
            spacer(),
            role=Role.TAB_LIST,
            name="Find and Replace",
        ),
        _line("Find what:", _field(WANTED, search.wanted, "Find what", "find_text")),
        _line("Replace with:", _field(_NEW, find.new, "Replace with", "find_with")) if find.replacing else None,
        _options(search) if find.options else None,
        row(
            spacer(),
            button(
                "excel.find.options",
                "Options <<" if find.options else "Options >>",
                style="subtle",
                click=("find_options",),
            ),
        ),
        _buttons(find),
        _listed(find.listed) if find.listed is not None else None,
        style="menu",
        w=FIND_W,
        pad=(14, 10),
        gap=8,
        role=Role.DIALOG,
        name="Find and Replace",
    )


def _field(key: str, value: str, name: str, change: str) -> Node:
    return field(key, value, name=name, change=(change,), submit=("find_next",), cancel=("find_close",))


# -- the view ---------------------------------------------------------------------------------------------------------

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
