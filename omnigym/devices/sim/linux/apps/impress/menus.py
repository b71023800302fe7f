"""The menus of Impress."""

from __future__ import annotations

from omnigym.devices.sim.linux.office import Menu
from omnigym.devices.sim.ui.widgets import SEPARATOR, MenuItem

__all__ = ["MENUS", "picture_menu", "slide_menu"]


def _item(key: str, label: str, msg: tuple[object, ...], keys: str = "") -> MenuItem:
    return MenuItem(f"impress.menu.{key}", label, msg, "", keys)


_MOVES = (
    _item("to_start", "Slide to Start", ("move", "start"), "Ctrl+Shift+Up"),
    _item("move_up", "Slide Up", ("move", "up"), "Ctrl+Up"),
    _item("move_down", "Slide Down", ("move", "down"), "Ctrl+Down"),
    _item("to_end", "Slide to End", ("move", "end"), "Ctrl+Shift+Down"),
)
_SLIDE = (
    _item("new_slide", "New Slide", ("new_slide",), "Ctrl+M"),
    _item("duplicate", "Duplicate Slide", ("duplicate",)),
    _item("delete_slide", "Delete Slide", ("delete_slide",)),
    _item("hide", "Hide Slide", ("hide",)),
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
        ),
    ),
    ("View", (_item("normal", "Normal", ("view", "normal")), _item("notes", "Notes", ("view", "notes")))),
    ("Insert", (_item("image", "Image...", ("image",)), _item("text_box", "Text Box", ("text_box",), "F2"))),
    (
        "Format",
        (
            MenuItem(
                "impress.menu.images",
                "Image",
                items=(
                    _item("brightness", "Brightness...", ("brightness",)),
                    _item("save_picture", "Save...", ("save_picture",)),
                ),
            ),
        ),
    ),
    ("Slide", (*_SLIDE, None, MenuItem("impress.menu.move", "Move", items=_MOVES))),
    ("Slide Show", (_item("play", "Start from First Slide", ("play", 0), "F5"),)),
)


def slide_menu(hidden: bool) -> tuple[MenuItem, ...]:
    """The context menu of a slide in the pane."""
    hide = _SLIDE[-1]._replace(text="Show Slide") if hidden else _SLIDE[-1]
    return (*_SLIDE[:-1], hide, SEPARATOR, MenuItem("impress.menu.move", "Move", items=_MOVES))


def picture_menu() -> tuple[MenuItem, ...]:
    """The context menu of a picture on the slide."""
    return (
        _item("copy_picture", "Copy", ("copy",), "Ctrl+C"),
        _item("delete_picture", "Delete", ("delete",), "Delete"),
        SEPARATOR,
        _item("picture_brightness", "Brightness...", ("brightness",)),
        _item("picture_save", "Save...", ("save_picture",)),
    )
