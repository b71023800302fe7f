"""The keys that every spreadsheet program has, with what they stand for."""

from __future__ import annotations

from omnigym.devices.sim.ui.nodes import Msg

__all__ = ["SHEET_KEYS"]

SHEET_KEYS: tuple[tuple[str, Msg], ...] = (
    ("ctrl+c", ("copy",)),
    ("ctrl+x", ("cut",)),
    ("ctrl+v", ("paste",)),
    ("ctrl+d", ("fill", 0)),
    ("ctrl+f", ("find",)),
    ("ctrl+shift+l", ("filter",)),
    ("ctrl+shift+1", ("number_style",)),
    ("ctrl+shift+4", ("currency",)),
    ("ctrl+shift+5", ("percent",)),
    ("ctrl+-", ("lines", False)),
    ("ctrl+shift+=", ("lines", True)),
    ("ctrl+`", ("show_formulas",)),
    ("ctrl+pageup", ("next_sheet", -1)),
    ("ctrl+pagedown", ("next_sheet", 1)),
    ("f2", ("edit",)),
    ("delete", ("clear",)),
    ("backspace", ("rub_out",)),
    ("tab", ("commit", "right")),
    ("shift+tab", ("commit", "left")),
    ("shift+enter", ("commit", "up")),
    ("up", ("commit", "up")),
    ("down", ("commit", "down")),
)
