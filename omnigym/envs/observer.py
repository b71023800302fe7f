"""Observers of a device and of the task: each puts its arrays into an observation."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, runtime_checkable

import gymnasium
import numpy as np
from numpy.typing import NDArray

from omnigym.a11y import Tree
from omnigym.actions import Action, Point, pixel
from omnigym.devices.arrow import arrow_at, draw_pointer, place_of
from omnigym.devices.interval_recorder import area_averaged
from omnigym.devices.protocol import (
    Device,
    Frame,
    HasAccessibilityTree,
    HasPointer,
    HasScaledScreenshot,
    HasVersions,
    Pointer,
)
from omnigym.envs.interval import IntervalObserver
from omnigym.errors import CapabilityError, ConfigError, DeviceFaultError
from omnigym.sounds.spoken import say
from omnigym.spaces.observation import MAX_NODE_STATUS, ObservationMode
from omnigym.spaces.text import encode_text
from omnigym.spaces.tree import TreeEncoder
from omnigym.tasks.secrets import NO_MASK, Mask

if TYPE_CHECKING:
    from omnigym.evaluation.evaluator import GraphEvaluator

__all__ = ["Array", "Env", "InfoDict", "Observation", "Observer", "OfTasks", "TaskObservation", "tree_of"]

Array: TypeAlias = NDArray[Any]
#: Arrays of uint8 and float32, by the keys of `omnigym.spaces.observation.observation_space`.
Observation: TypeAlias = dict[str, Array]
#: An environment with any wrappers around it.
Env: TypeAlias = gymnasium.Env[Any, Any]
#: The info that ``reset`` and ``step`` return: `omnigym.envs.episode.Info`, and what wrappers add.
InfoDict: TypeAlias = dict[str, Any]


@runtime_checkable
class OfTasks(Protocol):
    """An environment of omnigym, or an environment of a server."""

    device_names: tuple[str, ...]

    def node_weights(self) -> dict[str, float]:
        """The weight of each node of this episode's task."""
        ...

    def a11y(self, *device: str) -> Tree:
        """The accessibility tree of a device at this step."""
        ...


#: Where the pointer is before the first action: X servers put it there.
_MIDDLE: Point = (0.5, 0.5)
#: The platforms on which there is a finger in place of a pointer.
_TOUCHED = frozenset({"android"})


class Observer:
    """An observer of one device of an environment. No array changes while it is held.

    Args:
        prefix: The prefix of its arrays' keys: "" of the only device, else its name and an underscore.
        mode: The observation mode.
        screen: The (width, height) of the device's screen in pixels: every frame of it must have that size.
        screenshot_size: (width, height) of the screenshot in pixels, or None for the screen's own.
        nodes, text_length: As in `omnigym.spaces.observation_space`.
        writable: Whether screenshots may be written to, for which those that the device lends are copied.
        cursor: Whether the pointer is drawn onto copies of the screenshots.
        interval: Observes sound and video; None where neither is observed.

    Attributes:
        interval: As given.
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
        cursor: bool = False,
        interval: IntervalObserver | None = None,
    ) -> None:
        self.interval = interval
        self._pixels, self._a11y = mode != "a11y", mode != "pixels"
        self._screen, self._size = screen, screenshot_size
        self._prefix, self._screenshot_key = prefix, f"{prefix}screenshot"
        self._encoder = TreeEncoder(nodes, text_length)
        self._writable, self._cursor = writable, cursor
        #: Where the last action left the pointer of a device that does not say where it is.
        self._place: Point = _MIDDLE
        self._instruction, self._mask = "", NO_MASK
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
        if self.interval is not None:
            self.interval.attach(device)
        self._device, self._seen = device, None
        self._pointing = device if isinstance(device, HasPointer) else None
        self._versions = device if self._prefix and isinstance(device, HasVersions) else None
        self._described = device if self._a11y and isinstance(device, HasAccessibilityTree) else None
        # The pointer is drawn before the scaling, so that it is as large as what it points at.
        scaled = self._size not in (None, self._screen) and not self._cursor
        self._scaling = device if scaled and isinstance(device, HasScaledScreenshot) else None

    def begin(self, instruction: str, mask: Mask = NO_MASK) -> None:
        """Begin an episode with this instruction, and mask the trees in this way."""
        self._instruction, self._mask, self._seen, self._place = instruction, mask, None, _MIDDLE

    def note_action(self, action: Action) -> None:
        """Note that the device has done an action."""
        self._place = place_of(action) or self._place

    def read_tree(self, device: Device) -> Tree:
        """Return the device's tree as the agent may see it.

        Raises:
            CapabilityError: It has none.
            DeviceError: The device failed.
        """
        return self._mask.tree(tree_of(device))

    def add_to(self, observation: Observation) -> None:
        """Put the current view into an observation: first the screenshot, then its tree.

        With several devices an unchanged tree is not encoded again. The
        screenshot is asked for: no two observations may share memory, and a device that knows what changed lends
        another frame at the price of the difference.

        Raises:
            DeviceError: The device failed.
        """
        if self._pixels:
            shot = self._screenshot()
            observation[self._screenshot_key] = shot.copy() if self._writable and not shot.flags.writeable else shot
        if self.interval is not None:
            self.interval.add_to(observation)
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
        tree = self.tree = self._mask.tree(device.tree())
        arrays = self._encoder.encode(tree, self._instruction)
        prefix = self._prefix
        return {prefix + key: array for key, array in arrays.items()} if prefix else arrays

    def screen(self) -> Frame:
        """Return the whole screen: uint8 (H, W, 3), RGB, with the pointer if it is shown; it may be read-only.

        Raises:
            DeviceError: The device failed, or its screen has another size than it said.
        """
        frame = _checked(self._device, self._device.screenshot(), self._screen)
        pointer = self._pointer() if self._cursor else None
        return frame if pointer is None else draw_pointer(frame, pointer)

    def _pointer(self) -> Pointer | None:
        """The pointer of the moment of the last screenshot; None where there is a finger in its place."""
        if self._pointing is not None:
            return self._pointing.pointer()
        if self._device.platform in _TOUCHED:
            return None
        return arrow_at(pixel(self._place, self._screen))

    def _screenshot(self) -> Frame:
        size = self._size
        if size is None or size == self._screen:
            return self.screen()
        if self._scaling is not None:
            return _checked(self._device, self._scaling.scaled_screenshot(size), size)
        return area_averaged(self.screen(), size)


class TaskObservation:
    """An observer of the task for all devices: its instruction and, on request, its progress.

    Args:
        instruction_length: The characters of the instruction that are observed.
        node_status: Whether the progress of the task's nodes is observed.
        spoken_samples: The most samples of an instruction that is spoken; 0 for one in letters.
    """

    def __init__(self, instruction_length: int, *, node_status: bool, spoken_samples: int = 0) -> None:
        self._length, self._node_status, self._spoken_samples = instruction_length, node_status, spoken_samples
        self._spoken: dict[str, NDArray[Any]] = {}
        self._codes, self.overflow = encode_text("", self._length), False

    def begin(self, instruction: str) -> str:
        """Begin an episode with this instruction.

        Returns:
            The instruction in letters: "" where it is spoken.

        Raises:
            ConfigError: It is to be spoken, and has no spoken form, or a longer one than is observed.
        """
        if self._spoken_samples:
            self._spoken = _spoken(instruction, self._spoken_samples)
            instruction = ""
        self._codes = encode_text(instruction, self._length)
        #: Whether the instruction is longer than what is observed of it.
        self.overflow = len(instruction) > self._length
        return instruction

    def add_to(self, observation: Observation, evaluator: GraphEvaluator) -> None:
        """Put instruction and progress into an observation."""
        observation["instruction"] = self._codes.copy()
        observation |= {name: array.copy() for name, array in self._spoken.items()}
        if self._node_status:
            observation["node_status"] = _statuses(evaluator)


@lru_cache(maxsize=8)  # an array of 40 s is 1.3 MB
def _spoken(instruction: str, samples: int) -> dict[str, NDArray[Any]]:
    """The arrays of a spoken instruction, which cannot be written to."""
    sound = say(instruction)
    if len(sound) > samples:
        raise ConfigError(
            f"An instruction of {len(sound)} samples is longer than the {samples} that are observed. Make the "
            f"environment with larger sizes={{'spoken_samples': {len(sound)}}}."
        )
    padded = np.zeros(samples, np.int16)
    padded[: len(sound)] = sound
    length = np.array([len(sound)], np.int32)
    arrays: dict[str, NDArray[Any]] = {"spoken_instruction": padded, "spoken_instruction_length": length}
    for array in arrays.values():
        array.flags.writeable = False
    return arrays


def tree_of(device: Device) -> Tree:
    """Return the accessibility tree of a device.

    Raises:
        CapabilityError: It has none.
    """
    if not isinstance(device, HasAccessibilityTree):
        raise CapabilityError(f"The device {device.name!r} has no accessibility tree.")
    return device.tree()


def _checked(device: Device, frame: Frame, size: tuple[int, int]) -> Frame:
    """The frame, if an observation may hold it: a page that resizes its window, say, changes its capture."""
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
