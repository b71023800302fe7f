"""Alt with a letter: opens a menu of the window by its first letter, or a tab of a ribbon by Office's key tip."""

from __future__ import annotations

from collections.abc import Iterable

from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.input.behaviour import BEHAVIOURS
from omnigym.devices.sim.input.press import press
from omnigym.devices.sim.state import Window
from omnigym.devices.sim.ui.nodes import Node

__all__ = ["press_accelerator"]


def press_accelerator(desk: Desktop, window: Window, nodes: Iterable[Node], combo: str) -> bool:
    """Press the first node whose key tip is ``combo``, such as "alt+f".

    Args:
        desk: The desktop.
        window: The active window.
        nodes: The nodes in it that can be pressed.
        combo: The key with its modifiers.

    Returns:
        Whether there is such a node.
    """
    letter = combo.removeprefix("alt+")
    if len(letter) != 1 or letter == combo:
        return False
    for node in nodes:
        if BEHAVIOURS[node.kind].tip(node) == letter:
            press(desk, window, node)
            return True
    return False
