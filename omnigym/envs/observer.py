"""Reads a device into observations."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from omnigym.a11y import Tree
from omnigym.devices.protocol import Device, Frame, HasAccessibilityTree, HasScaledScreenshot
from omnigym.errors import CapabilityError, DeviceFaultError
from omnigym.evaluation.evaluator import GraphEvaluator
from omnigym.spaces.observation import MAX_NODE_STATUS, ObservationMode
from omnigym.spaces.text import encode_text
from omnigym.spaces.tree import TreeEncoder

__all__ = ["Observation", "Observer", "area_averaged"]

#: Arrays of uint8 and float32, by the keys of `omnigym.spaces.observation.observation_space`.
Observation: TypeAlias = dict[str, NDArray[Any]]


class Observer:
    """Makes the observations of one environment. No array changes while it is held.

    Args:
        mode: What is observed.
        screen: The (width, height) of the device's screen in pixels: every frame of it must have that size.
        screenshot_size: (width, height) of the screenshot in pixels, or None for the screen's own.
        nodes, text_length, instruction_length, node_status: As in `omnigym.spaces.observation_space`.

    Attributes:
        tree: The tree of the last whole observation, if it has been read.
    """

    _device: Device

    def __init__(
        self,
        mode: ObservationMode,
        screen: tuple[int, int],
        screenshot_size: tuple[int, int] | None,
        *,
        nodes: int,
        text_length: int,
        instruction_length: int,
        node_status: bool,
    ) -> None:
        self._pixels, self._a11y = mode != "a11y", mode != "pixels"
        self._screen, self._size = screen, screenshot_size
        self._encoder = TreeEncoder(nodes, text_length)
        self._instruction_length, self._node_status = instruction_length, node_status
        self._instruction = ""
        self._codes = encode_text("", instruction_length)
        self._scaling: HasScaledScreenshot | None = None
        self._described: HasAccessibilityTree | None = None
        self.tree: Tree | None = None

    def attach(self, device: Device) -> None:
        """Read this device from now on.

        Raises:
            CapabilityError: Accessibility is observed and the device has none.
        """
        if self._a11y and not isinstance(device, HasAccessibilityTree):
            raise CapabilityError(
                f"observation='both' and 'a11y' need a device with an accessibility tree, and {device.name!r} has "
                "none. Use observation='pixels'."
            )
        self._device = device
        self._described = device if self._a11y and isinstance(device, HasAccessibilityTree) else None
        scaled = self._size not in (None, self._screen)
        self._scaling = device if scaled and isinstance(device, HasScaledScreenshot) else None

    def begin(self, instruction: str) -> None:
        """A new episode with this instruction."""
        self._instruction = instruction
        self._codes = encode_text(instruction, self._instruction_length)

    def observe(self, evaluator: GraphEvaluator) -> Observation:
        """The observation of this moment: first the screenshot, then the tree that belongs to it.

        Raises:
            DeviceError: The device failed.
        """
        observation: Observation = {}
        if self._pixels:
            observation["screenshot"] = self._screenshot()
        tree: Tree | None = None
        if self._described is not None:
            tree = self._described.tree()
            observation |= self._encoder.encode(tree, self._instruction)
        observation["instruction"] = self._codes.copy()
        if self._node_status:
            observation["node_status"] = _statuses(evaluator)
        self.tree = tree
        return observation

    def screen(self) -> Frame:
        """The whole screen: uint8 (H, W, 3), RGB; it may be read-only.

        Raises:
            DeviceError: The device failed, or its screen has another size than it said.
        """
        return _checked(self._device, self._device.screenshot(), self._screen)

    def _screenshot(self) -> Frame:
        size = self._size
        if size is None or size == self._screen:
            return self.screen()
        if self._scaling is not None:
            return _checked(self._device, self._scaling.scaled_screenshot(size), size)
        return area_averaged(self.screen(), size)


def area_averaged(frame: Frame, size: tuple[int, int]) -> Frame:
    """A frame, uint8 (H, W, 1 or 3), scaled to (width, height) by averaging areas; new."""
    grey = frame.shape[2] == 1
    scaled = np.array(Image.fromarray(frame[:, :, 0] if grey else frame).resize(size, Image.Resampling.BOX))
    return scaled[:, :, None] if grey else scaled


def _checked(device: Device, frame: Frame, size: tuple[int, int]) -> Frame:
    """The frame, if an observation may hold it: a page that resizes its window, say, changes what is captured of it."""
    width, height = size
    if frame.shape != (height, width, 3) or frame.dtype != np.uint8:
        problem = f"expected a frame of uint8 {(height, width, 3)}, got one of {frame.dtype} {frame.shape}."
        raise DeviceFaultError(device.name, "screenshot", problem, "Reset the device.")
    return frame


def _statuses(evaluator: GraphEvaluator) -> NDArray[np.uint8]:
    codes = np.zeros(MAX_NODE_STATUS, np.uint8)
    statuses = evaluator.statuses[:MAX_NODE_STATUS]
    codes[: len(statuses)] = [s + 1 for s in statuses]
    return codes
