"""The environment of several devices: CRAB's cross-environment tasks (section 3.1) in one Gymnasium episode."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, Unpack, get_args

import numpy as np
from numpy.typing import NDArray

from omnigym.a11y import Tree
from omnigym.actions import Action, On
from omnigym.devices.protocol import Device, Frame, Sound
from omnigym.envs.arguments import DeviceArgument
from omnigym.envs.declaration import MultiDeviceArguments, complete, declare
from omnigym.envs.episode import Info
from omnigym.envs.episodic import EpisodicEnv, Screens
from omnigym.envs.observer import InfoDict
from omnigym.envs.pool import TaskQuery
from omnigym.errors import ConfigError, UnknownNameError
from omnigym.spaces.multi_device import DEVICE_NAME, action_and_device, decode_on

__all__ = ["DeviceArgument", "MultiDeviceEnv"]

_T = TypeVar("_T")

_VALUES = frozenset({On, *get_args(Action)})
_NAME = re.compile(DEVICE_NAME)


@declare(MultiDeviceArguments)
class MultiDeviceEnv(EpisodicEnv):
    """Several devices in one episode, such as a phone and a desktop, with one task across them and one agent.

    ## Description

    As `omnigym.envs.OmniEnv`, but for what follows. Each node of a task names the device on which it is done, and one
    graph evaluator judges all of them. Nothing passes from one device to another but through the agent: it reads here
    and types there.

    ## Action Space

    The space of `omnigym.envs.OmniEnv` with a field ``device``, the number of the device
    (`omnigym.spaces.multi_device.several_action_space`). ``step`` also takes values: ``On("phone", Click((0.5, 0.5)))``
    (`omnigym.actions.On`), and as they are those that are of no device, which CRAB calls root actions: `Submit`,
    `Done` (its *complete*), `Fail`, `CallUser`, `Invalid` and `Wait`. A value for a device that is not there, or for
    none, counts as an invalid action; a number that is not there is an `ActionError`.

    ## Observation Space

    A `Dict`, one level deep: the keys of each device follow its name, ``phone_screenshot``, ``desktop_a11y_bounds``.
    ``instruction`` and, on request, ``node_status`` are of all. ``info`` has the keys of `OmniEnv`'s and
    ``failed_device``, the name of the device that broke, or "".

    ## Time

    There is one clock: what an action on one device takes, by virtual time, passes on all others that have virtual time
    (`omnigym.devices.protocol.HasClock`), so an alarm rings on the phone while one works at the desktop. After a reset
    all show the same time. Real devices go on by themselves; an action on one takes the virtual ones 100 ms and its own
    ``duration``. `Wait` is done on all.

    ## Rewards, Starting State, Episode End

    As `OmniEnv`. All devices are reset, also those on which nothing is to be done. If one breaks, the episode is
    truncated for all (``device_error``) and never scored; ``info["device_error"]`` begins with its name.

    ## Arguments

    - ``devices``: by the names that tasks use, a device each as `OmniEnv` takes it; a mapping, or pairs of name and
      device. A name is made of small letters and digits. Their order is that of ``device`` in actions.
    - ``tasks``: tasks of other devices are left out.
    - ``resolution``, ``screenshot_size``, ``disturbances``: a value for all devices, or a mapping of values by device.
    - ``platforms``: what each device must stand for, by its name; a name in ``devices`` then means the configuration of
      its backend that does.
    - All others are those of `OmniEnv`.

    ## Snapshots, Copies and Threads

    As `OmniEnv`, if all devices have snapshots.

    Raises:
        ConfigError: An argument is wrong; two devices have one name.
        CapabilityError: The tasks or the observation need what a device does not have, or another device.
    """

    def __init__(
        self,
        devices: Mapping[str, DeviceArgument] | Sequence[tuple[str, DeviceArgument]],
        tasks: TaskQuery = None,
        **arguments: Unpack[MultiDeviceArguments],
    ) -> None:
        named, given = _named(devices), complete(MultiDeviceArguments, arguments, ("devices", "tasks"))
        screens = Screens(
            _each("platforms", given["platforms"] or {}, named, None),
            _each("resolution", given["resolution"], named, None),
            _each("screenshot_size", given["screenshot_size"], named, None),
            _each("disturbances", given["disturbances"], named, False),
        )
        super().__init__(named, tasks, screens, given)
        self.disturbances = self._disturbances

    def _read_action(self, action: Any) -> tuple[Action, str]:
        value = action if type(action) in _VALUES else decode_on(action, self.device_names)
        return action_and_device(value, self.device_names)

    def _told(self, info: Info) -> InfoDict:
        failed = (self._runner.failed_at or "") if info["device_error"] else ""
        return {**info, "failed_device": failed}

    # -- for agents, wrappers and tools -------------------------------------------------------------------------------

    def a11y(self, device: str) -> Tree:
        """Return the accessibility tree of a device at this step: an immutable snapshot with full texts.

        Raises:
            UnknownNameError: There is no such device.
            CapabilityError: The device has none.
            DeviceError: The device failed; the next step will say so, too.
            ResetNeeded: No episode has begun.
            ConcurrentUseError: Another thread is inside.
        """
        return self.tree_on(self._known(device))

    def screenshot(self, device: str) -> Frame:
        """Return the whole screen of a device at this step, whatever is observed: uint8 (H, W, 3), maybe read-only.

        Raises:
            UnknownNameError: There is no such device.
            DeviceError: The device failed; the next step will say so, too.
            ResetNeeded: No episode has begun.
            ConcurrentUseError: Another thread is inside.
        """
        return self._screenshot(self._known(device))

    def audio(self, device: str, seconds: float = 2.0) -> Sound:
        """Return the sound of a device since the previous step.

        Args:
            device: Its name.
            seconds: The length that is wanted, at most 60; of a longer interval it is the end.

        Returns:
            int16 (S,), one channel at 16,000 samples a second.

        Raises:
            UnknownNameError: There is no such device.
            ConfigError: The environment was not made with ``audio=True``, or ``seconds`` is out of range.
            DeviceError: The device failed; the next step will say so, too.
            ResetNeeded: No episode has begun.
            ConcurrentUseError: Another thread is inside.
        """
        return self._audio(seconds, self._known(device))

    def video(
        self, device: str, frames: int = 4, size: tuple[int, int] | None = None
    ) -> tuple[Frame, NDArray[np.float32]]:
        """Return frames of a device's screen since the previous step.

        Args:
            device: Its name.
            frames: Their number K, from 1 to 64: the first is of the beginning, the last of now.
            size: Their (width, height) in pixels; None for that of the observation.

        Returns:
            uint8 (K, height, width, 3), RGB, and float32 (K,), how many seconds before now each was seen.

        Raises:
            UnknownNameError: There is no such device.
            ConfigError: The environment was not made with ``video=True``, or an argument is out of range.
            DeviceError: The device failed; the next step will say so, too.
            ResetNeeded: No episode has begun.
            ConcurrentUseError: Another thread is inside.
        """
        return self._video(frames, size, self._known(device))

    def _known(self, device: str) -> str:
        if device not in self.device_names:
            raise UnknownNameError("device", str(device), self.device_names)
        return device


def _named(devices: Mapping[str, _T] | Sequence[tuple[str, _T]]) -> dict[str, _T]:
    """The devices by name, in their order.

    Raises:
        ConfigError: There is none, a name cannot be used, or two devices have one name.
    """
    given: object = devices  # callers without types pass anything
    pairs = list(given.items()) if isinstance(given, Mapping) else given
    if not isinstance(pairs, Sequence) or isinstance(pairs, str) or not pairs or not all(map(_is_pair, pairs)):
        raise ConfigError(
            f"devices must be a mapping of at least one device by name, or pairs of name and device, got {given!r}."
        )
    named: dict[str, _T] = {}
    for name, device in pairs:
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise ConfigError(f"A device's name is small letters and digits, such as 'phone', got {name!r}. Rename it.")
        if name in named:
            raise ConfigError(f"There are two devices named {name!r}. Give each a name of its own.")
        if any(device is other for other in named.values()) and isinstance(device, Device):
            raise ConfigError(f"The live device that is named {name!r} has another name already. Make two devices.")
        named[name] = device
    return named


def _is_pair(value: object) -> bool:
    return isinstance(value, tuple | list) and len(value) == 2


def _each(what: str, value: _T | Mapping[str, _T], devices: Mapping[str, object], otherwise: _T) -> dict[str, _T]:
    """An argument's value of each device: one for all, or a mapping of those of some.

    Raises:
        UnknownNameError: The mapping names another device.
    """
    if not isinstance(value, Mapping):
        return dict.fromkeys(devices, value)
    for name in value:
        if name not in devices:
            raise UnknownNameError(f"device in {what}", str(name), devices)
    return {name: value.get(name, otherwise) for name in devices}
