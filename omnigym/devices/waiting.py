"""Waiting: for a connection that can be read or written, within a deadline, and for what a real device shows late.

The first is done by poll(), as select() takes no descriptor above 1023.
"""

from __future__ import annotations

import math
import select
import socket
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol

__all__ = ["LATE_WAIT", "LATE_WAITS", "Deadline", "Ready", "late_waits", "receive", "wait_for"]

#: A real device may show what was done only after the action has returned: the most waits for it, and the seconds of
#: each. Oracles wait so long after a node, and an environment at the end of an episode.
LATE_WAITS, LATE_WAIT = 12, 0.25
#: At the end of an episode programs that still work are waited for, until so many waits in a row found none at work, or
#: so many seconds have passed.
_CALM_WAITS, _MOST_WORK_S = 4, 10.0

#: Nobody waits for longer than this, in seconds.
_LONGEST = 1e6


class _HasDescriptor(Protocol):
    def fileno(self) -> int: ...


class Ready(NamedTuple):
    """What can be done without waiting. It may fail: a connection that has ended is ready for all that is wanted of it.

    Attributes:
        read, write: Whether that can be.
    """

    read: bool
    write: bool


def wait_for(timeout: float, read: int | _HasDescriptor | None, write: int | _HasDescriptor | None = None) -> Ready:
    """Wait until one of two connections is ready.

    Args:
        timeout: In seconds, of which each begun millisecond counts; it may be infinite.
        read, write: What is to be read, and what is to be written to; or its descriptor. They may be the same.
    """
    poll = select.poll()
    wanted: dict[int, int] = {}
    for connection, event in ((read, select.POLLIN), (write, select.POLLOUT)):
        if connection is not None:
            descriptor = connection if isinstance(connection, int) else connection.fileno()
            wanted[descriptor] = wanted.get(descriptor, 0) | event
            poll.register(descriptor, wanted[descriptor])
    found = poll.poll(math.ceil(min(max(timeout, 0.0), _LONGEST) * 1000))
    reads = any(wanted[d] & select.POLLIN and event & ~select.POLLOUT for d, event in found)
    writes = any(wanted[d] & select.POLLOUT and event & ~select.POLLIN for d, event in found)
    return Ready(reads, writes)


class Deadline:
    """A moment by which a call must be over.

    Args:
        seconds: From now.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """The seconds that are left.

        Raises:
            TimeoutError: There are none.
        """
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError(f"no answer within {self.seconds:g} s")
        return left

    @property
    def passed(self) -> bool:
        """Whether it is over."""
        return time.monotonic() >= self._end


def late_waits(wait: Callable[[], bool], least: int) -> Iterator[None]:
    """Wait for what programs still do, and yield after each wait.

    Args:
        wait: Waits for a moment, and returns whether programs worked in it.
        least: The number of waits, whether or not they work. Programs also act when a timer rings.
    """
    deadline, calm, done = Deadline(_MOST_WORK_S), _CALM_WAITS, 0
    while done < least or (calm < _CALM_WAITS and not deadline.passed):
        calm = 0 if wait() else calm + 1
        done += 1
        yield


def receive(connection: socket.socket, count: int, deadline: Deadline) -> bytes:
    """Exactly ``count`` bytes.

    Raises:
        EOFError: There are fewer.
        TimeoutError: They did not come in time.
    """
    out = bytearray(count)
    view, got = memoryview(out), 0
    while got < count:
        connection.settimeout(deadline.left())
        size = connection.recv_into(view[got:])
        if not size:
            raise EOFError(f"expected {count} bytes, got {got} and then the end")
        got += size
    return bytes(out)
