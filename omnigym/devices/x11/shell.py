"""The desktop's first process: a shell that starts commands and tells when they started and ended.

It is told one line of shell at a time on its input and answers one line at a time on its output. The servers that have
something to announce at the start (the X server its display number, D-Bus its address) write to that output, too.

Both are one socket. Every program of the desktop is the same user, and could open a pipe of the first process by its
name in ``/proc``; a socket cannot be opened that way, so no program can speak in the first process's name.
"""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from omnigym.devices.waiting import wait_for
from omnigym.errors import DeviceLostError

__all__ = ["INIT", "Job", "Shell"]

#: A longer line is no announcement.
_LONGEST = 4096
_ANSWER = re.compile(r"(started|exited) ([0-9]{1,9}) ([0-9]{1,9})")

#: What the first process runs. When its input closes it kills what it started, and with it goes the sandbox.
INIT = 'cd "$HOME"; while IFS= read -r line; do eval "$line"; done; kill -KILL $(jobs -p); kill -KILL 0'


@dataclass(slots=True)
class Job:
    """A command that was started.

    Attributes:
        argv: The command.
        pid: Its process id inside; 0 until it has started.
        code: Its exit code (128 + n: signal n); None while it runs.
    """

    argv: tuple[str, ...]
    pid: int = 0
    code: int | None = None


class Shell:
    """The host's side of the first process.

    Args:
        channel: The socket to it; it belongs to this object.

    Attributes:
        pid: The first process, as the host numbers it; 0 before it has started.
        announced: The lines that servers wrote to its output; None once nothing is to be announced any more.
        closed: Whether the socket is closed.
    """

    def __init__(self, channel: socket.socket) -> None:
        self._channel = channel
        self._buffer = b""
        self._jobs: list[Job] = []
        self.pid = 0
        self.announced: list[str] | None = []
        self.closed = False

    @property
    def dead(self) -> bool:
        """Whether the first process has ended; those below it may take a moment longer."""
        try:
            with contextlib.suppress(PermissionError):
                os.readlink(f"/proc/{self.pid}/root")  # gone, and all of the disk with it, a moment earlier
            return Path(f"/proc/{self.pid}/stat").read_text().rpartition(") ")[2][0] in "ZX"
        except OSError:
            return True

    def start(self, argv: Sequence[str], output: str = "", errors: str = "", announces: bool = False) -> Job:
        """Start a command in the background.

        Args:
            argv: The command.
            output: The file that its standard output goes to, as a path inside; empty: the desktop's log.
            errors: The file that its standard error goes to, likewise.
            announces: Whether the command may announce lines to the host, on its descriptor 3.

        Raises:
            DeviceLostError: The desktop is gone.
        """
        job, number = Job(tuple(argv)), len(self._jobs)
        self._jobs.append(job)
        command = f"{shlex.join(argv)} </dev/null {_into(output, '>&2')} {_into(errors, '', 2)}"
        if not announces:
            command += " 3>&-"
        self._tell(
            f'{{ {command} & p=$!; echo "started {number} $p" >&3; wait $p; echo "exited {number} $?" >&3; }} '
            "3>&1 >/dev/null &"
        )
        return job

    def set(self, name: str, value: str) -> None:
        """Set a variable of the environment of later commands."""
        self._tell(f"export {name}={shlex.quote(value)}")

    def poll(self, timeout: float = 0.0) -> None:
        """Take in what was announced, waiting at most ``timeout`` seconds for the first of it.

        Raises:
            DeviceLostError: The desktop is gone.
        """
        if self.closed or not wait_for(timeout, self._channel).read:
            return
        try:
            data = self._channel.recv(65536, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return
        except OSError as e:
            raise _ended() from e
        if not data:
            raise _ended()
        *lines, rest = (self._buffer + data).split(b"\n")
        self._buffer = rest[: _LONGEST + 1]
        for line in lines:
            if len(line) <= _LONGEST:
                self._take(line.decode(errors="replace"))

    def wait(self, job: Job, timeout: float) -> bool:
        """Wait until a job has ended; False if it has not within ``timeout`` seconds."""
        end = time.monotonic() + timeout
        while job.code is None and (left := end - time.monotonic()) > 0:
            self.poll(left)
        return job.code is not None

    def kill(self, job: Job) -> None:
        """Kill a job's process."""
        if job.pid and job.code is None:
            self._tell(f"kill -KILL {job.pid}")

    def close(self) -> None:
        """Close the socket; the desktop's processes die of it."""
        if not self.closed:
            self.closed = True
            self._channel.close()

    def _tell(self, line: str) -> None:
        try:
            self._channel.sendall(line.replace("\n", "'$'\\n''").encode(errors="replace") + b"\n")
        except OSError as e:
            raise _ended() from e

    def _take(self, line: str) -> None:
        answer = _ANSWER.fullmatch(line)
        if answer is None:
            if self.announced is not None:
                self.announced.append(line)
            return
        number, value = int(answer[2]), int(answer[3])
        if number >= len(self._jobs):
            raise DeviceLostError("x11", "act", "its first process tells of a job that it was not given.")
        if answer[1] == "started":
            self._jobs[number].pid = value
        else:
            self._jobs[number].code = value


def _into(path: str, otherwise: str, descriptor: int = 1) -> str:
    """The redirection of a descriptor into a file."""
    return f"{descriptor}>>{shlex.quote(path)}" if path else otherwise


def _ended() -> DeviceLostError:
    return DeviceLostError("x11", "act", "the desktop has ended.", "Reset the environment.")
