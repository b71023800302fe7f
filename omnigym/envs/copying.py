"""What a copy of an environment is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Self

from gymnasium.envs.registration import EnvSpec

from omnigym.errors import ConfigError

__all__ = ["FreshCopies"]

_Arguments = tuple[tuple[object, ...], Mapping[str, object]]


class FreshCopies:
    """Makes a copy of an environment, by `copy` or `pickle`, a fresh one of the same arguments, not yet reset.

    Those of subclasses are noted, too, as they were given. Wrappers have `omnigym.wrappers._fresh.Fresh`.
    """

    spec: EnvSpec | None
    _arguments: _Arguments

    def __new__(cls, *args: object, **kwargs: object) -> Self:
        """Note the arguments."""
        env = super().__new__(cls)
        env._arguments = args, kwargs
        return env

    def _why_no_copy(self) -> str:
        """Why it cannot be copied; empty if it can."""
        return ""

    def __reduce__(self) -> tuple[Callable[..., FreshCopies], tuple[type[Self], _Arguments, EnvSpec | None]]:
        """A copy is a fresh environment of the same arguments.

        Raises:
            ConfigError: It has no copy; says why.
        """
        problem = self._why_no_copy()
        if problem:
            raise ConfigError(problem)
        return _fresh, (type(self), self._arguments, self.spec)


def _fresh(cls: Callable[..., FreshCopies], arguments: _Arguments, spec: EnvSpec | None) -> FreshCopies:
    args, kwargs = arguments
    env = cls(*args, **kwargs)
    env.spec = spec
    return env
