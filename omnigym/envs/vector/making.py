"""The function that `gymnasium.make_vec` calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import gymnasium
from gymnasium.vector import AutoresetMode

from omnigym.devices.backend import DeviceConfig
from omnigym.devices.protocol import Device, Platform
from omnigym.envs.arguments import device_source, size_of
from omnigym.envs.observer import Env
from omnigym.envs.registration import ID_OF, id_of_several
from omnigym.envs.vector.env import CAN_INHERIT, OmniVectorEnv, cores
from omnigym.errors import ConfigError

__all__ = ["make_vector"]

_Wrapper = Callable[[Env], Env]


def make_vector(
    num_envs: int = 1,
    *,
    platform: Platform | None = None,
    num_workers: int | None = None,
    copy: bool = True,
    autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
    deadline_s: float | None = 600.0,
    wrap: _Wrapper | Sequence[_Wrapper] = (),
    each: Mapping[str, Sequence[object]] | None = None,
    **kwargs: object,
) -> OmniVectorEnv:
    """Make ``num_envs`` environments of one id.

    Args:
        num_envs: The number of environments.
        platform: The platform, for an id of one device.
        num_workers: The number of worker processes. None for one a core of simulated devices, and for one an
            environment where one is real, as these wait most of the time and do so together. On Windows, None for 0.
        copy, autoreset_mode, deadline_s: As in `OmniVectorEnv`.
        wrap: A function that wraps each environment, such as a wrapper's class, or several, the innermost first:
            Gymnasium does not pass on its own ``wrappers``.
        each: Arguments of `gymnasium.make` that differ, such as ``{"tasks": [...]}``: a value of each environment.
        kwargs: The arguments of `gymnasium.make` that all have in common.

    Raises:
        ConfigError: An argument is wrong.
    """
    for name, values in (each or {}).items():
        if isinstance(values, str) or len(values) != num_envs:
            raise ConfigError(f"each[{name!r}] must be {num_envs} values, one of each environment, got {values!r}.")
    wrappers = (wrap,) if callable(wrap) else tuple(wrap)
    own = [{name: values[n] for name, values in (each or {}).items()} for n in range(num_envs)]
    name, given = _named(platform, kwargs)
    makers = [partial(_made, name, {**given, **mine}, wrappers) for mine in own]
    if num_workers is None:
        sources = _sources(platform, kwargs)
        if not all(isinstance(source, DeviceConfig) for source in sources):
            raise ConfigError("A vector environment builds its devices itself. Pass a name or a configuration.")
        alone = all(isinstance(source, DeviceConfig) and source.IN_PROCESS for source in sources)
        num_workers = 0 if not CAN_INHERIT else cores() if alone else num_envs
    return OmniVectorEnv(makers, num_workers, copy, autoreset_mode, deadline_s)


def _named(platform: Platform | None, kwargs: Mapping[str, object]) -> tuple[str, dict[str, Any]]:
    """The id of which a single environment is made, and what it is made with."""
    if platform is None:  # nothing of the id's own arguments is left that the vector environment's does not have
        return id_of_several(), {"tasks": None, "platforms": None, **kwargs}
    return ID_OF[platform], {"platform": platform, **kwargs}


def _sources(platform: Platform | None, kwargs: Mapping[str, Any]) -> list[DeviceConfig | Device]:
    """The configurations of the devices."""
    if platform is not None:
        return [device_source(kwargs["device"], size_of("resolution", kwargs.get("resolution")), platform)]
    platforms = kwargs.get("platforms") or {}
    return [device_source(device, None, platforms.get(name)) for name, device in dict(kwargs["devices"]).items()]


def _made(name: str, kwargs: Mapping[str, Any], wrappers: Sequence[_Wrapper]) -> Env:
    env: Env = gymnasium.make(name, **kwargs)
    for wrapper in wrappers:
        env = wrapper(env)
    return env
