"""Low-level instructions (OmniBench, Figure 3): every action of the oracle in words, as one tells a beginner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, cast

from omnigym.a11y import Node, Tree
from omnigym.actions import Action, Click, Drag, Point, Press, Scroll, Type
from omnigym.devices.protocol import Device, HasAccessibilityTree
from omnigym.tasks.rollout import Stage
from omnigym.tasks.task import Task

__all__ = ["Told", "low_level", "told_actions"]


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


def low_level(task: Task, device: Device) -> str:
    """The low-level instruction of a task: each step on its own, in the order of the oracle.

    Args:
        task: The task.
        device: A device that it runs on; it is reset.

    Raises:
        OracleError: The oracle failed.
    """
    return " ".join(t.words for t in told_actions(task, device))


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
            tree = cast(HasAccessibilityTree, device).tree()
            yield _told(action, tree, device.size, at)
            stage.do(action)
    finally:
        stage.end()


def _told(action: Action, tree: Tree, size: tuple[int, int], node: str) -> Told:
    words = f"{type(action).__name__}."
    found: Node | None = None
    if isinstance(action, Click):
        found = _under(action.at, tree, size)
        how = {("left", 1): "Click", ("left", 2): "Double-click", ("right", 1): "Right-click"}
        words = f"{how.get((action.button, action.count), 'Click')} {_named(found)}."
    elif isinstance(action, Drag):
        found = _under(action.at, tree, size)
        words = f"Drag {_named(found)} to {_named(_under(action.to, tree, size))}."
    elif isinstance(action, Scroll):
        found = _under(action.at, tree, size)
        words = f"Scroll {'down' if action.dy > 0 else 'up'} over {_named(found)}."
    elif isinstance(action, Type):
        words = f"Type '{action.text.strip()}'."
    elif isinstance(action, Press):
        often = f" {action.count} times" if action.count > 1 else ""
        words = f"Press {'+'.join((*action.modifiers, action.key))}{often}."
    else:
        words = "Wait a moment."
    if found is None:
        return Told(action, words, "", None, node)
    x, y, width, height = found.bounds
    return Told(action, words, found.name, (x, y, x + width, y + height), node)


def _under(at: Point, tree: Tree, size: tuple[int, int]) -> Node | None:
    return tree.hit(int(at[0] * size[0]), int(at[1] * size[1]))


def _named(node: Node | None) -> str:
    if node is None:
        return "the screen"
    role = node.role.name.casefold().replace("_", " ")
    return f"the {role} '{node.name}'" if node.name else f"the {role}"
