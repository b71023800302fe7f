"""Excel's ribbon."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.documents.sheets.model import Filter, Style
from omnigym.documents.sheets.numbers import is_date
from omnigym.sim.common.spreadsheet.questions import FORMATS
from omnigym.sim.ui.nodes import AUTO, FILL, Node, column, memo, row
from omnigym.sim.ui.widgets import SEPARATOR, MenuItem, button, combo, spacer, toggle
from omnigym.sim.windows.office import Office, bar, group, key_of, lines

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


def tabs(current: str) -> Node:
    """The strip of tabs."""
    return EXCEL.tabs(TABS, current)


def _listed(key: str, image: str, label: str, menu: tuple[MenuItem, ...], named: bool) -> Node:
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
            _listed("insert", "table-insert-row", "Insert", INSERT_ITEMS, named),
            _listed("delete", "table-delete-row", "Delete", DELETE_ITEMS, named),
            _listed("format", "table-settings", "Format", FORMAT_ITEMS, named),
            gap=0,
        ),
    )


def _editing_group(named: bool, wide: bool) -> Node:
    return group(
        "Editing",
        lines(
            _listed("autosum", "autosum", "AutoSum", SUM_ITEMS, named),
            _listed("fill", "arrow-down", "Fill", FILL_ITEMS, named),
            _listed("clear", "eraser", "Clear", CLEAR_ITEMS, named),
            gap=0,
        ),
        EXCEL.large("sort_filter", "filter", "Sort & Filter", FILTER_ITEMS),
        *([EXCEL.large("find_select", "find", "Find & Select", FIND_ITEMS)] if wide else []),
    )


def _home(look: Look, room: int) -> Node:
    wide, named = room > 1, room > 0
    return row(
        memo(_clipboard_group, h=FILL),
        bar(),
        memo(_font_group, look.bold, look.italic, look.underline, h=FILL),
        bar(),
        memo(_alignment_group, look.align, h=FILL) if wide else None,
        bar() if wide else None,
        memo(_number_group, look.number, h=FILL),
        bar(),
        memo(_cells_group, named, h=FILL),
        bar(),
        memo(_editing_group, named, wide, h=FILL),
        spacer(),
        h=FILL,
        gap=0,
        align="stretch",
    )


def _insert() -> Node:
    symbols = tuple([MenuItem(f"excel.symbol.{ord(c)}", c, ("symbol", c)) for c in "€£©®™…—•→×"])
    return _groups(
        group(
            "Cells",
            EXCEL.large("insert_rows", "table-insert-row", "Rows"),
            EXCEL.large("insert_columns", "table-insert-column", "Columns"),
            EXCEL.large("new_sheet", "document-add", "Sheet"),
        ),
        group("Symbols", EXCEL.large("symbol", "symbols", "Symbol", symbols)),
    )


def _formulas(formulas: bool) -> Node:
    functions = [
        button(f"excel.function.{name}", label, icon="math-formula", style="ribbon_large", click=("auto", name.upper()))
        for name, label in FUNCTIONS[1:]
    ]
    return _groups(
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
    return _groups(
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
    return _groups(
        group(
            "Show",
            toggle(
                "excel.gridlines", "Gridlines", icon="grid", style="ribbon_large", checked=lines, click=("gridlines",)
            ),
        ),
    )


def _groups(*groups: Node) -> Node:
    parted = [part for group in groups for part in (group, bar())]
    return row(*parted[:-1], spacer(), h=FILL, align="stretch")


def ribbon(current: str, look: Look, room: int, marks: tuple[bool, Filter | None, bool]) -> Node:
    """The ribbon below its tabs.

    Args:
        current: The tab.
        look: Of the active cell.
        room: 2 for all of Home; 1 without the alignment and Find & Select; 0 without most words, too.
        marks: Whether formulas are shown, by what rows are filtered, whether gridlines are shown.
    """
    formulas, found, lines = marks
    if current == "formulas":
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
