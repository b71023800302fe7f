"""Smaller screenshots."""

from __future__ import annotations

from collections.abc import Sequence

import gymnasium
import numpy as np
from gymnasium import spaces

from omnigym.envs.arguments import size_of
from omnigym.envs.observer import Observation, area_averaged
from omnigym.errors import ConfigError
from omnigym.wrappers._fresh import Fresh

__all__ = ["ResizeScreenshot", "screenshot_space"]


def screenshot_space(env: gymnasium.Env, wrapper: str) -> tuple[spaces.Dict, spaces.Box]:
    """The observation space, and the screenshot's in it.

    Raises:
        ConfigError: No screenshot is observed.
    """
    space = env.observation_space
    box = space.spaces.get("screenshot") if isinstance(space, spaces.Dict) else None
    if not isinstance(space, spaces.Dict) or not isinstance(box, spaces.Box):
        raise ConfigError(f"{wrapper} needs a screenshot in the observation: observation='both' or 'pixels'.")
    return space, box


class ResizeScreenshot(gymnasium.ObservationWrapper, Fresh):
    """Scales ``screenshot`` by averaging areas.

    It is ``screenshot_size`` of the environment where other wrappers have changed the screenshot. The environment's is
    faster on devices that scale themselves, because these scale only what has changed.

    Args:
        env: An environment with screenshots.
        size: The new (width, height) in pixels.

    Raises:
        ConfigError: There is no screenshot, or ``size`` is not two positive numbers.
    """

    def __init__(self, env: gymnasium.Env, size: Sequence[int]) -> None:
        Fresh.__init__(self, size=tuple(size))
        super().__init__(env)
        space, box = screenshot_space(env, "ResizeScreenshot")
        self._size = size_of("size", size) or (0, 0)
        shape = (self._size[1], self._size[0], *box.shape[2:])
        self.observation_space = spaces.Dict({**space.spaces, "screenshot": spaces.Box(0, 255, shape, np.uint8)})

    def observation(self, observation: Observation) -> Observation:
        """The observation with a new, smaller screenshot."""
        return {**observation, "screenshot": area_averaged(observation["screenshot"], self._size)}
