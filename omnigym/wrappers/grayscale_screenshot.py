"""Grey screenshots."""

from __future__ import annotations

import gymnasium
import numpy as np
from gymnasium import spaces
from PIL import Image

from omnigym.envs.observer import Observation
from omnigym.spaces.multi_device import key_on
from omnigym.wrappers.devices import screenshots_of
from omnigym.wrappers.reconstructible import ReconstructibleWrapper

__all__ = ["GrayscaleScreenshot"]


class GrayscaleScreenshot(gymnasium.ObservationWrapper, ReconstructibleWrapper):
    """A wrapper that makes ``screenshot`` uint8 (H, W, 1), the luma (299 R + 587 G + 114 B) / 1000 of ITU-R 601-2.

    Args:
        env: An environment with screenshots.

    Raises:
        ConfigError: There is no screenshot.
    """

    def __init__(self, env: gymnasium.Env) -> None:
        ReconstructibleWrapper.__init__(self)
        super().__init__(env)
        space, boxes = screenshots_of(env, "GrayscaleScreenshot")
        grey = {key_on(n, "screenshot"): spaces.Box(0, 255, (*b.shape[:2], 1), np.uint8) for n, b in boxes.items()}
        self._keys = tuple(grey)
        self.observation_space = spaces.Dict({**space.spaces, **grey})

    def observation(self, observation: Observation) -> Observation:
        """Return the observation with new, grey screenshots."""
        grey = {key: np.array(Image.fromarray(observation[key]).convert("L"))[:, :, None] for key in self._keys}
        return {**observation, **grey}
