"""Grey screenshots."""

from __future__ import annotations

import gymnasium
import numpy as np
from gymnasium import spaces
from PIL import Image

from omnigym.envs.observer import Observation
from omnigym.wrappers._fresh import Fresh
from omnigym.wrappers.resize_screenshot import screenshot_space

__all__ = ["GrayscaleScreenshot"]


class GrayscaleScreenshot(gymnasium.ObservationWrapper, Fresh):
    """Makes ``screenshot`` uint8 (H, W, 1), the luma of ITU-R 601-2: (299 R + 587 G + 114 B) / 1000.

    Args:
        env: An environment with screenshots.

    Raises:
        ConfigError: There is no screenshot.
    """

    def __init__(self, env: gymnasium.Env) -> None:
        Fresh.__init__(self)
        super().__init__(env)
        space, box = screenshot_space(env, "GrayscaleScreenshot")
        grey = spaces.Box(0, 255, (*box.shape[:2], 1), np.uint8)
        self.observation_space = spaces.Dict({**space.spaces, "screenshot": grey})

    def observation(self, observation: Observation) -> Observation:
        """The observation with a new, grey screenshot."""
        grey = np.array(Image.fromarray(observation["screenshot"]).convert("L"))
        return {**observation, "screenshot": grey[:, :, None]}
