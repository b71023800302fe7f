"""Reading and writing trajectories of subtasks and tasks (OmniBench C.2, C.5)."""

from __future__ import annotations

import json
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from omnigym.errors import TaskFileError, UnreadableError
from omnigym.foreign import parse_json, place_of, read_text, replace_file
from omnigym.foreign.limits import MAX_TREE

__all__ = ["ActionModel", "SubtaskTrajectoryModel", "TaskTrajectoryModel", "read_trajectory", "write_trajectory"]


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
    """C.2: a trajectory of one subtask; observations are file names of screenshots."""

    trajectory_id: str
    instruction: str
    observations: list[str]
    actions: list[ActionModel]
    subtask_id: str


class TaskTrajectoryModel(_Model):
    """C.5: a trajectory of a task along one of its topological orders."""

    trajectory_id: str
    task_id: str
    topological_order: list[str]
    instruction: str
    intent: str = ""
    observations: list[str]
    actions: list[ActionModel]


def read_trajectory(path: str | Path) -> SubtaskTrajectoryModel | TaskTrajectoryModel:
    """Read a trajectory from a file; it is one of a task if it has a ``task_id``, else one of a subtask.

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
