"""Something done when time is up, for many short calls: one thread watches them all, not a timer each."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

__all__ = ["Watch", "Watchdog"]


class Watch:
    """One call that is watched.

    Attributes:
        end: When its time is up, on the monotonic clock.
        act: What is done then.
        acted: Whether that was done.
    """

    __slots__ = ("act", "acted", "end")

    def __init__(self, end: float, act: Callable[[], object]) -> None:
        self.end, self.act, self.acted = end, act, False


class Watchdog:
    """Watches calls of any thread. Its own is there only while there is something to watch, and a little longer."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._watches: set[Watch] = set()
        self._runs, self._wakes = False, 0.0

    def begin(self, seconds: float, act: Callable[[], object]) -> Watch:
        """Have something done, on the watchdog's thread, unless `stop` comes within so many seconds."""
        watch = Watch(time.monotonic() + seconds, act)
        with self._changed:
            self._watches.add(watch)
            if not self._runs:
                self._runs, self._wakes = True, watch.end
                threading.Thread(target=self._run, name="omnigym-watchdog", daemon=True).start()
            elif watch.end < self._wakes:
                self._changed.notify()
        return watch

    def stop(self, watch: Watch) -> None:
        """The call has ended. The thread is not woken for that: the next call is likely to be soon."""
        with self._changed:
            self._watches.discard(watch)

    def _run(self) -> None:
        while (due := self._wait()) is not None:
            for watch in due:
                watch.act()

    def _wait(self) -> list[Watch] | None:
        """The watches whose time is up, once there are some; None if there is nothing left to watch."""
        with self._changed:
            while self._watches:
                now = time.monotonic()
                due = [w for w in self._watches if w.end <= now]
                if due:
                    self._watches.difference_update(due)
                    for watch in due:
                        watch.acted = True
                    return due
                self._wakes = min(w.end for w in self._watches)
                self._changed.wait(self._wakes - now)
            self._runs = False
            return None
