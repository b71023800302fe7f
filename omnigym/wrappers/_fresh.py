"""What a wrapper's copy is."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import gymnasium
from gymnasium.utils import RecordConstructorArgs

__all__ = ["Fresh"]


class Fresh(RecordConstructorArgs):
    """Makes a copy of a wrapper, by `copy` or `pickle`, a fresh one of the same arguments around a copy of the wrapped.

    As with an environment, nothing of an episode goes along: no mask of its screens, no open recording.
    """

    env: gymnasium.Env

    def __reduce__(self) -> tuple[object, ...]:
        return _fresh, (type(self), self.env, self._saved_kwargs)


def _fresh(cls: Callable[..., gymnasium.Env], env: gymnasium.Env, arguments: Mapping[str, object]) -> gymnasium.Env:
    return cls(env, **arguments)
