"""Alt and a letter: the menus of a window by their first letter, the tabs of a ribbon by Office's key tips."""

from __future__ import annotations

from collections.abc import Iterable

from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.input.behaviour import BEHAVIOURS
from omnigym.devices.sim.input.press import press
from omnigym.devices.sim.state import Window
from omnigym.devices.sim.ui.nodes import Node

__all__ = ["press_accelerator"]


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
        if BEHAVIOURS[node.kind].tip(node) == letter:
            press(desk, window, node)
            return True
    return False
