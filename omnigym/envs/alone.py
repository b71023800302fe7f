"""A guard that lets one thread in at a time and refuses all others."""

from __future__ import annotations

import threading
from types import TracebackType

from omnigym.errors import ConcurrentUseError

__all__ = ["Alone"]


class Alone:
    """A context manager that only one thread can be in; another thread gets an error instead of waiting.

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
