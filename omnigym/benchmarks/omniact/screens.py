"""Screens as data: how a device is brought to a state, so that it can be brought there again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from itertools import islice
from typing import Any

from omnigym.actions import CONTROL
from omnigym.devices.config import build_device, device_config
from omnigym.devices.protocol import Device, HasSettings
from omnigym.errors import ConfigError, UnknownNameError, UnreadableError
from omnigym.tasks.rollout import Stage
from omnigym.tasks.suites import load_task

__all__ = ["Screen", "open_screen"]


@dataclass(frozen=True, slots=True)
class Screen:
    """A recipe for a screen: the beginning of a task, and the first steps of its oracle.

    Attributes:
        name: Name of the screen, such as "windows/word-2".
        device: Name of the device (`omnigym.devices.config.named_configs`).
        task: Id of the task whose setup is applied.
        steps: Number of actions of the task's oracle that are played.
        seed: Seed of the device.
        settings: Pairs (key, value) of settings that are changed before the steps, such as ("theme", "dark").
    """

    name: str
    device: str
    task: str
    steps: int = 0
    seed: int = 0
    settings: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        device_config(self.device)

    @property
    def size(self) -> tuple[int, int]:
        """The screen's (width, height) in pixels."""
        return device_config(self.device).size

    def to_plain(self) -> dict[str, object]:
        """A JSON-able dict that `from_plain` reads."""
        return asdict(self)

    @classmethod
    def from_plain(cls, data: Mapping[str, Any]) -> Screen:
        """The screen that `to_plain` wrote.

        Raises:
            UnreadableError: A field is missing, unknown or of another type.
            UnknownNameError: There is no such device.
        """
        try:
            values = {**data, "settings": tuple([(key, value) for key, value in data.get("settings", ())])}
            screen = cls(**values)
        except UnknownNameError:
            raise
        except (TypeError, ValueError) as e:
            raise UnreadableError(f"This is no screen: {e}. Its fields are {_fields(cls)}.") from None
        texts = (screen.name, screen.device, screen.task, *[text for pair in screen.settings for text in pair])
        numbers = (screen.steps, screen.seed)
        if not all(type(t) is str for t in texts) or not all(type(n) is int and n >= 0 for n in numbers):
            raise UnreadableError(
                f"A field of the screen {screen.name!r} has a wrong type. Its fields: {_fields(cls)}."
            )
        return screen


def _fields(cls: type[Screen]) -> str:
    return ", ".join(f.name for f in fields(cls))


def open_screen(screen: Screen, device: Device | None = None) -> Device:
    """Bring a device to the state of a screen.

    Args:
        screen: The recipe.
        device: Device of the screen's name to use again; it is reset. By default one is built, and yours to close.

    Returns:
        The device. The same recipe gives the same bytes on a simulated device, in every process.

    Raises:
        UnknownNameError: There is no such task.
        OracleError: The oracle does not find its way, on a real device with other programs for instance.
        MissingDependencyError: A package or program that the device needs is not installed.
        DeviceError: The device broke.
    """
    task = load_task(screen.task)
    if device is None:
        device = build_device(screen.device)
        try:
            return _played(screen, Stage(task, device, screen.seed))
        except BaseException:
            device.close()
            raise
    return _played(screen, Stage(task, device, screen.seed))


def _played(screen: Screen, stage: Stage) -> Device:
    stage.begin()
    device = stage.acting
    for key, value in screen.settings:
        if not isinstance(device, HasSettings):
            raise ConfigError(f"The screen {screen.name!r} changes settings, and {screen.device!r} has none.")
        device.set_setting(key, value)
    for action in islice(stage.oracle(), screen.steps):
        if not isinstance(action, CONTROL):
            device.act(action)
    return device
