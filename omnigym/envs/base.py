"""Base of every environment of omnigym, single or vector: copying, and access by one thread at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Self, TypeAlias

from gymnasium.envs.registration import EnvSpec

from omnigym.errors import ConcurrentUseError, ConfigError

__all__ = ["ExclusiveAccess", "FreshCopies"]

_Arguments: TypeAlias = tuple[tuple[object, ...], Mapping[str, object]]


class FreshCopies:
    """A mixin whose copies, by `copy` or `pickle`, are fresh environments with the same arguments, not yet reset.

    The arguments of subclasses are noted, too, as given. Wrappers have
    `omnigym.wrappers.reconstructible.ReconstructibleWrapper`.
    """

    spec: EnvSpec | None
    _arguments: _Arguments

    def __new__(cls, *args: object, **kwargs: object) -> Self:
        """Note the arguments."""
        env = super().__new__(cls)
        env._arguments = args, kwargs
        return env

    def _why_no_copy(self) -> str:
        """Return why it cannot be copied; empty if it can."""
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


class ExclusiveAccess:
    """A context manager that admits one thread; a second thread gets an error instead of waiting.

    A device, simulated or real, cannot handle two calls at once: a reply would reach the wrong thread, and the right
    one would wait for ever. Threads may take turns, since no device is bound to a thread. The lock is reentrant,
    because a signal handler that closes an environment runs in the thread that is inside.

    Args:
        what: Name of the guarded thing, for the error message.

    Raises:
        ConcurrentUseError: Another thread is inside (on entering).
    """

    __slots__ = ("_lock", "_what")

    def __init__(self, what: str) -> None:
        self._what = what
        self._lock = threading.RLock()

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise ConcurrentUseError(
                f"This {self._what} is in a call of another thread. Wait until that has returned (a lock around the "
                f"calls does), or make one {self._what} for each thread."
            )

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._lock.release()
