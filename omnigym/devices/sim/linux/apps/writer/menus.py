"""The menus of Writer."""

from __future__ import annotations

from omnigym.devices.sim.linux.office import Menu
from omnigym.devices.sim.ui.widgets import MenuItem

__all__ = ["MENUS"]


def _item(key: str, label: str, msg: tuple[object, ...], keys: str = "") -> MenuItem:
    return MenuItem(f"writer.menu.{key}", label, msg, "", keys)


_TEXT = (
    _item("bold", "Bold", ("bold",), "Ctrl+B"),
    _item("italic", "Italic", ("italic",), "Ctrl+I"),
    _item("underline", "Single Underline", ("underline",), "Ctrl+U"),
    _item("strike", "Strikethrough", ("strike",)),
)
_ALIGN = (
    _item("align_left", "Left", ("align_left",), "Ctrl+L"),
    _item("align_center", "Centered", ("align_center",), "Ctrl+E"),
    _item("align_right", "Right", ("align_right",), "Ctrl+R"),
    _item("align_justify", "Justified", ("align_justify",), "Ctrl+J"),
)
_LISTS = (
    _item("bullets", "Unordered List", ("bullets",), "Shift+F12"),
    _item("numbering", "Ordered List", ("numbering",), "F12"),
)

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
            _item("cut", "Cut", ("cut",), "Ctrl+X"),
            _item("copy", "Copy", ("copy",), "Ctrl+C"),
            _item("paste", "Paste", ("paste",), "Ctrl+V"),
            _item("select_all", "Select All", ("select_all",), "Ctrl+A"),
            None,
            _item("find", "Find...", ("find",), "Ctrl+F"),
            _item("replace", "Find and Replace...", ("replace",), "Ctrl+H"),
        ),
    ),
    (
        "View",
        (
            _item("ruler", "Ruler", ("ruler",), "Ctrl+Shift+R"),
            None,
            _item("zoom_in", "Zoom In", ("zoom", 25)),
            _item("zoom_out", "Zoom Out", ("zoom", -25)),
        ),
    ),
    (
        "Insert",
        (
            _item("page_break", "Page Break", ("page_break",), "Ctrl+Enter"),
            None,
            _item("image", "Image...", ("image",)),
            _item("caption", "Caption...", ("caption",)),
        ),
    ),
    (
        "Format",
        (
            MenuItem("writer.menu.text", "Text", items=_TEXT),
            MenuItem("writer.menu.align", "Align Text", items=_ALIGN),
            MenuItem("writer.menu.lists", "Lists", items=_LISTS),
            MenuItem("writer.menu.images", "Image", items=(_item("image_width", "Width...", ("image_width",)),)),
            None,
            _item("clear", "Clear Direct Formatting", ("clear",), "Ctrl+M"),
        ),
    ),
    (
        "Styles",
        (
            _item("normal", "Default Paragraph Style", ("style", "Normal"), "Ctrl+0"),
            _item("title", "Title", ("style", "Title")),
            _item("heading_1", "Heading 1", ("style", "Heading 1"), "Ctrl+1"),
            _item("heading_2", "Heading 2", ("style", "Heading 2"), "Ctrl+2"),
            _item("heading_3", "Heading 3", ("style", "Heading 3"), "Ctrl+3"),
        ),
    ),
    ("Tools", (_item("word_count", "Word Count...", ("word_count",)),)),
)
