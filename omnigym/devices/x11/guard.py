"""Deadlines for calls that have none of their own, and one kind of error for everything that can go wrong."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from Xlib import error

from omnigym.devices.x11.dbus import BusClosedError
from omnigym.devices.x11.display import CONNECTION_ERRORS
from omnigym.errors import DeviceError, DeviceLostError, DeviceTimeoutError

# -- watchdog ---------------------------------------------------------------------------------------------------------

# Something done when time is up, for many short calls: one thread watches them all, not a timer each.


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
                threading.Thread(target=self._run, name="omnigym-x11-watchdog", daemon=True).start()
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


# -- guard ------------------------------------------------------------------------------------------------------------

_ADVICE = "Reset the device."


@contextmanager
def guarded(watchdog: Watchdog, call: str, seconds: float, kill: Callable[[], None]) -> Iterator[None]:
    """Do something with the desktop within a deadline.

    An X server that hangs never answers and python-xlib waits for ever, so at the deadline the desktop is killed:
    that breaks the connection, and the wait.

    Args:
        watchdog: Watches the deadline.
        call: The device's call, for the error.
        seconds: The deadline.
        kill: Kills the desktop; called from another thread.

    Raises:
        DeviceTimeoutError: The deadline passed.
        DeviceLostError: The desktop is gone.
        DeviceError: As raised within, with the name of this call.
    """
    watch = watchdog.begin(seconds, kill)
    try:
        yield
    except (*CONNECTION_ERRORS, BusClosedError, error.XError, DeviceLostError) as e:
        if watch.acted:
            problem = f"no answer within {seconds:g} s; the desktop was killed."
            raise DeviceTimeoutError("x11", call, problem, _ADVICE) from e
        problem = e.problem if isinstance(e, DeviceLostError) else f"the desktop is gone: {e or type(e).__name__}."
        raise DeviceLostError("x11", call, problem, _ADVICE) from e
    except DeviceError as e:
        e.call = call
        raise
    finally:
        watchdog.stop(watch)
