"""Every action of a task's oracle in words, with what it is done to (OmniBench C.5).

The low-level instruction of a task is `omnigym.tasks.telling.steps.low_level`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple, cast

from omnigym.actions import Action, Click, Drag, Scroll, pixel
from omnigym.devices.protocol import Device, HasAccessibilityTree
from omnigym.devices.titles import title_of
from omnigym.tasks.rollout import Stage
from omnigym.tasks.task import Task
from omnigym.tasks.telling.acts import in_words

__all__ = ["Told", "told_actions"]


class Told(NamedTuple):
    """An action and what it is in words.

    Attributes:
        action: The action.
        words: "Click the button 'Save'."
        control: The name of the control that it is done to; "" for the keyboard.
        box: The control's rectangle on the screen (left, top, right, bottom); None for the keyboard.
        node: The node whose oracle it belongs to.
    """

    action: Action
    words: str
    control: str
    box: tuple[int, int, int, int] | None
    node: str


def told_actions(task: Task, device: Device) -> Iterator[Told]:
    """The actions of a task's oracle, told as they are done.

    Args:
        task: The task.
        device: A device that it runs on; it is reset.

    Raises:
        OracleError: The oracle failed.
    """
    stage = Stage(task, device)
    stage.begin()
    at = ""

    def before(node: str) -> None:
        nonlocal at
        at = node

    try:
        for action in stage.oracle(before=before):
            yield _told(action, device, at)
            stage.do(action)
    finally:
        stage.end()


def _told(action: Action, device: Device, node: str) -> Told:
    tree = cast(HasAccessibilityTree, device).tree()
    orders = " and ".join(in_words(action, tree, partial(title_of, device), device.platform == "android"))
    words = f"{orders[:1].upper()}{orders[1:]}." if orders else "Wait a moment."
    found = tree.hit(*pixel(action.at, tree.size)) if isinstance(action, Click | Drag | Scroll) else None
    if found is None:
        return Told(action, words, "", None, node)
    x, y, width, height = found.bounds
    return Told(action, words, found.name, (x, y, x + width, y + height), node)
