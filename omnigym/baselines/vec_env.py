"""A vector environment in the form of Stable-Baselines3: ``MaskablePPO("MultiInputPolicy", SB3VecEnv(envs))``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from omnigym.envs.observer import Array, Env, InfoDict
from omnigym.envs.vector import OmniVectorEnv
from omnigym.errors import ConfigError

__all__ = ["SB3VecEnv"]

_Indices = int | Iterable[int] | None


class SB3VecEnv(VecEnv):
    """An adapter of an `OmniVectorEnv` to Stable-Baselines3, with masks for sb3-contrib's MaskablePPO.

    Episodes' returns are noted by SB3's own ``VecMonitor`` around it.

    Args:
        envs: The vector environment, with ``autoreset_mode="SameStep"``; it is closed with this one.

    Raises:
        ConfigError: It has another autoreset mode.
    """

    def __init__(self, envs: OmniVectorEnv) -> None:
        mode = envs.metadata["autoreset_mode"]
        if mode is not AutoresetMode.SAME_STEP:
            raise ConfigError(
                "Stable-Baselines3 begins the next episode at once, and this vector environment has autoreset_mode="
                f"{mode.value!r}. Make it with autoreset_mode='SameStep'."
            )
        self._envs = envs
        self._actions: Array
        super().__init__(envs.num_envs, envs.single_observation_space, envs.single_action_space)

    def reset(self) -> Any:
        """Begin an episode in each environment, and return the observations."""
        options: dict[str, object] = {}
        for name in {name: None for each in self._options for name in each}:
            options[name] = [each.get(name) for each in self._options]
        observations, info = self._envs.reset(seed=self._seeds, options=options)
        self.reset_infos = [_of(info, n) for n in range(self.num_envs)]
        self._reset_seeds()
        self._reset_options()
        return observations

    def step_async(self, actions: Array) -> None:
        """Note the actions."""
        self._actions = np.asarray(actions)

    def step_wait(self) -> Any:
        """Step all environments, and return observations, rewards, the ends of episodes, and a list of infos."""
        observations, rewards, terminated, truncated, info = self._envs.step(self._actions)
        ended = terminated | truncated
        infos = [_of(info, n) for n in range(self.num_envs)]
        for n in np.flatnonzero(ended).tolist():
            begun = infos[n]
            last, final = begun.pop("final_obs"), begun.pop("final_info")
            over = bool(truncated[n] and not terminated[n])
            infos[n] = {**final, "terminal_observation": last, "TimeLimit.truncated": over}
            self.reset_infos[n] = begun
        return observations, rewards.astype(np.float32), ended, infos

    def close(self) -> None:
        """Close the environments."""
        self._envs.close()

    def get_images(self) -> Sequence[NDArray[np.uint8] | None]:
        """Return the screens, or None for each without a ``render_mode``."""
        return self._envs.render() or [None] * self.num_envs

    def has_attr(self, attr_name: str) -> bool:
        """Return whether the environments have an attribute."""
        return all(self._envs.call(_has, attr_name))

    def get_attr(self, attr_name: str, indices: _Indices = None) -> list[Any]:
        """Return an attribute of some environments, or of all."""
        values = self._envs.call(_get, attr_name)
        return [values[n] for n in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: object, indices: _Indices = None) -> None:
        """Set an attribute of all environments.

        Raises:
            ConfigError: Some are left out.
        """
        self._all(indices)
        self._envs.set_attr(attr_name, [value] * self.num_envs)

    def env_method(
        self, method_name: str, *method_args: object, indices: _Indices = None, **method_kwargs: object
    ) -> list[object]:
        """Call a method of all environments; the masks are cached and not requested again.

        Raises:
            ConfigError: Some are left out.
        """
        if method_name == "action_masks":
            masks = self._envs.action_masks()
            return [masks[n] for n in self._get_indices(indices)]
        self._all(indices)
        return list(self._envs.call(method_name, *method_args, **method_kwargs))

    def env_is_wrapped(self, wrapper_class: type[gymnasium.Wrapper], indices: _Indices = None) -> list[bool]:
        """Return whether environments are wrapped by a class."""
        found = self._envs.call(_is_wrapped, wrapper_class)
        return [found[n] for n in self._get_indices(indices)]

    def _all(self, indices: _Indices) -> None:
        if list(self._get_indices(indices)) != list(range(self.num_envs)):
            raise ConfigError("Methods and attributes are those of all environments here. Leave indices= out.")


def _of(info: InfoDict, n: int) -> InfoDict:
    """The info of one environment."""
    found: dict[str, object] = {}
    for key, values in info.items():
        if f"_{key}" in info and info[f"_{key}"][n]:
            value = _of(values, n) if isinstance(values, dict) else values[n]
            found[key] = value.item() if isinstance(value, np.generic) else value
    return found


def _has(env: Env, name: str) -> bool:
    return env.has_wrapper_attr(name)


def _get(env: Env, name: str) -> object:
    return env.get_wrapper_attr(name)


def _is_wrapped(env: Env, wrapper: type[gymnasium.Wrapper]) -> bool:
    while isinstance(env, gymnasium.Wrapper):
        if isinstance(env, wrapper):
            return True
        env = env.env
    return False
