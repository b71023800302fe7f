"""The DevTools connection to the desktop's browser, on which no program of the desktop can speak.

The browser's two pipes are one socket to the host. A small script in the desktop connects it and becomes the browser.
The host takes one connection alone, from the process that it has started itself, and a socket cannot be opened by its
name in ``/proc``. A port or a socket that stays would be open to whatever an agent runs.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import socket
import struct
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from omnigym.devices.chromium.pipe import Payload, Pipe
from omnigym.devices.safe_paths import folder_beneath
from omnigym.devices.x11.session import Session, acting_as
from omnigym.devices.x11.shell import Job

__all__ = ["DevTools"]

#: How long the browser may take to connect, in seconds, and how often it is asked whether it has.
_PATIENCE, _ASKED_EVERY_S = 10.0, 0.01
_CREDENTIALS = struct.Struct("3i")
#: Connects the descriptors on which the browser hears and speaks, and becomes the browser.
_SCRIPT = """
import os, socket, sys
line = socket.socket(socket.AF_UNIX)
line.connect(sys.argv[1])
for number in (3, 4):
    os.dup2(line.fileno(), number)
    os.set_inheritable(number, True)
os.execvp(sys.argv[2], sys.argv[2:])
"""


class DevTools:
    """Starts the browser, and has the connection to the one that runs.

    Args:
        session: The desktop.
        listener: Hears every event of the browser: its method, its parameters, and the session of the page.
    """

    def __init__(self, session: Session, listener: Callable[[str, Payload, str], None]) -> None:
        self._session, self._listener = session, listener
        self._pipe: Pipe | None = None
        self._job: Job | None = None

    @property
    def pipe(self) -> Pipe | None:
        """The connection; None if the browser does not run, or somebody on the desktop started it."""
        self._session.shell.poll()
        if self._job is not None and self._job.code is not None:
            self.drop()
        return self._pipe

    def start(self, argv: Sequence[str]) -> Job:
        """Start the browser. If it runs, this one hands over to that, and the connection stays.

        Args:
            argv: The command; the arguments that make it listen are added.
        """
        session, name = self._session, f"devtools-{secrets.token_hex(8)}"
        with self._listening(name) as gate:
            inside = f"{session.confinement.run}/{name}"
            command = ["python3", "-I", "-c", _SCRIPT, inside, argv[0], "--remote-debugging-pipe", *argv[1:]]
            job = session.shell.start(command)
            line = self._accept(gate, job)
        if line is None:
            return job
        if self.pipe is not None:
            # It lives as long as its line does, so until it has handed over.
            end = time.monotonic() + _PATIENCE
            while job.code is None and time.monotonic() < end:
                session.display.pump(_ASKED_EVERY_S)
                session.shell.poll()
            line.close()
            return job
        self._pipe = Pipe(os.dup(line.fileno()), line.detach(), self._listener)
        self._job = job
        return job

    def drop(self) -> None:
        """Close the connection: the browser ends."""
        if self._pipe is not None:
            self._pipe.close()
        self._pipe = self._job = None

    @contextmanager
    def _listening(self, name: str) -> Iterator[socket.socket]:
        """A socket of the desktop's user in its run directory, gone again afterwards."""
        with folder_beneath(self._session.place.run) as folder, socket.socket(socket.AF_UNIX) as gate:
            with acting_as(self._session.confinement.user):
                gate.bind(f"/proc/self/fd/{folder}/{name}")
            try:
                gate.listen()
                gate.setblocking(False)
                yield gate
            finally:
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(name, dir_fd=folder)

    def _accept(self, gate: socket.socket, job: Job) -> socket.socket | None:
        """The line to a job; None if it has ended. Whoever else connects is hung up on."""
        end = time.monotonic() + _PATIENCE
        while job.code is None and time.monotonic() < end:
            self._session.check()
            self._session.display.pump(_ASKED_EVERY_S)
            if not job.pid:
                continue
            try:
                line, _ = gate.accept()
            except BlockingIOError:
                continue
            pid, _, _ = _CREDENTIALS.unpack(line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size))
            if _pid_inside(pid) == job.pid:
                return line
            line.close()
        if job.code is None:
            self._session.shell.kill(job)
        return None


def _pid_inside(pid: int) -> int:
    """A process's number in its own namespace; 0 if it has ended."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[-1]) for line in lines if line.startswith("NSpid:")), 0)
