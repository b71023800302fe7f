"""Validation of an environment's arguments, and their conversion to values."""

from __future__ import annotations

import dataclasses
import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

import numpy as np

from omnigym.devices.config import DeviceConfig, device_config, named_configs, target_of, with_screen
from omnigym.devices.protocol import (
    AUDIO_RATE,
    DISTURBANCES,
    MAX_AUDIO_S,
    MAX_VIDEO_FRAMES,
    VARIATIONS,
    Device,
    HasDisturbances,
    Platform,
    Variation,
)
from omnigym.errors import CapabilityError, ConfigError, UnknownNameError
from omnigym.spaces.observation import INSTRUCTION_LENGTH
from omnigym.tasks.parameter_sampling import PARAMETERS, Parameters

__all__ = [
    "MAX_SIDE",
    "ArraySizes",
    "DeviceArgument",
    "EpisodeLimits",
    "at_least_one",
    "device_source",
    "disturbance_kinds",
    "parameters_of",
    "read_group",
    "size_of",
    "variation_of",
]

#: A device: a name, a configuration, its dict, or a live device.
DeviceArgument: TypeAlias = str | Mapping[str, object] | DeviceConfig | Device
_Group = TypeVar("_Group", "ArraySizes", "EpisodeLimits")

#: The longest side of a screen or screenshot, in pixels.
MAX_SIDE = 16384


def size_of(name: str, value: Sequence[int] | None) -> tuple[int, int] | None:
    """Check a (width, height) in pixels; None is returned as None.

    Args:
        name: Name of the argument, for the error message.
        value: The value that was given.

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


@dataclass(frozen=True, slots=True)
class ArraySizes:
    """The sizes of the observed arrays except the screenshot.

    Attributes:
        nodes: N, the number of rows of the ``a11y_`` arrays.
        text_length: L, the characters of a node's text.
        instruction_length: I, the characters of the instruction.
        audio_samples: S, the samples of ``audio``, 16,000 a second, at most 60 seconds; the usual are 2.
        video_frames: K, the frames of ``video``, at most 64.
        spoken_samples: T, the samples of a spoken instruction, 16,000 a second; the usual are 40 seconds.

    Raises:
        ConfigError: A size is not a whole number of at least 1, or too large.
    """

    nodes: int = 128
    text_length: int = 32
    instruction_length: int = INSTRUCTION_LENGTH
    audio_samples: int = 2 * AUDIO_RATE
    video_frames: int = 4
    spoken_samples: int = 40 * AUDIO_RATE

    def __post_init__(self) -> None:
        for name, value in dataclasses.asdict(self).items():
            at_least_one(name, value)
        most = {"audio_samples": int(AUDIO_RATE * MAX_AUDIO_S), "video_frames": MAX_VIDEO_FRAMES}
        for name, limit in most.items():
            if getattr(self, name) > limit:
                raise ConfigError(f"{name} must be at most {limit}, got {getattr(self, name)}.")


@dataclass(frozen=True, slots=True)
class EpisodeLimits:
    """The limits of an episode except ``max_steps``, and the number of retries of a reset.

    Attributes:
        max_idle_steps: Steps in a row without a newly completed node (OmniBench 4.1); None for the task's own limit.
        max_invalid: Invalid actions in a row; None for no limit.
        reset_retries: How often a device that fails in ``reset`` is rebuilt; `DeviceSlots` checks it.

    Raises:
        ConfigError: A limit is not a whole number of at least 1.
    """

    max_idle_steps: int | None = None
    max_invalid: int | None = None
    reset_retries: int = 2

    def __post_init__(self) -> None:
        for name in ("max_idle_steps", "max_invalid"):
            if getattr(self, name) is not None:
                at_least_one(name, getattr(self, name))


def read_group(kind: type[_Group], name: str, value: _Group | Mapping[str, object] | None) -> _Group:
    """Return arguments that belong together: a value of their class, or its fields as a mapping, as in JSON.

    Raises:
        ConfigError: It is something else, or the value of a field is wrong.
        UnknownNameError: A field is unknown.
    """
    if isinstance(value, kind):
        return value
    given: object = {} if value is None else value
    if not isinstance(given, Mapping):
        raise ConfigError(f"{name} must be a {kind.__name__} or a mapping of its fields, got {value!r}.")
    fields = [f.name for f in dataclasses.fields(kind)]
    for field in given:
        if field not in fields:
            raise UnknownNameError(f"field of {name}", str(field), fields)
    return kind(**given)


def at_least_one(name: str, value: object) -> int:
    """Check that a value is a whole number of at least 1, and return it as an int.

    Raises:
        ConfigError: It is not; the message has ``name``.
    """
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 1:
        raise ConfigError(f"{name} must be a whole number of at least 1, got {value!r}.")
    return int(value)


def disturbance_kinds(value: bool | str | Sequence[str], device: DeviceConfig | Device) -> tuple[str, ...]:
    """The sorted kinds of disturbances that an argument selects.

    Args:
        value: True for all kinds that the device has, False for none, a kind, or a sequence of kinds.
        device: The configuration, or the live device.

    Raises:
        UnknownNameError: There is no such kind.
        CapabilityError: The device has none of that kind, or none at all.
    """
    kinds = (value,) if isinstance(value, str) else () if isinstance(value, bool) else tuple(value)
    for kind in kinds:
        if kind not in DISTURBANCES:
            raise UnknownNameError("disturbance", str(kind), DISTURBANCES)
    if not kinds and value is not True:
        return ()
    has = device.disturbances if isinstance(device, DeviceConfig) else _of_live(device)
    name = target_of(device).name
    if not has:
        raise CapabilityError(f"The device {name!r} has no disturbances. Leave disturbances= out.")
    for kind in kinds:
        if kind not in has:
            raise CapabilityError(f"The device {name!r} has no disturbance {kind!r}. It has: {', '.join(has)}.")
    return tuple(sorted(set(kinds or has)))


def _of_live(device: Device) -> tuple[str, ...]:
    return device.disturbances() if isinstance(device, HasDisturbances) else ()


def parameters_of(value: str | None, variation: Variation) -> Parameters:
    """Check the argument ``parameters``; None follows from ``variation``.

    Raises:
        UnknownNameError: It is neither "fixed" nor "drawn".
    """
    if value is None:
        return "drawn" if variation == "all" else "fixed"
    found = next((p for p in PARAMETERS if p == value), None)
    if found is None:
        raise UnknownNameError("parameters", str(value), PARAMETERS)
    return found


def variation_of(value: str, devices: Iterable[DeviceConfig | Device]) -> Variation:
    """Check the argument ``variation``.

    Args:
        value: One of `omnigym.devices.protocol.VARIATIONS`.
        devices: The configurations, or the live devices.

    Raises:
        UnknownNameError: It is another one.
        CapabilityError: It varies something, and a device has no layouts.
    """
    found = next((v for v in VARIATIONS if v == value), None)
    if found is None:
        raise UnknownNameError("variation", str(value), VARIATIONS)
    for device in devices:
        target = target_of(device)
        if found != "none" and "variation" not in target.capabilities:
            raise CapabilityError(
                f"The device {target.name!r} has no layouts to draw, so variation={value!r} is not possible. Leave it "
                "out; parameters='drawn' works on every device."
            )
    return found


def device_source(
    device: DeviceArgument,
    resolution: tuple[int, int] | None,
    platform: Platform | None,
    screen: tuple[int, int] | None = None,
) -> DeviceConfig | Device:
    """Return the configuration, or the live device, that the argument ``device`` means.

    Args:
        device: The argument.
        resolution: The screen's (width, height), or None for that of the configuration.
        platform: The platform that the device must have, or None for any. If the name of a backend has another
            platform, the first named configuration of that backend with the right one is taken.
        screen: The screen of a device that is named, unless ``resolution`` says another. A machine that omnigym did not
            make keeps its own.

    Raises:
        UnknownNameError: There is no such device.
        ConfigError: It has another platform, a live device has another resolution, or no such device can be.
    """
    if isinstance(device, Device):
        if resolution not in (None, device.size):
            raise ConfigError(f"resolution={resolution} does not fit the live device's {device.size}. Leave it out.")
        return device
    config, named = device_config(device), device.partition(":")[2] if isinstance(device, str) else ""
    if platform is not None and config.stands_for != platform:
        fitting = {name: c for name, c in named_configs().items() if c.stands_for == platform}
        same = [c for c in fitting.values() if c.backend == config.backend] if isinstance(device, str) else []
        if not same:
            raise ConfigError(
                f"This environment runs on {platform} ({', '.join(map(repr, sorted(fitting)))}), got device="
                f"{config.name!r}. Each id has its own platform; omnigym.envs.OmniEnv takes any."
            )
        config = with_screen(same[0], named) if named else same[0]
    if screen and isinstance(device, str) and not named and not config.FOUND:
        config = dataclasses.replace(config, size=screen)
    if resolution:
        config = dataclasses.replace(config, size=resolution)
    size_of(f"The screen of {config.name!r}", config.size)
    try:
        config.check()
    except ConfigError as e:
        raise ConfigError(
            f"{e} resolution= is the screen that everything is laid out on; for smaller pictures of it pass "
            "screenshot_size=."
        ) from None if resolution else e
    return config
