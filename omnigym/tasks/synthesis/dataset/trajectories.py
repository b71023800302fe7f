"""Demonstration trajectories of a dataset's tasks, as OmniBench keeps them (C.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

from omnigym.actions import Click, Drag, Press, Scroll, Type
from omnigym.devices.config import DeviceConfig, build_device
from omnigym.tasks.omnibench.trajectories import ActionModel, TaskTrajectoryModel, write_trajectory
from omnigym.tasks.rollout import oracle_order
from omnigym.tasks.synthesis.dataset.lowlevel import Told, told_actions
from omnigym.tasks.task import Task

__all__ = ["trajectory_of", "write_trajectories"]


def trajectory_of(task: Task, told: Iterable[Told]) -> TaskTrajectoryModel:
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


def _action(told: Told) -> ActionModel:
    function, args = _function(told)
    rect = None if told.box is None else list(told.box)
    return ActionModel(
        function=function, args=args, rect=rect, description=told.words, thought="", control_text=told.control
    )


def _function(told: Told) -> tuple[str, dict[str, object]]:
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
