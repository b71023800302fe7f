"""One thread at a time."""

from __future__ import annotations

import threading
from types import TracebackType

from omnigym.errors import ConcurrentUseError

__all__ = ["Alone"]


class Alone:
    """A ``with`` block in which one thread is at a time; another one that comes meanwhile is told so.

    Neither simulated nor real devices can be in two calls at once: a reply would reach the wrong thread, and the right
    one would wait for it for ever. A thread may go on where another one has left off: no device belongs to one. The
    thread that is inside may enter again, as a signal handler of its own does that closes an environment.

    Args:
        what: What it guards, for the error.
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
