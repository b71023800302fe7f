"""The menus of Excel's ribbon, and what they offer to choose from."""

from __future__ import annotations

from omnigym.devices.sim.ui.widgets import SEPARATOR, MenuItem

__all__ = [
    "CLEAR_ITEMS",
    "DELETE_ITEMS",
    "FILLS",
    "FILL_ITEMS",
    "FILTER_ITEMS",
    "FIND_ITEMS",
    "FORMAT_ITEMS",
    "FUNCTIONS",
    "INKS",
    "INSERT_ITEMS",
    "SORT_ITEMS",
    "SUM_ITEMS",
]

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
