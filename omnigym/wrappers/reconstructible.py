"""Copying wrappers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import gymnasium
from gymnasium.utils import RecordConstructorArgs

__all__ = ["ReconstructibleWrapper"]


class ReconstructibleWrapper(RecordConstructorArgs):
    """Base of wrappers whose copies, by `copy` or `pickle`, are new wrappers with the same arguments.

    The copy wraps a copy of the environment. As with an environment, nothing of an episode is copied: neither masks of
    its screens nor an open recording.
    """

    env: gymnasium.Env

    def __reduce__(self) -> tuple[object, ...]:
        return _fresh, (type(self), self.env, self._saved_kwargs)


def _fresh(cls: Callable[..., gymnasium.Env], env: gymnasium.Env, arguments: Mapping[str, object]) -> gymnasium.Env:
    return cls(env, **arguments)
