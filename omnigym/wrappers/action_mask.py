"""A wrapper that adds the mask of possible actions to the observation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import SupportsFloat

import gymnasium
import numpy as np
from gymnasium import spaces

from omnigym.envs.observer import InfoDict, Observation
from omnigym.errors import ConfigError
from omnigym.wrappers.reconstructible import ReconstructibleWrapper

__all__ = ["ActionMask"]


class ActionMask(gymnasium.Wrapper, ReconstructibleWrapper):
    """A wrapper that adds ``action_mask`` to the observation: int8 (n,), 1 for an action that is possible now.

    So it goes through replay buffers and to policies that look for it there, such as RLlib's and those of TorchRL's
    ``ActionMask``; ``action_space.sample(observation["action_mask"])`` draws a possible action.

    Args:
        env: An environment with a Discrete action space and ``action_masks()``, such as `ElementActions`, and
            observations in a Dict.

    Raises:
        ConfigError: It has no such mask, or other spaces.
    """

    def __init__(self, env: gymnasium.Env) -> None:
        ReconstructibleWrapper.__init__(self)
        super().__init__(env)
        observed, chosen = env.observation_space, env.action_space
        if not env.has_wrapper_attr("action_masks") or not isinstance(chosen, spaces.Discrete):
            raise ConfigError("ActionMask needs an environment with action_masks(). Wrap it in ElementActions first.")
        if not isinstance(observed, spaces.Dict):
            raise ConfigError(f"ActionMask needs observations in a Dict, got {observed}.")
        self.observation_space = spaces.Dict({**observed.spaces, "action_mask": spaces.MultiBinary(int(chosen.n))})

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Observation, InfoDict]:
        """Begin an episode."""
        observation, info = self.env.reset(seed=seed, options=options)
        return self._observed(observation, info), info

    def step(self, action: object) -> tuple[Observation, SupportsFloat, bool, bool, InfoDict]:
        """Do an action of the wrapped environment."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        return self._observed(observation, info), reward, terminated, truncated, info

    def snapshot_state(self) -> None:
        """Return no state: the mask follows from the screen. See `omnigym.envs.snapshots`."""

    def _observed(self, observation: Observation, info: Mapping[str, object]) -> Observation:
        mask = info["action_mask"] if "action_mask" in info else self.get_wrapper_attr("action_masks")()
        return {**observation, "action_mask": np.asarray(mask, np.int8)}
