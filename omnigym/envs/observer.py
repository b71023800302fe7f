"""Reads a device into its part of an observation."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from omnigym.a11y import Tree
from omnigym.devices.protocol import Device, Frame, HasAccessibilityTree, HasScaledScreenshot, HasVersions
from omnigym.errors import CapabilityError, DeviceFaultError
from omnigym.spaces.observation import ObservationMode
from omnigym.spaces.tree import TreeEncoder

__all__ = ["Observation", "Observer", "area_averaged", "tree_of"]

#: Arrays of uint8 and float32, by the keys of `omnigym.spaces.observation.observation_space`.
Observation: TypeAlias = dict[str, NDArray[Any]]


class Observer:
    """Observes one device of an environment. No array changes while it is held.

    Args:
        prefix: What the keys of its arrays begin with: "" of the only device, else its name and an underscore.
        mode: What is observed.
        screen: The (width, height) of the device's screen in pixels: every frame of it must have that size.
        screenshot_size: (width, height) of the screenshot in pixels, or None for the screen's own.
        nodes, text_length: As in `omnigym.spaces.observation_space`.
        writable: Whether screenshots may be written to, for which those that the device lends are copied.

    Attributes:
        tree: The tree of the last whole observation, if it has been read.
    """

    _device: Device

    def __init__(
        self,
        prefix: str,
        mode: ObservationMode,
        screen: tuple[int, int],
        screenshot_size: tuple[int, int] | None,
        *,
        nodes: int,
        text_length: int,
        writable: bool = False,
    ) -> None:
        self._pixels, self._a11y = mode != "a11y", mode != "pixels"
        self._screen, self._size = screen, screenshot_size
        self._prefix, self._screenshot_key = prefix, f"{prefix}screenshot"
        self._encoder = TreeEncoder(nodes, text_length)
        self._writable = writable
        self._instruction = ""
        self._versions: HasVersions | None = None
        #: The version of the tree of which the last arrays are.
        self._seen: Hashable = None
        self._last: Observation = {}
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
        self._device, self._seen = device, None
        self._versions = device if self._prefix and isinstance(device, HasVersions) else None
        self._described = device if self._a11y and isinstance(device, HasAccessibilityTree) else None
        scaled = self._size not in (None, self._screen)
        self._scaling = device if scaled and isinstance(device, HasScaledScreenshot) else None

    def begin(self, instruction: str) -> None:
        """A new episode with this instruction."""
        self._instruction, self._seen = instruction, None

    def add_to(self, observation: Observation) -> None:
        """Put what is seen now into an observation: first the screenshot, then the tree that belongs to it.

        Of one device among several, which mostly stands by, a tree that did not change is not encoded again. The
        screenshot is asked for: no two observations may share memory, and a device that knows what changed lends
        another frame at the price of the difference.

        Raises:
            DeviceError: The device failed.
        """
        if self._pixels:
            shot = self._screenshot()
            observation[self._screenshot_key] = shot.copy() if self._writable and not shot.flags.writeable else shot
        if self._described is None:
            self.tree = None
            return
        if self._versions is None:
            observation |= self._encoded(self._described)
            return
        version = self._versions.version("tree")
        if version != self._seen or self.tree is None:
            self._last, self._seen = self._encoded(self._described), version
        observation |= {key: array.copy() for key, array in self._last.items()}

    def _encoded(self, device: HasAccessibilityTree) -> Observation:
        """The arrays of the device's tree."""
        tree = self.tree = device.tree()
        arrays = self._encoder.encode(tree, self._instruction)
        prefix = self._prefix
        return {prefix + key: array for key, array in arrays.items()} if prefix else arrays

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


def tree_of(device: Device) -> Tree:
    """The accessibility tree of a device.

    Raises:
        CapabilityError: It has none.
    """
    if not isinstance(device, HasAccessibilityTree):
        raise CapabilityError(f"The device {device.name!r} has no accessibility tree.")
    return device.tree()


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
