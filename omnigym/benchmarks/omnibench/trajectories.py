"""Reading and writing trajectories of subtasks and tasks (OmniBench C.2, C.5)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, cast

from pydantic import BaseModel, ConfigDict, ValidationError

from omnigym.actions import Action
from omnigym.baselines.thoughts import think
from omnigym.benchmarks.omnibench.exporting import node_entries
from omnigym.codecs.omnibench import encode_omnibench
from omnigym.devices.protocol import Device, HasAccessibilityTree
from omnigym.errors import OracleError, TaskFileError, UnreadableError
from omnigym.foreign import parse_json, place_of, read_text, replace_file
from omnigym.foreign.limits import MAX_TREE
from omnigym.tasks.rollout import Stage, oracle_order
from omnigym.tasks.task import Task

__all__ = [
    "ActionModel",
    "SubtaskTrajectoryModel",
    "TaskTrajectoryModel",
    "TrajectoryDemonstration",
    "demonstrate",
    "read_trajectory",
    "write_trajectory",
]


class _Model(BaseModel):
    """Base of the models. Unknown fields are kept, so that a file that is read and written again loses nothing."""

    model_config = ConfigDict(extra="allow")


class ActionModel(_Model):
    """One step: a function of Table 10, its arguments, and its rectangle on the screen (left, top, right, bottom)."""

    function: str
    args: dict[str, object] = {}
    rect: list[int] | None = None
    description: str = ""
    thought: str = ""
    control_text: str = ""


class SubtaskTrajectoryModel(_Model):
    """A trajectory of one subtask (C.2); observations are file names of screenshots."""

    trajectory_id: str
    instruction: str
    observations: list[str]
    actions: list[ActionModel]
    subtask_id: str


class TaskTrajectoryModel(_Model):
    """A trajectory of a task along one of its topological orders (C.5)."""

    trajectory_id: str
    task_id: str
    topological_order: list[str]
    instruction: str
    intent: str = ""
    observations: list[str]
    actions: list[ActionModel]


def read_trajectory(path: str | Path) -> SubtaskTrajectoryModel | TaskTrajectoryModel:
    """Read a trajectory from a file; a file with a ``task_id`` has one of a task, any other one of a subtask.

    Raises:
        TaskFileError: The file cannot be read, or a field is missing or wrong.
    """
    try:
        data = parse_json(read_text(path, MAX_TREE))
        model = TaskTrajectoryModel if isinstance(data, dict) and "task_id" in data else SubtaskTrajectoryModel
        return model.model_validate(data)
    except ValidationError as e:
        error = e.errors()[0]
        raise TaskFileError(
            f"{path}, {place_of(error['loc'])}: {error['msg']}. Expected a trajectory of OmniBench C.2 or C.5."
        ) from None
    except (FileNotFoundError, UnreadableError) as e:
        raise TaskFileError(f"{path}: cannot be read: {e}. Expected a trajectory of OmniBench C.2 or C.5.") from None


def write_trajectory(trajectory: SubtaskTrajectoryModel | TaskTrajectoryModel, path: str | Path) -> None:
    """Write a trajectory to a file, atomically."""
    text = json.dumps(trajectory.model_dump(exclude_unset=True), indent=2, ensure_ascii=False)
    replace_file(path, text + "\n")


# -- demonstrating ----------------------------------------------------------------------------------------------------

# Demonstrations by the oracles, as trajectories of a task and of its subtasks (OmniBench C.2, C.5).


class TrajectoryDemonstration(NamedTuple):
    """The actions of the oracles.

    Attributes:
        task: C.5, along the first of the orders that an export of the task lists.
        subtasks: C.2, one for each node in that order.
    """

    task: TaskTrajectoryModel
    subtasks: tuple[SubtaskTrajectoryModel, ...]


def demonstrate(task: Task, device: Device, *, seen: Callable[[str], object] | None = None) -> TrajectoryDemonstration:
    """Play the oracles of a task, and record their actions.

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
        node = next(reversed(parts))
        thought = think({n: b.instruction for n, b in task.bound.items()}, node, action, tree, len(parts) - 1).text
        parts[node].append(ActionModel.model_validate(encode_omnibench(action, device.size, tree, thought=thought)))

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
    return TrajectoryDemonstration(whole, tuple(own))
