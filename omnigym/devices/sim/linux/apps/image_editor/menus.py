"""The menus of GIMP."""

from __future__ import annotations

from omnigym.devices.sim.linux.office import Menu
from omnigym.devices.sim.ui.widgets import MenuItem

__all__ = ["MENUS"]


def _item(key: str, label: str, msg: tuple[object, ...], keys: str = "") -> MenuItem:
    return MenuItem(f"gimp.menu.{key}", label, msg, "", keys)


MENUS: tuple[Menu, ...] = (
    (
        "File",
        (
            _item("open", "Open...", ("open",), "Ctrl+O"),
            _item("open_layers", "Open as Layers...", ("open_layers",), "Ctrl+Alt+O"),
            None,
            _item("overwrite", "Overwrite", ("overwrite",)),
            _item("export", "Export As...", ("export",), "Ctrl+Shift+E"),
            None,
            _item("quit", "Quit", ("quit",), "Ctrl+Q"),
        ),
    ),
    ("Edit", (_item("undo", "Undo", ("undo",), "Ctrl+Z"), _item("redo", "Redo", ("redo",), "Ctrl+Y"))),
    (
        "Select",
        (_item("all", "All", ("select_all",), "Ctrl+A"), _item("none", "None", ("select_none",), "Ctrl+Shift+A")),
    ),
    (
        "Image",
        (
            _item("scale", "Scale Image...", ("ask", "scale")),
            _item("crop", "Crop to Selection", ("crop",)),
            None,
            _item("flip_h", "Flip Horizontally", ("flip", False)),
            _item("flip_v", "Flip Vertically", ("flip", True)),
            _item("turn_right", "Rotate 90° clockwise", ("turn", 1)),
            _item("turn_left", "Rotate 90° counter-clockwise", ("turn", 3)),
            None,
            _item("beside", "Append to the Right...", ("append",)),
            _item("flatten", "Flatten Image", ("flatten",)),
        ),
    ),
    (
        "Layer",
        (
            _item("raise", "Raise Layer", ("raise", 1)),
            _item("lower", "Lower Layer", ("raise", -1)),
            _item("delete", "Delete Layer", ("delete_layer",)),
        ),
    ),
    ("Colors", (_item("tones", "Brightness-Contrast...", ("ask", "tones")),)),
)
