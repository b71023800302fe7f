"""What a Calc window looks like below its title: menus, toolbars, the formula, the cells, the sheets."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.documents.sheets.model import Style, cell_at, cell_name
from omnigym.documents.sheets.numbers import editing_text
from omnigym.sim.app import Context
from omnigym.sim.common.spreadsheet.cells import column_px, summary
from omnigym.sim.common.spreadsheet.cells_view import cells_of
from omnigym.sim.common.spreadsheet.questions import FORMATS
from omnigym.sim.common.spreadsheet.state import Find, State, sheet_of_state
from omnigym.sim.linux.office import Menu, menu_bar, status_bar, tool, toolbar
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.ui.nodes import FILL, Node, column, panel, row
from omnigym.sim.ui.widgets import SEPARATOR, MenuItem, button, combo, field, icon, spacer, tab

# -- the menus of Calc, on its menu bar and where the right button is pressed -----------------------------------------


def _item(key: str, label: str, msg: tuple[object, ...], keys: str = "", *, enabled: bool = True) -> MenuItem:
    return MenuItem(f"calc.menu.{key}", label, msg, "", keys, enabled=enabled)


_CLIPBOARD = (
    _item("cut", "Cut", ("cut",), "Ctrl+X"),
    _item("copy", "Copy", ("copy",), "Ctrl+C"),
    _item("paste", "Paste", ("paste",), "Ctrl+V"),
)
_ROWS = (
    _item("insert_rows", "Insert Rows Above", ("insert_rows",)),
    _item("delete_rows", "Delete Rows", ("delete_rows",)),
)
_COLUMNS = (
    _item("insert_columns", "Insert Columns Before", ("insert_columns",)),
    _item("delete_columns", "Delete Columns", ("delete_columns",)),
)
_WIDTH = _item("autofit", "Optimal Column Width...", ("autofit",))
_CLEAR = _item("clear", "Clear Contents", ("clear",), "Delete")

_TEXT = (
    _item("bold", "Bold", ("bold",), "Ctrl+B"),
    _item("italic", "Italic", ("italic",), "Ctrl+I"),
    _item("underline", "Single Underline", ("underline",), "Ctrl+U"),
)
_NUMBERS = tuple([_item(f"number_{i}", name, ("number_format", name)) for i, (name, _) in enumerate(FORMATS)])

MENUS: tuple[Menu, ...] = (
    (
        "File",
        (
            _item("new", "New", ("new",), "Ctrl+N"),
            _item("open", "Open...", ("open",), "Ctrl+O"),
            None,
            _item("save", "Save", ("save",), "Ctrl+S"),
            _item("save_as", "Save As...", ("save_as",), "Ctrl+Shift+S"),
            _item("export_pdf", "Export as PDF...", ("export_pdf",)),
            None,
            _item("exit", "Exit LibreOffice", ("close_key",), "Ctrl+Q"),
        ),
    ),
    (
        "Edit",
        (
            _item("undo", "Undo", ("undo",), "Ctrl+Z"),
            _item("redo", "Redo", ("redo",), "Ctrl+Y"),
            None,
            *_CLIPBOARD,
            None,
            _item("find", "Find and Replace...", ("find",), "Ctrl+H"),
        ),
    ),
    (
        "View",
        (
            _item("gridlines", "View Grid Lines", ("gridlines",)),
            _item("formulas", "Show Formula", ("show_formulas",), "Ctrl+`"),
        ),
    ),
    ("Insert", (_item("chart", "Chart...", ("chart_wizard",)), None, *_ROWS[:1], *_COLUMNS[:1])),
    (
        "Format",
        (
            MenuItem("calc.menu.text", "Text", items=_TEXT),
            MenuItem("calc.menu.number", "Number Format", items=_NUMBERS),
            None,
            _item("clear_formats", "Clear Direct Formatting", ("clear_formats",), "Ctrl+M"),
        ),
    ),
    (
        "Sheet",
        (
            *_ROWS,
            *_COLUMNS,
            None,
            _item("sheet_at_end", "Insert Sheet at End...", ("ask_sheet", "add")),
            _item("delete_sheet", "Delete Sheet...", ("delete_sheet",)),
            _item("rename_sheet", "Rename Sheet...", ("ask_sheet", "rename")),
            None,
            _item("fill_down", "Fill Down", ("fill", 0), "Ctrl+D"),
            _CLEAR,
        ),
    ),
    (
        "Data",
        (
            _item("sort_up", "Sort Ascending", ("sort", False)),
            _item("sort_down", "Sort Descending", ("sort", True)),
            None,
            _item("filter", "AutoFilter", ("filter",), "Ctrl+Shift+L"),
        ),
    ),
)


def context_menu(part: str) -> tuple[MenuItem, ...]:
    """The context menu of cells, or of the heads of rows or columns."""
    if part == "rows":
        return (*_CLIPBOARD, SEPARATOR, *_ROWS, _CLEAR)
    if part == "columns":
        return (*_CLIPBOARD, SEPARATOR, *_COLUMNS, _CLEAR, SEPARATOR, _WIDTH)
    return (*_CLIPBOARD, SEPARATOR, *_ROWS, *_COLUMNS, SEPARATOR, _CLEAR)


def tab_menu(only: bool) -> tuple[MenuItem, ...]:
    """The context menu of a sheet's tab."""
    return (
        _item("tab_insert", "Insert Sheet...", ("ask_sheet", "add")),
        _item("tab_delete", "Delete Sheet...", ("delete_sheet",), enabled=not only),
        _item("tab_rename", "Rename Sheet...", ("ask_sheet", "rename")),
    )


# -- the view ---------------------------------------------------------------------------------------------------------

GRID = "calc.grid"
_FILLS = (("No Fill", ""), ("Yellow", "FFFF00"), ("Green", "81D41A"), ("Light Blue", "B4C7DC"), ("Orange", "FF8000"))
_INKS = (("Automatic", ""), ("Red", "FF0000"), ("Green", "00A933"), ("Blue", "2A6099"), ("Gray", "808080"))
_BLUE, _TINT = Shade(0x1E6DC0, 0x6CB2F2), Shade(0xDCE8F5, 0x24394D)

#: The looks of Calc that no other app has.
CALC_STYLES = looks(
    grid={"": Look(fill="layer", ink=_BLUE, checked=_TINT)},
    tab={"calc": Look(pad=(12, 4, 12, 5), min_h=24, radius=3, edge=_BLUE, hover="hover", pressed="pressed")},
    field={
        "cell": Look(pad=(4, 1, 2, 1), min_h=18, min_w=20, fill="layer", edge=_BLUE),
        "formula": Look(pad=(8, 3, 8, 3), min_h=26, min_w=40, radius=3, fill="field", edge="control_edge"),
    },
)


def _standard(filtered: bool) -> Node:
    return toolbar(
        "Standard",
        (
            tool("calc.new", "document-add", "New", ("new",), "green"),
            tool("calc.open", "folder-open", "Open", ("open",), "yellow"),
            tool("calc.save", "save", "Save", ("save",), "purple"),
        ),
        (tool("calc.export_pdf", "document-pdf", "Export Directly as PDF", ("export_pdf",), "red"),),
        (
            tool("calc.cut", "cut", "Cut", ("cut",)),
            tool("calc.copy", "copy", "Copy", ("copy",)),
            tool("calc.paste", "clipboard-paste", "Paste", ("paste",), "yellow"),
        ),
        (
            tool("calc.undo", "arrow-undo", "Undo", ("undo",), "blue"),
            tool("calc.redo", "arrow-redo", "Redo", ("redo",), "blue"),
        ),
        (
            tool("calc.sort_up", "text-sort-ascending", "Sort Ascending", ("sort", False), "blue"),
            tool("calc.sort_down", "text-sort-descending", "Sort Descending", ("sort", True), "blue"),
            tool("calc.filter", "filter", "AutoFilter", ("filter",), "blue", on=filtered),
        ),
        (tool("calc.chart_tool", "data-bar-vertical", "Insert Chart", ("chart_wizard",), "green"),),
        (tool("calc.find_tool", "search", "Find & Replace", ("find",)),),
    )


def _palette(key: str, image: str, name: str, ink: str, colours: tuple[tuple[str, str], ...], message: str) -> Node:
    items = tuple([MenuItem(f"calc.{key}.{n.lower().replace(' ', '_')}", n, (message, c)) for n, c in colours])
    return button(f"calc.{key}", icon=image, name=name, style=f"lo_{ink}", menu=items)


def _formatting(style: Style) -> Node:
    number = next((name for name, known in FORMATS if known == style.number), "Custom")
    marks = (("bold", style.bold), ("italic", style.italic), ("underline", style.underline))
    names = tuple([name for name, _ in FORMATS])
    return toolbar(
        "Formatting",
        [tool(f"calc.{k}", f"text-{k}", k.capitalize(), (k,), on=on) for k, on in marks],
        (
            _palette("font_color", "text-color", "Font Color", "red", _INKS, "font_color"),
            _palette("fill_color", "color-fill", "Background Color", "yellow", _FILLS, "fill_color"),
        ),
        [
            tool(f"calc.align_{s}", f"text-align-{s}", f"Align {s.capitalize()}", (f"align_{s}",), on=style.align == s)
            for s in ("left", "center", "right")
        ],
        (
            combo(
                "calc.number_format", number, names, name="Number Format", w=120, style="lo", change=("number_format",)
            ),
            tool("calc.currency", "money", "Format as Currency", ("currency",), "green"),
            tool("calc.percent", "math-symbols", "Format as Percent", ("percent",), "green"),
            tool("calc.more_decimals", "decimal-arrow-right", "Add Decimal Place", ("more_decimals",), "blue"),
            tool("calc.fewer_decimals", "decimal-arrow-left", "Delete Decimal Place", ("fewer_decimals",), "blue"),
        ),
        (
            tool("calc.insert_rows", "table-insert-row", "Insert Rows Above", ("insert_rows",), "green"),
            tool("calc.delete_rows", "table-delete-row", "Delete Rows", ("delete_rows",), "red"),
        ),
    )


def _formula_bar(name: str, content: str, editing: bool) -> Node:
    return row(
        field(
            "calc.name_box",
            name,
            name="Name Box",
            style="formula",
            w=120,
            whole=True,
            change=("name_text",),
            submit=("go_to",),
            cancel=("leave",),
        ),
        icon("math-formula", style="muted"),
        tool("calc.autosum", "autosum", "Sum", ("auto", "SUM"), "blue"),
        tool("calc.cancel", "dismiss", "Cancel", ("cancel",), "red", off=not editing),
        tool("calc.enter", "checkmark", "Accept", ("enter",), "green", off=not editing),
        field(
            "calc.formula",
            content,
            name="Input line",
            style="formula",
            change=("bar",),
            submit=("submit",),
            cancel=("cancel",),
        ),
        style="lo_bar",
        h=36,
        pad=(6, 3),
        gap=4,
        role=Role.GROUP,
        name="Formula Tool Bar",
    )


def _tabs(names: tuple[str, ...], active: int) -> Node:
    return row(
        button("calc.new_sheet", icon="add", name="Add Sheet", style="lo_green", click=("new_sheet",)),
        *[
            tab(
                f"calc.sheet.{i}",
                name,
                selected=i == active,
                style="calc",
                click=("sheet", i),
                double=("ask_sheet", "rename"),
                context=("sheet_menu", i),
            )
            for i, name in enumerate(names)
        ],
        spacer(),
        style="lo_bar",
        h=28,
        pad=(8, 1),
        gap=4,
        role=Role.TAB_LIST,
        name="Sheet Tabs",
    )


def _find_bar(find: Find) -> Node:
    def line(key: str, value: str, name: str, change: str, submit: str) -> Node:
        return field(
            key, value, name=name, placeholder=name, w=190, change=(change,), submit=(submit,), cancel=("find_close",)
        )

    nothing = not find.search.wanted
    return row(
        button("calc.find.close", icon="close", name="Close Find Bar", style="lo", click=("find_close",)),
        line("calc.find.text", find.search.wanted, "Find", "find_text", "find_next"),
        button(
            "calc.find.next", icon="arrow-down", name="Find Next", style="lo", disabled=nothing, click=("find_next",)
        ),
        line("calc.find.with", find.new, "Replace With", "find_with", "replace_all"),
        button("calc.find.replace", "Replace", disabled=nothing, click=("replace_one",)),
        button("calc.find.replace_all", "Replace All", disabled=nothing, click=("replace_all",)),
        spacer(),
        style="lo_bar",
        h=42,
        pad=(6, 3),
        gap=6,
        role=Role.TOOLBAR,
        name="Find",
    )


def view(state: State, _ctx: Context) -> Node:
    """The content of a Calc window."""
    at, sheet = sheet_of_state(state)
    workbook, place = state.calculation.workbook, state.selection.active
    cell = cell_at(sheet, *place)
    content = state.editing if state.editing is not None else editing_text(cell.content, cell.style.number)
    name = state.name_text if state.name_text is not None else cell_name(*place)
    one = state.selection.active == state.selection.end
    found = () if one else summary(state.calculation, state.selection.area)
    said = "; ".join(found) or "Average: ; Sum: 0"
    return column(
        panel(menu_bar, "calc", MENUS),
        panel(_standard, sheet.filter is not None),
        panel(_formatting, cell.style),
        panel(_formula_bar, name, content, state.editing is not None),
        cells_of(state, GRID, "calc.editor", column_px(11.4)),
        panel(_tabs, tuple([s.name for s in workbook.sheets]), workbook.active),
        panel(_find_bar, state.find) if state.find is not None else None,
        panel(
            status_bar,
            ("calc.sheets", f"Sheet {at + 1} of {len(workbook.sheets)}"),
            ("calc.page_style", "Default"),
            ("calc.language", "English (USA)"),
            ("calc.mode", "" if state.editing is None else "Insert mode"),
            ("calc.summary", said),
        ),
        h=FILL,
    )
