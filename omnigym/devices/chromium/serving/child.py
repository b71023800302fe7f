"""The process of one application.

``python -m omnigym.devices.chromium.serving.child prepare MODULE FOLDER`` makes its data and ends;
``... serve MODULE FOLDER PRISTINE PORT OWNER`` serves them. ``MODULE`` has ``prepare(folder)`` and
``load(folder)``, which returns a WSGI application.

While it serves it does what it reads from its standard input, a word a line, and answers each with a line on its
standard output. It ends, and removes its folder, when that input closes or its owner dies however it dies.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import fcntl
import importlib
import os
import random
import select
import shutil
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from omnigym.devices.chromium.frames import EPOCH
from omnigym.devices.chromium.serving.prepared import DATA, Restorer
from omnigym.devices.chromium.watchdog_process import LOCK

# -- the clock of an application --------------------------------------------------------------------------------------

# It shows the time of the episode, not that of the machine.

#: When every episode begins, as for the pages.
START = dt.datetime.fromtimestamp(EPOCH, dt.UTC)


class Traveller(Protocol):
    """What moves the time of a process."""

    def shift(self, delta: float) -> None:
        """Let so many seconds pass."""

    def move_to(self, destination: dt.datetime) -> None:
        """Make it that time."""


class Clock:
    """Stands still but for one second with each request that may change something, so that records have an order.

    Args:
        traveller: Of ``time_machine``.
    """

    def __init__(self, traveller: Traveller) -> None:
        self._traveller = traveller

    def tick(self) -> None:
        """A second passes."""
        self._traveller.shift(1)

    def reset(self) -> None:
        """The episode begins."""
        self._traveller.move_to(START)


def stopped_clock() -> Clock:
    """Let this whole process see the clock of an episode that begins."""
    import time_machine

    return Clock(time_machine.travel(START, tick=False).start())


# -- what every request of an application goes through ----------------------------------------------------------------

_READING = frozenset({"GET", "HEAD", "OPTIONS", "PROPFIND", "REPORT"})


class Gate:
    """Counts the requests that are being answered, so that data are not replaced under them, and ticks the clock.

    Args:
        application: A WSGI application.
        clock: Ticks with each request that may change something.
    """

    def __init__(self, application: Callable[..., Iterable[bytes]], clock: Clock) -> None:
        self._application, self._clock = application, clock
        self._changed = threading.Condition()
        self._inside = 0
        self._shut = False

    def __call__(self, environ: dict[str, object], start_response: Callable[..., object]) -> list[bytes]:
        """Answer a request, in one piece."""
        with self._changed:
            self._changed.wait_for(lambda: not self._shut)
            self._inside += 1
            if environ["REQUEST_METHOD"] not in _READING:
                self._clock.tick()
        written: list[bytes] = []

        def start(status: str, headers: object, problem: object = None) -> Callable[[bytes], None]:
            start_response(status, headers, problem)
            return written.append

        try:
            answer = self._application(environ, start)
            try:
                written.extend(answer)
            finally:
                getattr(answer, "close", lambda: None)()
            return [b"".join(written)]
        finally:
            with self._changed:
                self._inside -= 1
                self._changed.notify_all()

    @contextmanager
    def shut(self) -> Iterator[None]:
        """Wait until the last caller is out, and let no other in."""
        with self._changed:
            self._shut = True
            self._changed.wait_for(lambda: not self._inside)
        try:
            yield
        finally:
            with self._changed:
                self._shut = False
                self._changed.notify_all()


# -- child ------------------------------------------------------------------------------------------------------------

#: Requests that are answered at the same time; a page loads its pictures and scripts together.
_THREADS = 6


def main() -> None:
    """Do what the arguments say."""
    # The answers go to what was standard output; what an application prints goes to the log, standard error.
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    clock = stopped_clock()
    random.seed(0)
    what, module, folder, *rest = sys.argv[1:]
    application = importlib.import_module(module)
    if what == "prepare":
        application.prepare(Path(folder))
    else:
        _serve(application, clock, Path(folder), *rest, answers=answers)


def _serve(application: Any, clock: Any, folder: Path, pristine: str, port: str, owner: str, *, answers: Any) -> None:
    from waitress.server import create_server

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    lock = os.open(folder / LOCK, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    fcntl.flock(lock, fcntl.LOCK_EX)
    restorer = Restorer(Path(pristine), folder / DATA)
    restorer.restore()
    gate = Gate(application.load(folder / DATA), clock)
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", int(port)))
    server = create_server(gate, sockets=[listening], threads=_THREADS, clear_untrusted_proxy_headers=True)

    def reset() -> None:
        with gate.shut():
            restorer.restore()
            clock.reset()
            random.seed(0)
            getattr(application, "forget", lambda: None)()

    heed = threading.Thread(target=_heed, args=({"reset": reset}, int(owner), folder, answers), daemon=True)
    heed.start()
    answers.write("ready\n")
    server.run()


def _heed(commands: dict[str, Any], owner: int, folder: Path, answers: Any) -> None:
    """Do what is read until there is nobody to read from, then end at once."""
    watched: list[int] = [0]
    with contextlib.suppress(OSError):  # it is gone already, or a system without such descriptors
        watched.append(os.pidfd_open(owner))
    try:
        while os.getppid() == owner:
            ready = select.select(watched, [], [], 1.0)[0]
            if not ready:
                continue
            words = os.read(0, 4096).decode().split() if 0 in ready else []
            if not words:
                break
            for word in words:
                commands[word]()
                answers.write(f"{word}\n")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(0)


if __name__ == "__main__":
    main()
