"""Queries of wrappers about the one or several devices of an environment (`omnigym.envs.MultiDeviceEnv`)."""

from __future__ import annotations

from gymnasium import spaces

from omnigym.a11y import Tree
from omnigym.devices.protocol import Frame, Sound
from omnigym.envs.observer import Env
from omnigym.errors import ConfigError
from omnigym.spaces.multi_device import key_on

__all__ = ["audio_on", "clicks_alone", "device_names", "frame_on", "one_device", "screenshot_of", "screenshots_of"]
__all__ += ["tree_on"]


def device_names(env: Env) -> tuple[str, ...]:
    """Return the names of the devices; a single device is named ""."""
    names: tuple[str, ...] = getattr(env.unwrapped, "device_names", ("",))
    return names


def frame_on(env: Env, device: str) -> Frame:
    """Return the whole screen of a device at this step: uint8 (H, W, 3); it may be read-only."""
    frame: Frame = env.get_wrapper_attr("screenshot")(*_told(device))
    return frame


def tree_on(env: Env, device: str) -> Tree:
    """The accessibility tree of a device at this step."""
    tree: Tree = env.get_wrapper_attr("a11y")(*_told(device))
    return tree


def audio_on(env: Env, device: str, seconds: float) -> Sound:
    """Return the sound of a device since the previous step: int16 (S,) at 16 kHz."""
    sound: Sound = env.get_wrapper_attr("audio")(*_told(device), seconds=seconds)
    return sound


def clicks_alone(env: Env) -> bool:
    """Return whether a `ClickOnly` inside refuses keys and opening by name."""
    return env.has_wrapper_attr("click_only")


def _told(device: str) -> tuple[str, ...]:
    """The keys that name a device to an environment: none if there is one device."""
    return (device,) if device else ()


def one_device(env: Env, wrapper: str) -> None:
    """Check that there is one device, for a wrapper whose actions are elements of one screen.

    Raises:
        ConfigError: There are several; says what to do.
    """
    names = device_names(env)
    if names != ("",):
        raise ConfigError(
            f"{wrapper} is for one device, and this environment has several: {', '.join(names)}. Use ElementActions, "
            "MultiDiscreteActions or FlatBoxActions, whose actions say on which device, or give each device an agent "
            "of its own: omnigym.envs.parallel."
        )


def screenshots_of(env: Env, wrapper: str) -> tuple[spaces.Dict, dict[str, spaces.Box]]:
    """Return the observation space, and in it the space of each device's screenshot by the device's name.

    Raises:
        ConfigError: No screenshot is observed.
    """
    space = env.observation_space
    found = {}
    if isinstance(space, spaces.Dict):
        found = {name: space.spaces.get(key_on(name, "screenshot")) for name in device_names(env)}
    boxes = {name: box for name, box in found.items() if isinstance(box, spaces.Box)}
    if not isinstance(space, spaces.Dict) or not boxes:
        raise ConfigError(f"{wrapper} needs a screenshot in the observation: observation='both' or 'pixels'.")
    return space, boxes


def screenshot_of(env: Env, wrapper: str) -> spaces.Box:
    """Return the space of the only device's screenshot.

    Raises:
        ConfigError: No screenshot is observed, or there are several devices.
    """
    one_device(env, wrapper)
    return screenshots_of(env, wrapper)[1][""]
