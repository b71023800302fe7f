"""Construction and copies of wrappers."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Self

import gymnasium
from gymnasium.utils import RecordConstructorArgs

from omnigym.errors import UnknownNameError

__all__ = ["ReconstructibleWrapper"]


class ReconstructibleWrapper(RecordConstructorArgs):
    """Base of wrappers whose copies, by `copy` or `pickle`, are new wrappers with the same arguments.

    The copy wraps a copy of the environment. As with an environment, nothing of an episode is copied: neither masks of
    its screens nor an open recording. An unknown keyword argument raises `omnigym.errors.UnknownNameError`.
    """

    env: gymnasium.Env

    def __new__(cls, *_: object, **arguments: object) -> Self:
        """Check the names of the arguments."""
        known = inspect.signature(cls.__init__).parameters
        if not any(p.kind is p.VAR_KEYWORD for p in known.values()):
            for name in arguments:
                if name not in known:
                    raise UnknownNameError(f"argument of {cls.__name__}", name, [k for k in known if k != "self"])
        return super().__new__(cls)

    def __reduce__(self) -> tuple[object, ...]:
        return _fresh, (type(self), self.env, self._saved_kwargs)


def _fresh(cls: Callable[..., gymnasium.Env], env: gymnasium.Env, arguments: Mapping[str, object]) -> gymnasium.Env:
    return cls(env, **arguments)
