"""A recorded episode as an environment and a player: what was seen is seen again, and what was done is done again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from omnigym.a11y import Tree
from omnigym.actions import Action, Done, On
from omnigym.baselines.agent import Env
from omnigym.baselines.thoughts import Rationale, think
from omnigym.envs.observer import Observation
from omnigym.errors import RecordingError
from omnigym.recording.trajectory import Trajectory
from omnigym.spaces.action import action_space
from omnigym.spaces.multi_device import key_on

__all__ = ["RecordedEnv", "RecordedPlayer"]

#: Keys of an info that have a text, "" for nothing, where a recording has null.
_TEXTS: Final = ("invalid_action", "end_reason", "device_error")


class _Device(NamedTuple):
    """The recorded facts of a device."""

    platform: str
    size: tuple[int, int]


class RecordedEnv(gymnasium.Env):
    """The observations of a recording, one after another, whatever is done.

    Args:
        trajectory: The recording.
        screens: Whether screenshots are observed.

    Raises:
        RecordingError: It lacks screens that are observed, or the platforms of its devices.
    """

    def __init__(self, trajectory: Trajectory, *, screens: bool) -> None:
        self._trajectory, self._screens, self._at = trajectory, screens, 0
        self.device_names = tuple(trajectory.devices)
        self.devices: dict[str, _Device] = {}
        seen: dict[str, spaces.Space[Any]] = {}
        for name, known in trajectory.devices.items():
            platform = known.get("platform")
            if not isinstance(platform, str):
                raise RecordingError(f"{trajectory.path} does not say its platform. Record it again with this version.")
            width, height = trajectory.size_of(name)
            self.devices[name] = _Device(platform, (width, height))
            if screens:
                seen[key_on(name, "screenshot")] = spaces.Box(0, 255, (height, width, 3), np.uint8)
        self.observation_space = spaces.Dict(seen)
        self.action_space = action_space()

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin at the first observation."""
        super().reset(seed=seed)
        del options
        self._at = 0
        return self._observation(), _info(self._trajectory.meta["info"], self._trajectory.meta)

    def step(self, action: object) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Go on to the next observation."""
        del action
        step = self._trajectory.steps[self._at]
        self._at += 1
        last = self._at == len(self._trajectory.steps)
        info = _info(step.info, self._trajectory.meta)
        return self._observation(), step.reward, step.terminated, step.truncated or last, info

    def a11y(self, device: str = "") -> Tree:
        """Return the tree of the observation.

        Raises:
            RecordingError: None was recorded.
        """
        return self._trajectory.whole_tree(self._at, device)

    def screenshot(self, device: str = "") -> NDArray[np.uint8]:
        """Return the screen of the observation.

        Raises:
            RecordingError: None was recorded.
        """
        frame = self._trajectory.frame(self._at, device)
        if frame is None:
            raise RecordingError(f"{self._trajectory.path} has no screens. Record it without --no-screens.")
        return frame

    @property
    def trajectory(self) -> Trajectory:
        """The recording."""
        return self._trajectory

    @property
    def at(self) -> int:
        """The number of the observation."""
        return self._at

    def _observation(self) -> Observation:
        if not self._screens:
            return {}
        return {key_on(name, "screenshot"): self.screenshot(name) for name in self.device_names}


def _info(info: Mapping[str, Any], meta: Mapping[str, Any]) -> dict[str, Any]:
    told = {"task_id": meta["task_id"], "instruction": meta["instruction"], "steps": 0, "is_success": False, **info}
    return {**told, **{name: told.get(name) or "" for name in _TEXTS}}


class RecordedPlayer:
    """Does what was done in a recording; an `omnigym.agents.oracle_model.Player`."""

    def __init__(self) -> None:
        self._env: RecordedEnv | None = None

    def reset(self, env: Env, info: Mapping[str, object]) -> None:
        """Begin an episode of a `RecordedEnv`."""
        del info
        base = env.unwrapped
        assert isinstance(base, RecordedEnv), "a recording is played in its own environment"
        self._env = base

    def act(self, observation: object, info: Mapping[str, object]) -> Action | On:
        """Return the action that was done here."""
        del observation, info
        env = self._recorded()
        return env.trajectory.steps[env.at].value if env.at < len(env.trajectory.steps) else Done()

    def rationale(self, action: Action | On | None = None, *, recovering: bool = False) -> Rationale:
        """Return the thought that was recorded, or the one by rule where none was."""
        env = self._recorded()
        steps = env.trajectory.steps
        told = str(steps[env.at].entry.get("thought") or "") if env.at < len(steps) else ""
        action = self.act(None, {}) if action is None else action
        device = action.device if isinstance(action, On) else env.device_names[0]
        nodes = {str(n["id"]): str(n.get("instruction", "")) for n in env.trajectory.meta["nodes"]}
        tree = env.trajectory.tree(env.at, device)
        by_rule = think(nodes, self._node(), action, tree, self._done(), recovering=recovering)
        return Rationale(told, "", "") if told and told != by_rule.text else by_rule

    def _recorded(self) -> RecordedEnv:
        assert self._env is not None, "reset comes first"
        return self._env

    def _parts(self) -> dict[str, list[str]]:
        return {str(n["id"]): list(n.get("parts") or [n["id"]]) for n in self._recorded().trajectory.meta["nodes"]}

    def _completed(self, steps: int) -> set[str]:
        done = {n for s in self._recorded().trajectory.steps[:steps] for n in s.info.get("newly_completed") or ()}
        return {node for node, parts in self._parts().items() if done >= set(parts)}

    def _done(self) -> int:
        return len(self._completed(self._recorded().at))

    def _node(self) -> str:
        """The node that was completed next; "" if none was."""
        env = self._recorded()
        before = self._completed(env.at)
        for n in range(env.at, len(env.trajectory.steps)):
            new = self._completed(n + 1) - before
            if new:
                return min(new)
        return ""
