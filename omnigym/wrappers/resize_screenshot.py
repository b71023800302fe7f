"""Smaller screenshots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from omnigym.devices.interval_recorder import area_averaged
from omnigym.envs.arguments import size_of
from omnigym.envs.observer import Observation
from omnigym.errors import UnknownNameError
from omnigym.spaces.multi_device import key_on
from omnigym.wrappers.devices import screenshots_of
from omnigym.wrappers.reconstructible import ReconstructibleWrapper

__all__ = ["ResizeScreenshot"]


class ResizeScreenshot(gymnasium.ObservationWrapper, ReconstructibleWrapper):
    """A wrapper that scales ``screenshot`` by averaging areas, on every device.

    It is ``screenshot_size`` of the environment where other wrappers have changed the screenshot. The environment's is
    faster on devices that scale themselves, because these scale only what has changed.

    Args:
        env: An environment with screenshots.
        size: The new (width, height) in pixels: of all devices, or a mapping by their names of those of some.

    Raises:
        ConfigError: There is no screenshot, or ``size`` is not two positive numbers.
        UnknownNameError: ``size`` names another device.
    """

    def __init__(self, env: gymnasium.Env, size: Sequence[int] | Mapping[str, Sequence[int]]) -> None:
        by_name = isinstance(size, Mapping)
        ReconstructibleWrapper.__init__(self, size=dict(size) if isinstance(size, Mapping) else tuple(size))
        super().__init__(env)
        space, boxes = screenshots_of(env, "ResizeScreenshot")
        names = [device for device in boxes if device] if by_name else []
        for name in size if by_name else ():
            if name not in names:
                raise UnknownNameError("device in size", str(name), names)
        self._sizes: dict[str, tuple[int, int]] = {}
        new: dict[str, spaces.Space[Any]] = dict(space.spaces)
        for device, box in boxes.items():
            wanted = size_of("size", size.get(device) if isinstance(size, Mapping) else size)
            if wanted is not None:
                key = key_on(device, "screenshot")
                self._sizes[key] = wanted
                new[key] = spaces.Box(0, 255, (wanted[1], wanted[0], *box.shape[2:]), np.uint8)
        self.observation_space = spaces.Dict(new)

    def observation(self, observation: Observation) -> Observation:
        """Return the observation with new, smaller screenshots."""
        return {**observation, **{key: area_averaged(observation[key], size) for key, size in self._sizes.items()}}
