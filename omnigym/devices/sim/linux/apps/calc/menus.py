"""The menus of Calc, on its menu bar and where the right button is pressed."""

from __future__ import annotations

from omnigym.devices.sim.common.spreadsheet.questions import FORMATS
from omnigym.devices.sim.linux.office import Menu
from omnigym.devices.sim.ui.widgets import SEPARATOR, MenuItem

__all__ = ["MENUS", "context_menu", "tab_menu"]


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
    ("Insert", (*_ROWS[:1], *_COLUMNS[:1])),
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
