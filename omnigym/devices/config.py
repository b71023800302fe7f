"""The composition root: finds the backends by their configurations, and builds devices from them.

There is no list of backends: see `omnigym.devices.backend.DeviceConfig`.
"""

from __future__ import annotations

import dataclasses
import importlib
import re
import sys
from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points

from omnigym.devices.backend import DeviceConfig, Target, Wants
from omnigym.devices.protocol import CAPABILITIES, Device
from omnigym.discovery import modules
from omnigym.errors import ConfigError, MissingDependencyError, UnknownNameError

__all__ = [
    "DeviceConfig",
    "backends",
    "build_device",
    "device_class",
    "device_config",
    "devices_for",
    "make_config",
    "named_configs",
    "target_of",
    "to_dict",
    "with_screen",
]

_HERE = "omnigym.devices"
_SCREEN = re.compile(r"(\d{1,5})x(\d{1,5})(?:@(\d{1,2}(?:\.\d{1,3})?))?")
_SYSTEM_NAMES = {"darwin": "macOS", "linux": "Linux", "win32": "Windows"}


@cache
def backends() -> Mapping[str, type[DeviceConfig]]:
    """Return the configuration classes by the name of their backend, sorted; no device is imported.

    Raises:
        ConfigError: Two backends have one name, or a ``CONFIG`` is no configuration.
    """
    found: dict[str, type[DeviceConfig]] = {}
    for name in (*modules(_HERE, of="config"), *[entry.module for entry in entry_points(group=_HERE)]):
        config = getattr(importlib.import_module(name), "CONFIG", None)
        if not isinstance(config, type) or not issubclass(config, DeviceConfig):
            raise ConfigError(f"The module {name} of a backend has no CONFIG that is a subclass of DeviceConfig.")
        if config.BACKEND in found:
            raise ConfigError(f"There are two backends {config.BACKEND!r}. Rename one.")
        found[config.BACKEND] = config
    return {name: found[name] for name in sorted(found)}


@cache
def named_configs() -> Mapping[str, DeviceConfig]:
    """Return each name that ``make(id, device=NAME)`` takes with its configuration: backends, then their presets."""
    plain = {name: cls.from_plain({}) for name, cls in backends().items()}
    return plain | {name: config for cls in backends().values() for name, config in cls.presets().items()}


@cache
def devices_for(wants: Wants) -> frozenset[str]:
    """Return the names of the devices that meet requirements, without those for tests and found ones."""
    targets = [config.target for config in named_configs().values() if not (config.FOR_TESTS or config.FOUND)]
    return frozenset(t.name for t in targets if t.runs(wants))


def target_of(device: str | DeviceConfig | Device) -> Target:
    """Return the view that tasks have of a device: of its name, its configuration or the live device.

    Raises:
        UnknownNameError: There is no device of that name.
    """
    if isinstance(device, str | DeviceConfig):
        return device_config(device).target
    has = frozenset(name for name, protocol in CAPABILITIES.items() if issubclass(type(device), protocol))
    apps: frozenset[str] | None = getattr(device, "apps_there", None)
    return Target(device.name, device.platform, has, apps, getattr(device, "desktop", ""))


def device_config(device: str | Mapping[str, object] | DeviceConfig) -> DeviceConfig:
    """Return the configuration that a name, or the dict that `to_dict` wrote, means.

    Args:
        device: One of `named_configs`, which a screen may follow (`with_screen`), or the configuration itself.

    Raises:
        UnknownNameError: There is no such backend.
        ConfigError: The dict has fields that the backend does not know, or the screen cannot be.

    >>> device_config("sim").size, device_config("sim:1920x1080@1.5").size
    ((1024, 768), (1920, 1080))
    >>> device_config({"backend": "fake", "size": [64, 48]})
    FakeConfig(size=(64, 48), backend='fake', platform='linux', faults=())
    """
    if isinstance(device, DeviceConfig):
        return device
    if isinstance(device, str):
        name, colon, screen = device.partition(":")
        if name not in named_configs():
            raise UnknownNameError("device", name, named_configs())
        return with_screen(named_configs()[name], screen) if colon else named_configs()[name]
    given: object = device  # callers without types pass anything
    if not isinstance(given, Mapping) or "backend" not in given:
        raise ConfigError(
            f"Expected the name of a device ({', '.join(sorted(backends()))}), a DeviceConfig, or its dict with a "
            f"'backend', got {device!r}."
        )
    name = str(given["backend"])
    if name not in backends():
        raise UnknownNameError("device", name, named_configs())
    cls = backends()[name]
    unknown = sorted(set(given) - {f.name for f in dataclasses.fields(cls)})
    if unknown:
        raise ConfigError(f"{cls.__name__} has no field {', '.join(unknown)}: take the ones of its documentation.")
    return cls.from_plain({k: tuple(v) if isinstance(v, list) else v for k, v in given.items()})


def with_screen(config: DeviceConfig, screen: str) -> DeviceConfig:
    """Return a configuration with another screen: ``WIDTHxHEIGHT`` in pixels, and ``@SCALE`` for larger texts.

    Raises:
        ConfigError: The screen is written otherwise, or the device has no such scale.

    >>> with_screen(device_config("x11"), "1280x800").size
    (1280, 800)
    """
    read = _SCREEN.fullmatch(screen)
    if read is None:
        raise ConfigError(
            f"Expected a screen WIDTHxHEIGHT or WIDTHxHEIGHT@SCALE, as in {config.name}:1920x1080@1.5, got {screen!r}."
        )
    fields: dict[str, object] = {"size": (int(read[1]), int(read[2]))}
    if read[3]:
        if "scale" not in {f.name for f in dataclasses.fields(config)}:
            raise ConfigError(f"The device {config.name!r} has one scale. Leave out @{read[3]}.")
        fields["scale"] = float(read[3])
    return dataclasses.replace(config, **fields)  # type: ignore[arg-type]  # the fields are looked up above


def make_config(name: str, fields: Mapping[str, object]) -> DeviceConfig:
    """Return a configuration by its name, with some of its fields as given.

    Raises:
        ConfigError: As of `device_config`.
    """
    return device_config({**to_dict(device_config(name)), **fields})


def to_dict(config: DeviceConfig) -> dict[str, object]:
    """Return a JSON-able dict that `device_config` reads back."""
    return dataclasses.asdict(config)


def device_class(config: DeviceConfig) -> type[Device]:
    """Return the class of the device that a configuration describes; it is imported, and nothing is started.

    Raises:
        MissingDependencyError: A package that the backend needs is not installed.
        ConfigError: The backend does not run on this system.
    """
    if config.SYSTEMS and sys.platform not in config.SYSTEMS:
        systems = " and ".join(_SYSTEM_NAMES.get(s, s) for s in sorted(config.SYSTEMS))
        raise ConfigError(
            f"The device {config.backend!r} runs on {systems}, and this machine is {sys.platform}. Use 'sim' here, "
            "'host' for this machine itself, or 'guest' for a machine that runs it."
        )
    try:
        return config.class_of()
    except ImportError as e:
        if not config.EXTRA:
            raise
        install = f"pip install 'omnigym[{config.EXTRA}]'"
        raise MissingDependencyError(str(e.name or e), f"The device {config.backend!r}", install) from e


def build_device(config: str | Mapping[str, object] | DeviceConfig) -> Device:
    """Build the device of a configuration, whose fields are the arguments of the device's class.

    Raises:
        UnknownNameError: There is no such backend; close names are in the message.
        MissingDependencyError: A package or program that the backend needs is not installed.
        DeviceStartError: It did not come up.
    """
    config = device_config(config)
    return device_class(config)(**config.arguments())
