"""What an Excel window looks like below its title bar."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.documents.sheets.finding import Search
from omnigym.documents.sheets.model import Filter, Style, Workbook, cell_at, cell_name
from omnigym.documents.sheets.numbers import day_number, editing_text, is_date
from omnigym.sim.app import Context
from omnigym.sim.common.spreadsheet.cells import column_px, summary
from omnigym.sim.common.spreadsheet.cells_view import cells_of
from omnigym.sim.common.spreadsheet.chart_commands import CHART_NAMES, chosen_chart
from omnigym.sim.common.spreadsheet.finding import VALUES
from omnigym.sim.common.spreadsheet.questions import FORMATS
from omnigym.sim.common.spreadsheet.state import Find, State, is_saved, opened, sheet_of_state
from omnigym.sim.ui.nodes import AUTO, FILL, Node, column, memo, panel, row, stack
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
    toggle,
)
from omnigym.sim.vfs import HOME, Vfs, base_name, native
from omnigym.sim.windows.clock import local
from omnigym.sim.windows.office import Office, group, key_of, lines, strip

# -- the menus of Excel's ribbon, and what they offer to choose from --------------------------------------------------

FILLS = (
    ("No Fill", ""),
    ("Yellow", "FFFF00"),
    ("Light Green", "C6EFCE"),
    ("Light Blue", "BDD7EE"),
    ("Orange", "F8CBAD"),
    ("Gray", "D9D9D9"),
    ("Green", "00B050"),
    ("Blue", "0070C0"),
)
INKS = (
    ("Automatic", ""),
    ("Dark Red", "C00000"),
    ("Red", "FF0000"),
    ("Green", "00B050"),
    ("Blue", "0070C0"),
    ("Dark Blue", "002060"),
    ("Purple", "7030A0"),
    ("White", "FFFFFF"),
)
FUNCTIONS = (
    ("sum", "Sum"),
    ("average", "Average"),
    ("count", "Count Numbers"),
    ("max", "Max"),
    ("min", "Min"),
)

INSERT_ITEMS = (
    MenuItem("excel.insert_rows", "Insert Sheet Rows", ("insert_rows",), "table-insert-row"),
    MenuItem("excel.insert_columns", "Insert Sheet Columns", ("insert_columns",), "table-insert-column"),
    MenuItem("excel.insert_sheet", "Insert Sheet", ("new_sheet",), shortcut="Shift+F11"),
)
DELETE_ITEMS = (
    MenuItem("excel.delete_rows", "Delete Sheet Rows", ("delete_rows",), "table-delete-row"),
    MenuItem("excel.delete_columns", "Delete Sheet Columns", ("delete_columns",), "table-delete-column"),
    MenuItem("excel.delete_sheet", "Delete Sheet", ("delete_sheet",)),
)
SORT_ITEMS = (
    MenuItem("excel.sort_asc", "Sort A to Z", ("sort", False), "text-sort-ascending"),
    MenuItem("excel.sort_desc", "Sort Z to A", ("sort", True), "text-sort-descending"),
)
FORMAT_ITEMS = (
    MenuItem("excel.autofit", "AutoFit Column Width", ("autofit",)),
    MenuItem("excel.rename_sheet", "Rename Sheet", ("rename_sheet",)),
    SEPARATOR,
    MenuItem("excel.format_cells", "Format Cells...", ("format_cells",), shortcut="Ctrl+1"),
)
FILTER_ITEMS = (
    *SORT_ITEMS,
    SEPARATOR,
    MenuItem("excel.filter_item", "Filter", ("filter",), "filter", "Ctrl+Shift+L"),
    MenuItem("excel.filter_clear", "Clear", ("filter_clear",), "filter-dismiss"),
)
CLEAR_ITEMS = (
    MenuItem("excel.clear_all", "Clear All", ("clear_all",)),
    MenuItem("excel.clear_formats", "Clear Formats", ("clear_formats",)),
    MenuItem("excel.clear_contents", "Clear Contents", ("clear",), shortcut="Delete"),
)
FILL_ITEMS = (
    MenuItem("excel.fill_down", "Down", ("fill", 0), shortcut="Ctrl+D"),
    MenuItem("excel.fill_right", "Right", ("fill", 1), shortcut="Ctrl+R"),
)
FIND_ITEMS = (
    MenuItem("excel.find", "Find...", ("find",), "find", "Ctrl+F"),
    MenuItem("excel.replace", "Replace...", ("replace",), "arrow-swap", "Ctrl+H"),
    SEPARATOR,
    MenuItem("excel.go_to", "Go To...", ("name",), shortcut="Ctrl+G"),
)
SUM_ITEMS = tuple([MenuItem(f"excel.auto.{name}", label, ("auto", name.upper())) for name, label in FUNCTIONS])

# -- ribbon -----------------------------------------------------------------------------------------------------------

EXCEL = Office("excel", "excel")
TABS = (("home", "Home"), ("insert", "Insert"), ("formulas", "Formulas"), ("data", "Data"), ("view", "View"))
#: The tab that is there while a chart is selected, and the field on it.
CHART_TAB, CHART_TITLE = ("chart", "Chart Design"), "excel.chart_title"


class Look(NamedTuple):
    """What the ribbon shows of the active cell."""

    number: str
    bold: bool
    italic: bool
    underline: bool
    align: str


def format_name(number: str) -> str:
    """What the number format box says."""
    for name, known in FORMATS:
        if number == known:
            return name
    if is_date(number):
        return "Short Date"
    if number.endswith("%"):
        return "Percentage"
    return "Currency" if "$" in number or "€" in number or "£" in number else "Number"


def look_of(style: Style) -> Look:
    """What the ribbon shows for a style."""
    return Look(format_name(style.number), style.bold, style.italic, style.underline, style.align)


def tabs(current: str, charted: bool) -> Node:
    """The strip of tabs; ``charted``: whether a chart is selected."""
    return EXCEL.tabs((*TABS, CHART_TAB) if charted else TABS, current)


def _listed_tool(key: str, image: str, label: str, menu: tuple[MenuItem, ...], named: bool) -> Node:
    """A button of a list; ``named``: whether there is room for what it says."""
    return button(f"excel.{key}", label if named else "", icon=image, name=label, style="ribbon", menu=menu)


def _clipboard_group() -> Node:
    return group(
        "Clipboard",
        EXCEL.large("paste", "paste", "Paste"),
        lines(EXCEL.tool("cut", "cut", "Cut"), EXCEL.tool("copy", "copy", "Copy")),
    )


def _font_group(bold: bool, italic: bool, underline: bool) -> Node:
    fills = tuple([MenuItem(f"excel.fill_color.{key_of(n)}", n, ("fill_color", c)) for n, c in FILLS])
    inks = tuple([MenuItem(f"excel.font_color.{key_of(n)}", n, ("font_color", c)) for n, c in INKS])
    return group(
        "Font",
        lines(
            row(
                EXCEL.switch("bold", "bold", "Bold", bold),
                EXCEL.switch("italic", "italic", "Italic", italic),
                EXCEL.switch("underline", "underline", "Underline", underline),
                w=AUTO,
                gap=2,
            ),
            row(
                button("excel.fill_color", icon="paint-bucket", name="Fill Color", style="ribbon", menu=fills),
                button("excel.font_color", icon="font-color", name="Font Color", style="ribbon", menu=inks),
                w=AUTO,
                gap=2,
            ),
        ),
    )


def _alignment_group(align: str) -> Node:
    sides = (("left", "Align Left"), ("center", "Center"), ("right", "Align Right"))
    return group(
        "Alignment",
        row(*[EXCEL.switch(f"align_{a}", f"align-{a}", name, align == a) for a, name in sides], w=AUTO, gap=2),
    )


def _number_group(number: str) -> Node:
    choices = tuple([name for name, _ in FORMATS])
    return group(
        "Number",
        lines(
            combo(
                "excel.number_format",
                number,
                choices,
                name="Number Format",
                style="ribbon",
                w=118,
                change=("number_format",),
            ),
            row(
                EXCEL.tool("currency", "currency-dollar-euro", "Accounting Number Format"),
                button("excel.percent", "%", name="Percent Style", style="ribbon", click=("percent",)),
                button("excel.comma", ",", name="Comma Style", style="ribbon", click=("comma",)),
                EXCEL.tool("more_decimals", "decimal-arrow-right", "Increase Decimal"),
                EXCEL.tool("fewer_decimals", "decimal-arrow-left", "Decrease Decimal"),
                w=AUTO,
                gap=2,
            ),
        ),
    )


def _cells_group(named: bool) -> Node:
    return group(
        "Cells",
        lines(
            _listed_tool("insert", "table-insert-row", "Insert", INSERT_ITEMS, named),
            _listed_tool("delete", "table-delete-row", "Delete", DELETE_ITEMS, named),
            _listed_tool("format", "table-settings", "Format", FORMAT_ITEMS, named),
            gap=0,
        ),
    )


def _editing_group(named: bool, wide: bool) -> Node:
    return group(
        "Editing",
        lines(
            _listed_tool("autosum", "autosum", "AutoSum", SUM_ITEMS, named),
            _listed_tool("fill", "arrow-down", "Fill", FILL_ITEMS, named),
            _listed_tool("clear", "eraser", "Clear", CLEAR_ITEMS, named),
            gap=0,
        ),
        EXCEL.large("sort_filter", "filter", "Sort & Filter", FILTER_ITEMS),
        *([EXCEL.large("find_select", "find", "Find & Select", FIND_ITEMS)] if wide else []),
    )


def _home(look: Look, room: int) -> Node:
    wide, named = room > 1, room > 0
    return strip(
        "excel",
        memo(_clipboard_group, h=FILL),
        memo(_font_group, look.bold, look.italic, look.underline, h=FILL),
        memo(_alignment_group, look.align, h=FILL) if wide else None,
        memo(_number_group, look.number, h=FILL),
        memo(_cells_group, named, h=FILL),
        memo(_editing_group, named, wide, h=FILL),
    )


def _insert() -> Node:
    symbols = tuple([MenuItem(f"excel.symbol.{ord(c)}", c, ("symbol", c)) for c in "€£©®™…—•→×"])
    return strip(
        "excel",
        group(
            "Cells",
            EXCEL.large("insert_rows", "table-insert-row", "Rows"),
            EXCEL.large("insert_columns", "table-insert-column", "Columns"),
            EXCEL.large("new_sheet", "document-add", "Sheet"),
        ),
        group(
            "Charts",
            *[
                button(
                    f"excel.chart.insert.{kind}",
                    name,
                    icon=CHART_ICONS[kind],
                    name=f"Insert {name} Chart",
                    style="ribbon_large",
                    click=("chart_insert", kind),
                )
                for kind, name in CHART_NAMES.items()
            ],
        ),
        group("Symbols", EXCEL.large("symbol", "symbols", "Symbol", symbols)),
    )


#: The icons of the kinds of charts.
CHART_ICONS = {
    "column": "data-bar-vertical",
    "bar": "data-bar-horizontal",
    "line": "data-line",
    "pie": "data-pie",
}


class ChartLook(NamedTuple):
    """The selected chart in the ribbon: its kind, and its title as it is typed."""

    kind: str
    title: str


def _chart_design(chart: ChartLook) -> Node:
    return strip(
        "excel",
        group(
            "Type",
            *[
                toggle(
                    f"excel.chart.kind.{kind}",
                    name,
                    icon=CHART_ICONS[kind],
                    style="ribbon_large",
                    checked=chart.kind == kind,
                    click=("chart_kind", kind),
                )
                for kind, name in CHART_NAMES.items()
            ],
        ),
        group(
            "Chart Title",
            field(
                CHART_TITLE,
                chart.title,
                name="Chart Title",
                w=190,
                whole=True,
                change=("chart_typing",),
                submit=("chart_titled",),
                blur=("chart_titled",),
                cancel=("escape",),
            ),
        ),
        group("Data", EXCEL.large("chart_switch", "arrow-swap", "Switch Row/Column")),
        group("Arrange", EXCEL.large("chart_delete", "delete", "Delete Chart")),
    )


def chart_menu() -> tuple[MenuItem, ...]:
    """The context menu of a chart."""
    kinds = [MenuItem(f"excel.menu.chart.{kind}", name, ("chart_kind", kind)) for kind, name in CHART_NAMES.items()]
    return (
        MenuItem("excel.menu.chart_kind", "Change Chart Type", items=tuple(kinds)),
        MenuItem("excel.menu.chart_title", "Edit Title", ("chart_design",)),
        SEPARATOR,
        MenuItem("excel.menu.chart_delete", "Delete", ("chart_delete",), "delete"),
    )


def _formulas(formulas: bool) -> Node:
    functions = [
        button(f"excel.function.{name}", label, icon="math-formula", style="ribbon_large", click=("auto", name.upper()))
        for name, label in FUNCTIONS[1:]
    ]
    return strip(
        "excel",
        group(
            "Function Library",
            button("excel.function.sum", "AutoSum", icon="autosum", style="ribbon_large", click=("auto", "SUM")),
            *functions,
        ),
        group(
            "Formula Auditing",
            toggle(
                "excel.show_formulas",
                "Show Formulas",
                icon="math-formula",
                style="ribbon_large",
                checked=formulas,
                click=("show_formulas",),
            ),
        ),
    )


def _data(found: Filter | None) -> Node:
    return strip(
        "excel",
        group(
            "Sort & Filter",
            lines(
                button(
                    "excel.data.sort_asc",
                    icon="text-sort-ascending",
                    name="Sort A to Z",
                    style="ribbon",
                    click=("sort", False),
                ),
                button(
                    "excel.data.sort_desc",
                    icon="text-sort-descending",
                    name="Sort Z to A",
                    style="ribbon",
                    click=("sort", True),
                ),
            ),
            toggle(
                "excel.filter",
                "Filter",
                icon="filter",
                style="ribbon_large",
                checked=found is not None,
                click=("filter",),
            ),
            button(
                "excel.data.clear",
                "Clear",
                icon="filter-dismiss",
                style="ribbon",
                disabled=found is None or not found.chosen,
                click=("filter_clear",),
            ),
        ),
    )


def _view(lines: bool) -> Node:
    return strip(
        "excel",
        group(
            "Show",
            toggle(
                "excel.gridlines", "Gridlines", icon="grid", style="ribbon_large", checked=lines, click=("gridlines",)
            ),
        ),
    )


def ribbon(
    current: str, look: Look, room: int, marks: tuple[bool, Filter | None, bool], chart: ChartLook | None
) -> Node:
    """The ribbon below its tabs.

    Args:
        current: The tab.
        look: Of the active cell.
        room: 2 for all of Home; 1 without the alignment and Find & Select; 0 without most words, too.
        marks: Whether formulas are shown, by what rows are filtered, whether gridlines are shown.
        chart: The selected chart, if the tab is about it.
    """
    formulas, found, lines = marks
    if chart is not None:
        content = _chart_design(chart)
    elif current == "formulas":
        content = _formulas(formulas)
    elif current == "data":
        content = _data(found)
    elif current == "view":
        content = _view(lines)
    else:
        content = _insert() if current == "insert" else _home(look, room)
    return column(
        column(content, style="ribbon", h=98, pad=(6, 2)),
        pad=(8, 0, 8, 6),
        role=Role.TOOLBAR,
        name="Ribbon",
    )


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
    chart, front = chosen_chart(state), state.tab
    if chart is None and front == CHART_TAB[0]:
        front = "insert"
    about = ChartLook(chart.kind, chart.title if state.chart_title is None else state.chart_title) if chart else None
    whole = column(
        panel(tabs, front, chart is not None),
        panel(
            ribbon,
            front,
            look_of(cell.style),
            (ctx.w >= _WIDE) + (ctx.w >= _MEDIUM),
            marks,
            about if front == CHART_TAB[0] else None,
        ),
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
