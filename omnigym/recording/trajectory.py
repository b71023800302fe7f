"""A recorded episode on disk, and how it is read.

One directory an episode:

* ``meta.json``: what was known when it began;
* ``steps.jsonl``: one line a step, appended and flushed when the step is complete;
* ``obs0000.png``, ...: the screen before the first action, then after each one;
* ``obs0000.npz``, ... and ``tree0000.json``, ...: the observation's arrays and the full tree, if they were asked for;
* ``trajectory.json``: the whole in the form of OmniBench C.2 (one subtask) or C.5, written when it has ended.

A line without its newline, or a file ending in ``.part``, is what a killed process left behind: it is passed over, so
that the episode reads up to its last complete step.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from omnigym.a11y import Tree
from omnigym.actions import Action, from_json
from omnigym.errors import ActionError, RecordingError

__all__ = ["META", "STEPS", "TRAJECTORY", "RecordedStep", "Trajectory", "find_trajectories", "read_trajectory"]

META, STEPS, TRAJECTORY = "meta.json", "steps.jsonl", "trajectory.json"


@dataclass(frozen=True, slots=True)
class RecordedStep:
    """One step.

    Attributes:
        entry: The action in the form of C.2, the exact one under ``"action"``.
        reward, terminated, truncated, info: What the step returned.
    """

    entry: Mapping[str, Any]
    reward: float
    terminated: bool
    truncated: bool
    info: Mapping[str, Any]

    @property
    def action(self) -> Action:
        """The action."""
        return from_json(dict(self.entry["action"]))


@dataclass(frozen=True)
class Trajectory:
    """A recorded episode. Observation ``n`` is what was seen before step ``n``; the last one is after the last step.

    Attributes:
        path: Its directory.
        meta: What was known when it began: trajectory_id, task_id, instruction, intent, nodes, edges, size, info...
        steps: The complete steps.
    """

    path: Path
    meta: Mapping[str, Any]
    steps: tuple[RecordedStep, ...] = field(repr=False)

    @property
    def complete(self) -> bool:
        """Whether the episode was recorded to its end."""
        return bool(self.steps) and (self.steps[-1].terminated or self.steps[-1].truncated)

    @property
    def size(self) -> tuple[int, int]:
        """The screen's (width, height) in pixels."""
        width, height = self.meta["size"]
        return width, height

    @cached_property
    def total_reward(self) -> float:
        """The undiscounted return."""
        return float(sum(s.reward for s in self.steps))

    @property
    def info(self) -> Mapping[str, Any]:
        """The last info."""
        last: Mapping[str, Any] = self.steps[-1].info if self.steps else self.meta["info"]
        return last

    def frame(self, n: int) -> NDArray[np.uint8] | None:
        """The screen of observation ``n``, uint8 (H, W, 3), or None where none was recorded."""
        path = self.path / f"obs{n:04d}.png"
        if not path.exists():
            return None
        with Image.open(path) as image:
            return np.array(image.convert("RGB"))

    def tree(self, n: int) -> Tree | None:
        """The tree of observation ``n``, or None where none was recorded."""
        path = self.path / f"tree{n:04d}.json"
        return Tree.from_json(path.read_text("utf-8")) if path.exists() else None

    def observation(self, n: int) -> dict[str, NDArray[Any]]:
        """Observation ``n`` as the environment returned it, all arrays new.

        Raises:
            RecordingError: The arrays were not recorded.
        """
        path = self.path / f"obs{n:04d}.npz"
        if not path.exists():
            raise RecordingError(f"{self.path} holds no arrays. Record with RecordTrajectory(env, ..., arrays=True).")
        with np.load(path) as arrays:
            observation = {str(k): arrays[k] for k in arrays.files}
        if self.meta["frame_is_observed"]:
            frame = self.frame(n)
            if frame is not None:
                observation["screenshot"] = frame
        return {k: observation[k] for k in self.meta["observation_keys"]}

    def to_omnibench(self) -> dict[str, Any]:
        """The trajectory in the form of C.2 if the task is one subtask, else of C.5.

        The suffix of ``trajectory_id`` is the number of the recording: topological orders are not enumerated.
        """
        count = len(self.steps) + 1 if (self.path / "obs0000.png").exists() else 0
        nodes = [n["id"] for n in self.meta["nodes"]]
        body = {
            "instruction": self.meta["instruction"],
            "observations": [f"obs{n:04d}.png" for n in range(count)],
            "actions": [dict(s.entry) for s in self.steps],
        }
        if len(nodes) == 1:
            return {
                "trajectory_id": self.meta["trajectory_id"],
                **body,
                "subtask_id": self.meta["nodes"][0]["subtask"],
            }
        done = [n for s in self.steps for n in s.info["newly_completed"]]
        return {
            "trajectory_id": self.meta["trajectory_id"],
            "task_id": self.meta["task_id"],
            "topological_order": [*done, *(n for n in self.meta["topological_order"] if n not in done)],
            "intent": self.meta["intent"],
            **body,
        }


def read_trajectory(path: str | Path) -> Trajectory:
    """Read the recording in a directory, up to its last complete step.

    Raises:
        RecordingError: The directory holds no recording.
    """
    path = Path(path)
    try:
        meta = json.loads((path / META).read_text("utf-8"))
    except (OSError, ValueError) as e:
        raise RecordingError(f"{path} holds no recording: {e}. Expected a directory with {META} and {STEPS}.") from None
    lines: list[str] = []
    if (path / STEPS).exists():
        lines = (path / STEPS).read_text("utf-8", errors="replace").split("\n")[:-1]
    steps = []
    for line in lines:
        step = _step(line)
        if step is None:
            break
        steps.append(step)
    return Trajectory(path, meta, tuple(steps))


def _step(line: str) -> RecordedStep | None:
    """The step of a line, or None if it is damaged."""
    try:
        data = json.loads(line)
        step = RecordedStep(
            data["entry"], float(data["reward"]), bool(data["terminated"]), bool(data["truncated"]), data["info"]
        )
        _ = step.action
    except (ValueError, KeyError, TypeError, ActionError):
        return None
    return step


def find_trajectories(folder: str | Path) -> list[Path]:
    """The recordings in a directory and below it, by path."""
    return sorted(p.parent for p in Path(folder).rglob(META))
