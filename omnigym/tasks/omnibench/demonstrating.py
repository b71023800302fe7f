"""Demonstrations by the oracles, as trajectories of a task and of its subtasks (OmniBench C.2, C.5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, cast

from omnigym.actions import Action
from omnigym.codecs.omnibench import encode_omnibench
from omnigym.devices.protocol import Device, HasAccessibilityTree
from omnigym.errors import OracleError
from omnigym.tasks.omnibench.exporting import node_entries
from omnigym.tasks.omnibench.trajectories import ActionModel, SubtaskTrajectoryModel, TaskTrajectoryModel
from omnigym.tasks.rollout import Stage, oracle_order
from omnigym.tasks.task import Task

__all__ = ["Demonstration", "demonstrate"]


class Demonstration(NamedTuple):
    """What the oracles did.

    Attributes:
        task: C.5, along the first of the orders that an export of the task lists.
        subtasks: C.2, one for each node in that order.
    """

    task: TaskTrajectoryModel
    subtasks: tuple[SubtaskTrajectoryModel, ...]


def demonstrate(task: Task, device: Device, *, seen: Callable[[str], object] | None = None) -> Demonstration:
    """Play the oracles of a task, and write down what they did.

    Args:
        task: A task of one device.
        device: The device, with an accessibility tree; it is reset.
        seen: Called with the name of each observation while it can be seen, to keep the screenshot; without it the
            names are written, and nothing is painted.

    Raises:
        DeviceError: The device failed.
        OracleError: The oracles did not complete the task.
    """
    stage, names = Stage(task, device), node_entries(task)
    parts: dict[str, list[ActionModel]] = {}
    actions = stage.oracle(before=lambda node: parts.setdefault(node, []))
    observations: list[str] = []

    def noted(action: Action) -> None:
        observations.append(f"obs{len(observations) + 1}.png")
        if seen is not None:
            seen(observations[-1])
        tree = cast(HasAccessibilityTree, device).tree()
        entry = ActionModel.model_validate(encode_omnibench(action, device.size, tree))
        next(reversed(parts.values())).append(entry)

    try:
        stage.begin()
        for action in actions:
            noted(action)
            stage.do(action)
        if not stage.evaluator.done:
            raise OracleError(f"The oracles of {task.id!r} did not complete it: {stage.evaluator.coverage:.3f}.")
    finally:
        stage.end()
    order = oracle_order(task)
    whole = TaskTrajectoryModel(
        trajectory_id=f"{task.id} (0)",
        task_id=task.id,
        topological_order=[names[n] for n in order],
        instruction=task.instruction,
        intent=task.intent,
        observations=observations,
        actions=[a for node in order for a in parts[node]],
    )
    starts = {node: sum(len(parts[n]) for n in order[:place]) for place, node in enumerate(order)}
    own = [
        SubtaskTrajectoryModel(
            trajectory_id=f"{task.id} {node}",
            instruction=task.bound[node].instruction,
            observations=observations[starts[node] : starts[node] + len(parts[node])],
            actions=parts[node],
            subtask_id=names[node],
        )
        for node in order
    ]
    return Demonstration(whole, tuple(own))
