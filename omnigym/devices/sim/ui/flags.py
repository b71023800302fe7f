"""Bits for what is true of a node or an item at the moment: hovered, selected, disabled..."""

from __future__ import annotations

__all__ = [
    "ACTIVE",
    "CANCEL",
    "CHECKED",
    "DEFAULT",
    "DISABLED",
    "EXPANDED",
    "FOCUS",
    "HOVER",
    "INVALID",
    "PRESSED",
    "SELECTED",
]

HOVER, PRESSED, FOCUS, SELECTED, CHECKED = 1, 2, 4, 8, 16
DISABLED, EXPANDED, DEFAULT, ACTIVE, INVALID = 32, 64, 128, 256, 512
#: Set on the button that Escape presses in a dialog.
CANCEL = 1024
