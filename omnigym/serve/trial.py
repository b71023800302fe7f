"""Trials: what a client asks for is tried in a child of the worker first, under limits of its own.

A query may take minutes to answer, and a screen gigabytes, while other clients' episodes run in the worker. So the
worker forks: the child has what the worker has imported and remembered, does the work, and says what it needs. It costs
the worker a few milliseconds. Where no child can be forked safely (systems other than Linux), the worker does it.
"""

from __future__ import annotations

import ctypes
import os
import resource
import selectors
import signal
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from omnigym.errors import OmnigymError, TooLargeError

__all__ = ["TrialLimits", "Trials"]

_CHUNK: Final = 1 << 16
#: Linux's ``PR_SET_PDEATHSIG``.
_PARENT_DEATH_SIGNAL: Final = 1


@dataclass(frozen=True)
class TrialLimits:
    """The limits of a trial.

    Attributes:
        cpu_s: Seconds of processor time.
        wall_s: Seconds in all: far more, for busy machines.
        memory: Bytes, above those of the worker.
    """

    cpu_s: int = 8
    wall_s: float = 45.0
    memory: int = 2 << 30


class _Running(NamedTuple):
    pid: int
    descriptor: int
    until: float
    failed: Callable[[OmnigymError], None]


class Trials:
    """The trials of a worker.

    Args:
        selector: Which watches them; what it calls is the ``data`` of a key.
        limits: Of each.
    """

    def __init__(self, selector: selectors.BaseSelector, limits: TrialLimits) -> None:
        self._selector, self.limits = selector, limits
        self._running: list[_Running] = []

    def begin(
        self, work: Callable[[], bytes], done: Callable[[bytes], None], failed: Callable[[OmnigymError], None]
    ) -> None:
        """Do a work apart.

        Args:
            work: Returns some bytes, and raises nothing but `MemoryError`.
            done: Is called with these.
            failed: Is called if the work takes more than the limits.
        """
        if sys.platform != "linux":
            done(work())
            return
        reading, writing = os.pipe()
        pid = os.fork()
        if not pid:
            _work(work, writing, self.limits)
        os.close(writing)
        os.set_blocking(reading, False)
        running = _Running(pid, reading, time.monotonic() + self.limits.wall_s, failed)
        self._running.append(running)
        said = bytearray()

        def hear(_: int) -> None:
            said.extend(piece := os.read(reading, _CHUNK))
            if not piece:
                self._end(running)
                if said:
                    done(bytes(said))
                else:
                    failed(self._too_much())

        self._selector.register(reading, selectors.EVENT_READ, hear)

    def _too_much(self) -> TooLargeError:
        limits = self.limits
        return TooLargeError(
            f"To make this environment takes more than {limits.cpu_s} s of processor time or "
            f"{limits.memory >> 20:,} MB. Name fewer tasks or smaller sizes; a query of one suite is found sooner."
        )

    def go_on(self) -> float | None:
        """End those that take too long, and return the time until the next one would, None without."""
        now = time.monotonic()
        for running in [running for running in self._running if running.until <= now]:
            self._end(running)
            running.failed(self._too_much())
        return min([running.until - now for running in self._running], default=None)

    def _end(self, running: _Running) -> None:
        self._running.remove(running)
        self._selector.unregister(running.descriptor)
        os.close(running.descriptor)
        os.kill(running.pid, signal.SIGKILL)  # it has said all; until it is waited for, its number is nobody else's
        os.waitpid(running.pid, 0)

    def close(self) -> None:
        """End all."""
        for running in tuple(self._running):
            self._end(running)


def _work(work: Callable[[], bytes], writing: int, limits: TrialLimits) -> None:
    """Do the work in the child, and end it, whatever happens: nothing that follows is its own."""
    try:
        ctypes.CDLL(None).prctl(_PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
        signal.signal(signal.SIGXCPU, signal.SIG_DFL)
        for what, most in _limits_of(limits).items():
            resource.setrlimit(what, (most, most))
        content = work()
        while content:
            content = content[os.write(writing, content) :]
    finally:
        os._exit(0)


def _limits_of(limits: TrialLimits) -> Mapping[int, int]:
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return {
        resource.RLIMIT_CPU: limits.cpu_s,
        resource.RLIMIT_AS: pages * resource.getpagesize() + limits.memory,
        resource.RLIMIT_CORE: 0,
    }
