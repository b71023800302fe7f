"""Recording episodes on disk."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn, SupportsFloat, get_args

import gymnasium
import numpy as np
from numpy.typing import NDArray

from omnigym.a11y import Tree
from omnigym.actions import Action, On
from omnigym.codecs.omnibench import encode_omnibench
from omnigym.devices.app_names import title_of
from omnigym.devices.protocol import MAX_AUDIO_S
from omnigym.envs.episode import with_nothing
from omnigym.envs.observer import InfoDict, Observation, OfTasks
from omnigym.errors import ActionError, CapabilityError, ConfigError, DeviceError, RecordingError
from omnigym.recording.writer import Sight, TrajectoryWriter, new_directory
from omnigym.spaces.action import ActionFields, decode_action
from omnigym.spaces.multi_device import ROOT, action_and_device, decode_on, key_on
from omnigym.tasks.secrets import NO_MASK, mask_of
from omnigym.tasks.task import Task
from omnigym.wrappers.devices import audio_on, frame_on, tree_on
from omnigym.wrappers.reconstructible import ReconstructibleWrapper

__all__ = ["RecordTrajectory"]

_ACTIONS = (*get_args(Action), On)


class RecordTrajectory(gymnasium.Wrapper, ReconstructibleWrapper):
    """A wrapper that writes each episode into its own directory, in the form of OmniBench C.2 and C.5, step by step.

    ``folder/000000-TASK/trajectory.json`` refers to the screenshots beside it; `omnigym.recording.read_trajectory`
    reads it back, also when the process was killed in mid-episode. Put it directly around the environment, inside
    wrappers that change actions: ``ElementActions(RecordTrajectory(env, "runs"))``.

    Where sound or video is observed, it is kept as a .wav or .mp4 file for each observation: up to a minute of sound.

    Of several devices in one episode (`omnigym.envs.MultiDeviceEnv`) every one's screen and tree is recorded, but not
    again where it looks as before, and of each action on which it was done.

    Args:
        env: An environment of omnigym whose actions are not changed by another wrapper, of this process or a server.
        folder: The directory for the episodes; their numbers continue after those that exist.
        screenshots: Whether the full screen is recorded; this takes a screenshot if it is not observed anyway.
        trees: Whether the full accessibility tree is recorded.
        arrays: Whether the observation's arrays are recorded, which the export to Minari needs.

    Attributes:
        number: Of the next episode's directory.
        mask: Puts dots in place of the secrets of the episode's task.

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
        ReconstructibleWrapper.__init__(self, folder=str(folder), screenshots=screenshots, trees=trees, arrays=arrays)
        super().__init__(env)
        base = env.unwrapped
        if not isinstance(base, OfTasks):
            raise ConfigError(f"RecordTrajectory needs an environment of omnigym, got {type(base).__name__}.")
        self._base: Any = base  # what follows asks of each device by its name, of which one device has none
        self._names = base.device_names
        self.folder = Path(folder)
        self._screenshots, self._trees, self._arrays = screenshots, trees, arrays
        self.number = sum(1 for _ in self.folder.glob("[0-9]*")) if self.folder.exists() else 0
        self.mask = NO_MASK
        self._writer: TrajectoryWriter | None = None
        self._path: Path | None = None
        self._sizes: dict[str, tuple[int, int]] = {}
        self._before: dict[str, Tree | None] = {}
        self._thought = self._description = ""

    @property
    def path(self) -> Path | None:
        """The directory of the last episode that began."""
        return self._path

    def note(self, thought: str = "", description: str = "") -> None:
        """Set the texts that are written with the next action (the ``thought`` and ``description`` of C.2)."""
        self._thought, self._description = thought, description

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Observation, InfoDict]:
        """Begin an episode and its recording.

        Raises:
            RecordingError: The directory cannot be written.
            ConfigError: The episode is to go on from a snapshot.
        """
        if "snapshot" in (options or {}):
            self.snapshot_state()
        self._writer = None
        observation, info = self.env.reset(seed=seed, options=options)
        task = self._base.task
        path, self.number = new_directory(self.folder, task.id, self.number)
        self._path = path
        self._sizes = {name: device.size for name, device in self._base.devices.items()}
        self._observed = {name for name in self._names if self._is_full(observation, name)}
        meta = {
            "trajectory_id": f"{task.id} ({self.number})",
            "task_id": task.id,
            "instruction": task.instruction,
            "intent": task.intent,
            "nodes": self._nodes(task),
            "edges": [list(e) for e in task.edges],
            "expanded_edges": [list(e) for e in task.expanded_dag.edges],
            "topological_order": [task.dag.ids[i] for i in task.dag.order],
            **self._about_devices(),
            "seed": seed,
            "observation_keys": sorted(observation),
            "info": with_nothing(info),
        }
        self.mask = mask_of(task.secrets)
        writer = TrajectoryWriter(path, meta, self.mask)
        self.number += 1
        self._record(writer, observation, info)
        self._writer = writer
        return observation, info

    def _nodes(self, task: Task) -> list[dict[str, object]]:
        """The metadata of the task's nodes."""
        devices = self._base.devices
        nodes: list[dict[str, object]] = []
        for n in task.nodes:
            subtask = task.bound[n.id].subtask
            node: dict[str, object] = {
                "id": n.id,
                "subtask": n.subtask,
                "app": subtask.app,
                "app_title": title_of(devices[n.device], subtask.app),
                "instruction": task.bound[n.id].instruction,
                "parameters": dict(n.parameters),
            }
            parts = {"parts": [p.id for p in task.bound[n.id].parts]} if subtask.parts else {}
            nodes.append(node | parts | ({"device": n.device} if n.device else {}))
        return nodes

    def _about_devices(self) -> dict[str, object]:
        """The metadata of the only device, or under ``devices`` of each."""
        about: dict[str, dict[str, object]] = {
            name: {
                "device": device.name,
                "platform": device.platform,
                "size": list(device.size),
                "frame_is_observed": name in self._observed,
            }
            for name, device in self._base.devices.items()
        }
        return about.get("") or {"devices": about}

    def snapshot_state(self) -> NoReturn:
        """Return None, see `omnigym.envs.snapshots`: the recording has all actions from the beginning.

        Raises:
            ConfigError: Always.
        """
        raise ConfigError(
            "RecordTrajectory records episodes from their beginning, and a snapshot is in the middle of one. Take and "
            "restore snapshots without it, and do once more what is to be recorded in an environment with it."
        )

    def step(self, action: ActionFields | Action | On) -> tuple[Observation, SupportsFloat, bool, bool, InfoDict]:
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
        act, device = self._placed(action)
        seen = self._sizes[device], self._before[device]
        entry = encode_omnibench(act, *seen, thought=self._thought, description=self._description)
        if device and type(act) not in ROOT:
            entry["device"] = device
        self._thought = self._description = ""
        observation, reward, terminated, truncated, info = self.env.step(action)
        if truncated and not info["end_reason"]:  # an outer limit, such as Gymnasium's TimeLimit
            info["end_reason"] = "reach_step_limit"
        self._writer = None  # if writing fails, the recording cannot be continued
        self._record(writer, observation, info)
        writer.step(entry, float(reward), terminated, truncated, with_nothing(info))
        if terminated or truncated:
            writer.finish()
        self._writer = writer
        return observation, reward, terminated, truncated, info

    def _placed(self, action: ActionFields | Action | On) -> tuple[Action, str]:
        """The action and its device; for an action of none, such as an invalid one, any name.

        Raises:
            ActionError: The action is outside the environment's own space.
        """
        if "" not in self._names:
            value = decode_on(action, self._names) if isinstance(action, Mapping) else action
            return action_and_device(value, self._names)
        if isinstance(action, On):
            raise ActionError(f"There is one device, which has no name, got {action!r}. Do its action: {action.action}")
        return decode_action(action) if isinstance(action, Mapping) else action, ""

    def _is_full(self, observation: Observation, device: str) -> bool:
        frame = observation.get(key_on(device, "screenshot"))
        return frame is not None and (frame.shape[1], frame.shape[0]) == self._sizes[device]

    def _record(self, writer: TrajectoryWriter, observation: Observation, info: Mapping[str, object]) -> None:
        broken = bool(info["device_error"])
        seen: dict[str, Sight] = {}
        for device in self._names:
            frame: NDArray[np.uint8] | None = None
            if self._screenshots and device in self._observed:
                frame = observation[key_on(device, "screenshot")]
            elif self._screenshots and not broken:
                frame = self._screenshot(device)
            # The tree before the next action, by which `encode_omnibench` names the control that is acted on.
            self._before[device] = None if broken else self._tree(device)
            tree = self._before[device] if self._trees else None
            seen[device] = Sight(frame, tree, *(() if broken else self._interval(observation, device)))
        arrays = None
        if self._arrays:
            kept = {key_on(name, "screenshot") for name in self._observed} if self._screenshots else set()
            arrays = {k: v for k, v in sorted(observation.items()) if k not in kept}
        writer.observations(seen, arrays)

    def _screenshot(self, device: str) -> NDArray[np.uint8] | None:
        """The full screen, or None if the device fails: the next step will say so."""
        try:
            return frame_on(self._base, device)
        except DeviceError:
            return None

    def _interval(
        self, observation: Observation, device: str
    ) -> tuple[NDArray[np.int16] | None, tuple[NDArray[np.uint8], NDArray[np.float32]] | None]:
        """The sound since the observation before, and the frames of it that are observed; None for either."""
        sound, film = None, None
        if key_on(device, "audio") in observation:
            with suppress(DeviceError):  # the next step will say so
                sound = audio_on(self._base, device, MAX_AUDIO_S)
        if key_on(device, "video") in observation:
            film = observation[key_on(device, "video")], observation[key_on(device, "video_time")]
        return sound, film

    def _tree(self, device: str) -> Tree | None:
        try:
            return tree_on(self._base, device)
        except (DeviceError, CapabilityError):  # the latter of a device that has none
            return None
