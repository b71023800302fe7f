"""Alt and a letter: the menus of a window by their first letter, the tabs of a ribbon by Office's key tips."""

from __future__ import annotations

from collections.abc import Iterable

from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.input.press import press
from omnigym.devices.sim.state import Window
from omnigym.devices.sim.ui.nodes import Node

__all__ = ["press_accelerator"]

#: The key tips of Office's tabs.
_TIPS = {
    "Data": "a",
    "File": "f",
    "Formulas": "m",
    "Home": "h",
    "Insert": "n",
    "Layout": "p",
    "Page Layout": "p",
    "Review": "r",
    "View": "w",
}


def press_accelerator(desk: Desktop, window: Window, nodes: Iterable[Node], combo: str) -> bool:
    """Press what a key such as "alt+f" stands for; False where it stands for nothing.

    Args:
        desk: The desktop.
        window: The active window.
        nodes: What can be pressed in it.
        combo: The key, with its modifiers.
    """
    letter = combo.removeprefix("alt+")
    if len(letter) != 1 or letter == combo:
        return False
    for node in nodes:
        tip = _TIPS.get(node.text, "") if node.kind == "tab" else node.text[:1].casefold() if node.menu else ""
        if tip == letter:
            press(desk, window, node)
            return True
    return False
