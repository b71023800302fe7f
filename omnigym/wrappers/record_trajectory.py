"""Recording episodes on disk."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, SupportsFloat, get_args

import gymnasium
import numpy as np
from numpy.typing import NDArray

from omnigym.a11y import Tree
from omnigym.actions import Action
from omnigym.codecs.omnibench import encode_omnibench
from omnigym.devices.protocol import HasAccessibilityTree
from omnigym.envs.env import OmniEnv
from omnigym.envs.observer import Observation
from omnigym.errors import ActionError, ConfigError, DeviceError, RecordingError
from omnigym.recording.writer import TrajectoryWriter, new_directory
from omnigym.spaces.action import ActionFields, decode_action
from omnigym.wrappers._fresh import Fresh

__all__ = ["RecordTrajectory"]

_ACTIONS = get_args(Action)


class RecordTrajectory(gymnasium.Wrapper, Fresh):
    """Writes each episode into a directory of its own, in the form of OmniBench C.2 and C.5, step by step.

    ``folder/000000-TASK/trajectory.json`` refers to the screenshots beside it; `omnigym.recording.read_trajectory`
    reads it back, also when the process was killed in mid-episode. Put it directly around the environment, inside
    wrappers that change actions: ``ElementActions(RecordTrajectory(env, "runs"))``.

    Args:
        env: An environment of omnigym whose actions are not changed by another wrapper.
        folder: The directory for the episodes; their numbers continue after those that exist.
        screenshots: Whether the full screen is recorded; this takes a screenshot if it is not observed anyway.
        trees: Whether the full accessibility tree is recorded.
        arrays: Whether the observation's arrays are recorded, which the export to Minari needs.

    Raises:
        ConfigError: The environment is none of omnigym's.
    """

    def __init__(
        self,
        env: gymnasium.Env,
        folder: str | Path,
        screenshots: bool = True,
        trees: bool = False,
        arrays: bool = False,
    ) -> None:
        Fresh.__init__(self, folder=str(folder), screenshots=screenshots, trees=trees, arrays=arrays)
        super().__init__(env)
        base = env.unwrapped
        if not isinstance(base, OmniEnv):
            raise ConfigError(f"RecordTrajectory needs an environment of omnigym, got {type(base).__name__}.")
        self._base = base
        self.folder = Path(folder)
        self._screenshots, self._trees, self._arrays = screenshots, trees, arrays
        self._episode = sum(1 for _ in self.folder.glob("[0-9]*")) if self.folder.exists() else 0
        self._writer: TrajectoryWriter | None = None
        self._path: Path | None = None
        self._size = (0, 0)
        self._before: Tree | None = None
        self._thought = self._description = ""

    @property
    def path(self) -> Path | None:
        """The directory of the last episode that was begun."""
        return self._path

    def note(self, thought: str = "", description: str = "") -> None:
        """Set the texts that are written with the next action (the ``thought`` and ``description`` of C.2)."""
        self._thought, self._description = thought, description

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode and its recording.

        Raises:
            RecordingError: The directory cannot be written.
        """
        self._writer = None
        observation, info = self.env.reset(seed=seed, options=options)
        task = self._base.task
        path, self._episode = new_directory(self.folder, task.id, self._episode)
        self._path = path
        self._size = self._base.device.size
        self._frame_is_observed = self._is_full(observation)
        meta = {
            "trajectory_id": f"{task.id} ({self._episode})",
            "task_id": task.id,
            "instruction": task.instruction,
            "intent": task.intent,
            "nodes": [
                {
                    "id": n.id,
                    "subtask": n.subtask,
                    "app": task.bound[n.id].subtask.app,
                    "parameters": dict(n.parameters),
                }
                | ({"parts": [p.id for p in task.bound[n.id].parts]} if task.bound[n.id].subtask.parts else {})
                for n in task.nodes
            ],
            "edges": [list(e) for e in task.edges],
            "topological_order": [task.dag.ids[i] for i in task.dag.order],
            "device": self._base.device.name,
            "size": list(self._size),
            "seed": seed,
            "frame_is_observed": self._frame_is_observed,
            "observation_keys": list(observation),
            "info": info,
        }
        writer = TrajectoryWriter(path, meta)
        self._episode += 1
        self._record(writer, observation, broken=False)
        self._writer = writer
        return observation, info

    def step(self, action: ActionFields | Action) -> tuple[Observation, SupportsFloat, bool, bool, dict[str, Any]]:
        """Step and record it.

        Raises:
            RecordingError: It cannot be written, such as on a full disk; what was recorded before is intact.
            ActionError: The action is outside the environment's own space.
        """
        writer = self._writer
        if writer is None:
            raise RecordingError("There is no recording to go on with. Call reset() first.")
        if not isinstance(action, (*_ACTIONS, Mapping)):
            raise ActionError(
                f"RecordTrajectory got {action!r}, which is no action of the environment's own space. "
                "Put wrappers that change actions around it, not inside."
            )
        act: Action = decode_action(action) if isinstance(action, Mapping) else action
        entry = encode_omnibench(act, self._size, self._before, thought=self._thought, description=self._description)
        self._thought = self._description = ""
        observation, reward, terminated, truncated, info = self.env.step(action)
        if truncated and info["end_reason"] is None:  # an outer limit, such as Gymnasium's TimeLimit
            info["end_reason"] = "reach_step_limit"
        self._writer = None  # if writing fails, the recording cannot be continued
        self._record(writer, observation, broken=info["device_error"] is not None)
        writer.step(entry, float(reward), terminated, truncated, info)
        if terminated or truncated:
            writer.finish()
        self._writer = writer
        return observation, reward, terminated, truncated, info

    def _is_full(self, observation: Observation) -> bool:
        frame = observation.get("screenshot")
        return frame is not None and (frame.shape[1], frame.shape[0]) == self._size

    def _record(self, writer: TrajectoryWriter, observation: Observation, *, broken: bool) -> None:
        frame: NDArray[np.uint8] | None = None
        if self._screenshots:
            frame = observation["screenshot"] if self._frame_is_observed else None if broken else self._screenshot()
        arrays = None
        if self._arrays:
            skip = "screenshot" if frame is not None and self._frame_is_observed else ""
            arrays = {k: v for k, v in observation.items() if k != skip}
        # The tree before the next action, by which `encode_omnibench` names the control that is acted on.
        self._before = None if broken else self._tree()
        writer.observation(frame, arrays, self._before if self._trees else None)

    def _screenshot(self) -> NDArray[np.uint8] | None:
        """The full screen, or None if the device fails: the next step will say so."""
        try:
            return self._base.screenshot()
        except DeviceError:
            return None

    def _tree(self) -> Tree | None:
        if not isinstance(self._base.device, HasAccessibilityTree):
            return None
        try:
            return self._base.a11y()
        except DeviceError:
            return None
