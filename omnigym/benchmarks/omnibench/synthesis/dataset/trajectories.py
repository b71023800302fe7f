"""Demonstration trajectories of a dataset's tasks, as OmniBench keeps them (C.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import NamedTuple, cast

from omnigym.actions import Action, Click, Drag, Press, Scroll, Type, pixel
from omnigym.baselines.thoughts import think
from omnigym.benchmarks.omnibench.trajectories import ActionModel, TaskTrajectoryModel, write_trajectory
from omnigym.devices.app_names import title_of
from omnigym.devices.config import DeviceConfig, build_device
from omnigym.devices.protocol import Device, HasAccessibilityTree
from omnigym.tasks.instruction_styles.acts import in_words
from omnigym.tasks.rollout import Stage, oracle_order
from omnigym.tasks.task import Task

__all__ = ["DescribedAction", "told_actions", "trajectory_of", "write_trajectories"]


# -- every action of a task's oracle in words, with what it is done to (OmniBench C.5) --------------------------------

# The low-level instruction of a task is `omnigym.tasks.instruction_styles.variants.low_level`.


class DescribedAction(NamedTuple):
    """An action and what it is in words.

    Attributes:
        action: The action.
        words: "Click the button 'Save'."
        control: The name of the control that it is done to; "" for the keyboard.
        box: The control's rectangle on the screen (left, top, right, bottom); None for the keyboard.
        node: The node whose oracle it belongs to.
        thought: Why it is done, by rule (`omnigym.baselines.thoughts`).
    """

    action: Action
    words: str
    control: str
    box: tuple[int, int, int, int] | None
    node: str
    thought: str


def told_actions(task: Task, device: Device) -> Iterator[DescribedAction]:
    """The actions of a task's oracle, told as they are done.

    Args:
        task: The task.
        device: A device that it runs on; it is reset.

    Raises:
        OracleError: The oracle failed.
    """
    stage = Stage(task, device)
    stage.begin()
    begun: list[str] = []
    try:
        for action in stage.oracle(before=begun.append):
            yield _told(action, device, task, begun)
            stage.do(action)
    finally:
        stage.end()


def _told(action: Action, device: Device, task: Task, begun: Sequence[str]) -> DescribedAction:
    tree, node = cast(HasAccessibilityTree, device).tree(), begun[-1] if begun else ""
    thought = think({n: b.instruction for n, b in task.bound.items()}, node, action, tree, max(len(begun) - 1, 0)).text
    orders = " and ".join(in_words(action, tree, partial(title_of, device), device.platform == "android"))
    words = f"{orders[:1].upper()}{orders[1:]}." if orders else "Wait a moment."
    found = tree.hit(*pixel(action.at, tree.size)) if isinstance(action, Click | Drag | Scroll) else None
    if found is None:
        return DescribedAction(action, words, "", None, node, thought)
    x, y, width, height = found.bounds
    return DescribedAction(action, words, found.name, (x, y, x + width, y + height), node, thought)


# -- trajectories -----------------------------------------------------------------------------------------------------


def trajectory_of(task: Task, told: Iterable[DescribedAction]) -> TaskTrajectoryModel:
    """The trajectory of a task's oracle. It has no screenshots: `omnigym record --agent oracle` makes these."""
    return TaskTrajectoryModel(
        trajectory_id=f"{task.id}/oracle",
        task_id=task.id,
        topological_order=list(oracle_order(task)),
        instruction=task.instruction,
        intent=task.intent,
        observations=[],
        actions=[_action(t) for t in told],
    )


def _action(told: DescribedAction) -> ActionModel:
    function, args = _function(told)
    rect = None if told.box is None else list(told.box)
    return ActionModel(
        function=function, args=args, rect=rect, description=told.words, thought=told.thought, control_text=told.control
    )


def _function(told: DescribedAction) -> tuple[str, dict[str, object]]:
    """The function of Table 10 and its arguments."""
    match told.action:
        case Click(_, button, count):
            return "click_input", {"button": button, "double": count == 2}
        case Scroll(_, dy):
            return "wheel_mouse_input", {"wheel_dist": -round(dy)}
        case Type(text):
            return "keyboard_input", {"keys": text}
        case Press(key, modifiers, count):
            return "keyboard_input", {"keys": "+".join((*modifiers, key)), "count": count}
        case Drag(at, to):
            return "drag_input", {"from": list(at), "to": list(to)}
    return "wait", {}


def write_trajectories(tasks: Iterable[Task], folder: Path, config: DeviceConfig) -> Iterator[Task]:
    """Write the trajectory of each task as a file of its own; those that are there stay, so it can be resumed.

    Yields:
        Each task, after its file is written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with closing(build_device(config)) as device:
        for task in tasks:
            path = folder / f"{task.id.rpartition('/')[2]}.json"
            if not path.exists():
                write_trajectory(trajectory_of(task, told_actions(task, device)), path)
            yield task
