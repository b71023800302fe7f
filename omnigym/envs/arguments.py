"""What an environment's arguments stand for."""

from __future__ import annotations

import dataclasses
import operator
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from omnigym.devices.config import DeviceConfig, device_config, target_of
from omnigym.devices.protocol import DISTURBANCES, Device
from omnigym.errors import ConfigError, UnknownNameError

__all__ = ["MAX_SIDE", "at_least_one", "device_source", "disturbance_kinds", "size_of"]

#: The longest side of a screen or screenshot, in pixels.
MAX_SIDE = 16384


def size_of(name: str, value: Sequence[int] | None) -> tuple[int, int] | None:
    """A (width, height) in pixels, or None.

    Raises:
        ConfigError: It is not two whole numbers from 1 to `MAX_SIDE`.
    """
    if value is None:
        return None
    try:
        width, height = (operator.index(v) for v in value)
    except (TypeError, ValueError):
        raise ConfigError(f"{name} must be (width, height) in pixels, got {value!r}.") from None
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        raise ConfigError(f"{name} must be (width, height) in pixels, each from 1 to {MAX_SIDE}, got {value!r}.")
    return width, height


def at_least_one(name: str, value: object) -> int:
    """A whole number of at least 1.

    Raises:
        ConfigError: It is not.
    """
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 1:
        raise ConfigError(f"{name} must be a whole number of at least 1, got {value!r}.")
    return int(value)


def disturbance_kinds(value: bool | str | Sequence[str]) -> tuple[str, ...]:
    """The kinds of disturbances that an argument stands for, sorted.

    Args:
        value: True for all kinds, False for none, a kind, or a sequence of kinds.

    Raises:
        UnknownNameError: There is no such kind.
    """
    if isinstance(value, bool):
        return DISTURBANCES if value else ()
    kinds = (value,) if isinstance(value, str) else tuple(value)
    for kind in kinds:
        if kind not in DISTURBANCES:
            raise UnknownNameError("disturbance", str(kind), DISTURBANCES)
    return tuple(sorted(set(kinds)))


def device_source(
    device: str | Mapping[str, Any] | DeviceConfig | Device,
    resolution: tuple[int, int] | None,
    allowed: Sequence[str] | Mapping[str, str],
) -> DeviceConfig | Device:
    """The configuration, or the live device, that ``device`` stands for.

    Args:
        device: A name, a configuration, its dict, or a live device.
        resolution: The screen's (width, height) if it is not the configuration's own.
        allowed: The names that it may have; empty for any. A mapping says what each stands for ("sim": "phone").

    Raises:
        UnknownNameError: There is no such device.
        ConfigError: It is not allowed here, or a live device has another resolution.
    """
    if isinstance(device, Device):
        if resolution not in (None, device.size):
            raise ConfigError(f"resolution={resolution} does not fit the live device's {device.size}. Leave it out.")
        return device
    if isinstance(allowed, Mapping) and isinstance(device, str):
        device = allowed.get(device, device)
    config = device_config(device)
    if allowed and target_of(config) not in (allowed.values() if isinstance(allowed, Mapping) else allowed):
        raise ConfigError(
            f"This environment runs on {' or '.join(repr(d) for d in allowed)}, got device={config.backend!r}. "
            "Each id has its own devices; omnigym.envs.OmniEnv takes any."
        )
    return dataclasses.replace(config, size=resolution) if resolution else config
