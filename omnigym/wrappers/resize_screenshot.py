"""Smaller screenshots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from PIL import Image

from omnigym.devices.interval_recorder import area_averaged
from omnigym.devices.protocol import Frame
from omnigym.envs.arguments import size_of
from omnigym.envs.observer import Observation
from omnigym.errors import UnknownNameError
from omnigym.spaces.multi_device import key_on
from omnigym.wrappers.devices import screenshots_of
from omnigym.wrappers.reconstructible import ReconstructibleWrapper

__all__ = ["ResizeScreenshot"]


class ResizeScreenshot(gymnasium.ObservationWrapper, ReconstructibleWrapper):
    """A wrapper that scales ``screenshot`` on every device.

    It is ``screenshot_size`` of the environment where other wrappers have changed the screenshot. The environment's is
    faster on devices that scale themselves, because these scale only what has changed.

    Args:
        env: An environment with screenshots.
        size: The new (width, height) in pixels: of all devices, or a mapping by their names of those of some.
        fit: "stretch" has this size, by averaging areas; "inside" is the largest picture in it of the screen's ratio,
            by bicubic interpolation (OmniBench, D.2.1, without its padding).

    Raises:
        ConfigError: There is no screenshot, or ``size`` is not two positive numbers.
        UnknownNameError: ``size`` names another device.
    """

    def __init__(
        self,
        env: gymnasium.Env,
        size: Sequence[int] | Mapping[str, Sequence[int]],
        fit: Literal["stretch", "inside"] = "stretch",
    ) -> None:
        if fit not in _SCALED:
            raise UnknownNameError("fit of a screenshot", str(fit), _SCALED)
        by_name = isinstance(size, Mapping)
        ReconstructibleWrapper.__init__(self, size=dict(size) if isinstance(size, Mapping) else tuple(size), fit=fit)
        super().__init__(env)
        space, boxes = screenshots_of(env, "ResizeScreenshot")
        names = [device for device in boxes if device] if by_name else []
        for name in size if by_name else ():
            if name not in names:
                raise UnknownNameError("device in size", str(name), names)
        self._scaled = _SCALED[fit]
        self._sizes: dict[str, tuple[int, int]] = {}
        new: dict[str, spaces.Space[Any]] = dict(space.spaces)
        for device, box in boxes.items():
            wanted = size_of("size", size.get(device) if isinstance(size, Mapping) else size)
            if wanted is not None:
                if fit == "inside":
                    scale = min(wanted[0] / box.shape[1], wanted[1] / box.shape[0])
                    wanted = max(round(box.shape[1] * scale), 1), max(round(box.shape[0] * scale), 1)
                key = key_on(device, "screenshot")
                self._sizes[key] = wanted
                new[key] = spaces.Box(0, 255, (wanted[1], wanted[0], *box.shape[2:]), np.uint8)
        self.observation_space = spaces.Dict(new)

    def observation(self, observation: Observation) -> Observation:
        """Return the observation with new, smaller screenshots."""
        return {**observation, **{key: self._scaled(observation[key], size) for key, size in self._sizes.items()}}


def _bicubic(frame: Frame, size: tuple[int, int]) -> Frame:
    grey = frame.shape[2] == 1
    scaled = np.array(Image.fromarray(frame[:, :, 0] if grey else frame).resize(size, Image.Resampling.BICUBIC))
    return scaled[:, :, None] if grey else scaled


_SCALED: Final = {"stretch": area_averaged, "inside": _bicubic}
