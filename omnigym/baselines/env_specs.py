"""The places where the episodes of a run are played: environments by their ids, with the devices of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol, cast

import gymnasium

from omnigym.devices.config import DeviceConfig, target_of
from omnigym.envs.arguments import device_source, size_of
from omnigym.envs.observer import Env
from omnigym.envs.pool import is_done_on
from omnigym.errors import CapabilityError, ConfigError, UnknownNameError
from omnigym.tasks.split import Split
from omnigym.tasks.suites import list_tasks
from omnigym.tasks.task import Task

__all__ = ["Home", "Place", "places_of", "shared_among"]


class Home(Protocol):
    """An environment to make, in this process or on a server."""

    def has(self, task: Task) -> bool:
        """Return whether a task is done there."""
        ...

    def shared_out(self, workers: int) -> Sequence[Home]:
        """Return one place for each of several processes."""
        ...

    def make(self, **given: Any) -> Env:
        """Make the environment, not yet reset; None keeps the default of an argument."""
        ...


@dataclass(frozen=True)
class Place:
    """An environment to make, and its devices.

    Attributes:
        env_id: Its id.
        devices: By name the device of each; "" is the only one.
    """

    env_id: str
    devices: Mapping[str, DeviceConfig]

    @property
    def arguments(self) -> dict[str, Any]:
        """The devices as arguments of ``gymnasium.make``: ``device``, or ``devices``."""
        alone = self.devices.get("")
        return {"devices": dict(self.devices)} if alone is None else {"device": alone}

    @cached_property
    def _targets(self) -> Mapping[str, Any]:
        return {name: target_of(device) for name, device in self.devices.items()}

    def has(self, task: Task) -> bool:
        """Return whether a task is done on these very devices."""
        return is_done_on(task, self._targets)

    def shared_out(self, workers: int) -> tuple[Place, ...]:
        """Return a place for each of several processes.

        Raises:
            ConfigError: There are fewer such devices: a phone, of which there is one, is not shared.
        """
        each = zip(*[device.shared_out(workers) for device in self.devices.values()], strict=True)
        return tuple([Place(self.env_id, dict(zip(self.devices, devices, strict=True))) for devices in each])

    def make(self, **given: Any) -> Env:
        """Make the environment; None keeps the default of an argument."""
        known = {name: value for name, value in given.items() if value is not None}
        return gymnasium.make(self.env_id, **self.arguments, **known)


def places_of(env: str, device: str | None) -> tuple[Place, ...]:
    """Return the named environments.

    Args:
        env: An id, or several with commas in between.
        device: The name of its device, or of several devices ``desktop=x11,phone=phone``; None for its own.

    Raises:
        UnknownNameError: There is no such device.
        ConfigError: Devices are named, and there are several environments.
    """
    ids = env.split(",")
    if device is not None and len(ids) > 1:
        raise ConfigError(f"--device is said of one environment, and here are {', '.join(ids)}. Name one with --env.")
    return tuple([_place(env_id, device) for env_id in dict.fromkeys(ids)])


def _place(env_id: str, device: str | None) -> Place:
    own = gymnasium.spec(env_id).kwargs
    if "devices" not in own:
        given = device or own.get("device", "sim")
        return Place(env_id, {"": _config(given, own.get("platform"), size_of("screen", own.get("screen")))})
    devices = dict(own["devices"])  # a mapping, or pairs
    named = {**devices, **_named(device, tuple(devices))}
    platforms = own.get("platforms") or {}
    return Place(env_id, {name: _config(given, platforms.get(name)) for name, given in named.items()})


def _config(device: Any, platform: Any, screen: tuple[int, int] | None = None) -> DeviceConfig:
    return cast(DeviceConfig, device_source(device, None, platform, screen))


def _named(text: str | None, names: Sequence[str]) -> dict[str, str]:
    """The devices that a text such as ``desktop=x11`` names."""
    found = {}
    for part in text.split(",") if text is not None else ():
        name, sign, device = part.partition("=")
        if not (sign and device):
            raise ConfigError(
                f"An environment of several devices takes --device {names[0]}=NAME, with commas between several, "
                f"got {text!r}."
            )
        if name not in names:
            raise UnknownNameError("device", name, names)
        found[name] = device
    return found


def shared_among(
    places: Sequence[Place], query: str | None, split: Split | None
) -> tuple[tuple[Place, tuple[Task, ...]], ...]:
    """Return the tasks that each of several environments plays; the first environment that has a task plays it.

    Returns:
        The places that have any, with their tasks.

    Raises:
        ConfigError: The query is not valid, or nothing matches it.
        CapabilityError: No place has any of the tasks.
    """
    found = list_tasks(query, split=split)
    homes = [next((place for place in places if place.has(task)), None) for task in found]
    shared = [(p, tuple([t for t, home in zip(found, homes, strict=True) if home is p])) for p in places]
    if not any(tasks for _, tasks in shared):
        ids = ", ".join(place.env_id for place in places)
        raise CapabilityError(
            f"None of the {len(found)} selected tasks is done in {ids}. Select others, or name --env."
        )
    return tuple([(place, tasks) for place, tasks in shared if tasks])
