"""Deadlines for calls that have none of their own, and one kind of error for everything that can go wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from Xlib import error

from omnigym.devices.watchdog import Watchdog
from omnigym.devices.x11.dbus import BusClosedError
from omnigym.devices.x11.display import CONNECTION_ERRORS
from omnigym.errors import DeviceError, DeviceLostError, DeviceTimeoutError

__all__ = ["guard_call"]

_ADVICE = "Reset the device."


@contextmanager
def guard_call(watchdog: Watchdog, call: str, seconds: float, kill: Callable[[], None]) -> Iterator[None]:
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
