"""The base of limiting wrappers: they count their own steps and apply the environment's own rule."""

from __future__ import annotations

from typing import SupportsFloat

import gymnasium
from gymnasium.core import ActType, ObsType

from omnigym.envs.arguments import at_least_one
from omnigym.envs.episode import Limits
from omnigym.envs.observer import InfoDict
from omnigym.envs.snapshots import state_in
from omnigym.wrappers.reconstructible import ReconstructibleWrapper

__all__ = ["Limit"]


class Limit(gymnasium.Wrapper[ObsType, ActType, ObsType, ActType], ReconstructibleWrapper):
    """Truncates as `omnigym.envs.episode.Limits` says, and says why the episode ended.

    Args:
        env: An environment of omnigym.
        steps: The limit, at least 1.

    Raises:
        ConfigError: ``steps`` is not a whole number of at least 1.
    """

    def __init__(self, env: gymnasium.Env[ObsType, ActType], steps: int) -> None:
        ReconstructibleWrapper.__init__(self, steps=steps)
        super().__init__(env)
        self._limits = self.limits(at_least_one("steps", steps))
        self._steps = self._idle = 0

    @staticmethod
    def limits(steps: int) -> Limits:
        """The limits with ``steps`` as the one of this wrapper."""
        raise NotImplementedError

    def reset(self, *, seed: int | None = None, options: dict[str, object] | None = None) -> tuple[ObsType, InfoDict]:
        """Begin an episode and count anew; or go on from a snapshot with its counts."""
        self._steps, self._idle = state_in(options, self) or (0, 0)
        return self.env.reset(seed=seed, options=options)

    def snapshot_state(self) -> tuple[int, int]:
        """Steps, and steps without a completed node: see `omnigym.envs.snapshots`."""
        return self._steps, self._idle

    def step(self, action: ActType) -> tuple[ObsType, SupportsFloat, bool, bool, InfoDict]:
        """Step, and truncate at the limit. Success on the last step stays success."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        self._steps += 1
        self._idle = 0 if info["newly_completed"] else self._idle + 1
        reason = self._limits.end_reason(self._steps, self._idle)
        # The environment's own reason comes first, success above all.
        if reason is not None and not (terminated or truncated):
            truncated = True
            info["end_reason"] = reason
        return observation, reward, terminated, truncated, info
