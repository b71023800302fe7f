"""The desktop's first process: a shell that starts commands and tells when they started and ended.

It is told one line of shell at a time on its input and answers one line at a time on its output. Whoever else has
something to announce (the X server its display number, D-Bus its address) writes to that output, too.
"""

from __future__ import annotations

import contextlib
import os
import select
import shlex
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from omnigym.errors import DeviceLostError

__all__ = ["INIT", "Job", "Shell"]

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
        commands: The descriptor to write lines to; it belongs to this object.
        answers: The descriptor to read from, likewise.

    Attributes:
        pid: The first process, as the host numbers it; 0 before it has started.
        announced: The lines that others wrote to its output.
        closed: Whether both ends are closed.
    """

    def __init__(self, commands: int, answers: int) -> None:
        self._commands, self.answers = commands, answers
        os.set_blocking(answers, False)
        self._buffer = b""
        self._jobs: list[Job] = []
        self.pid = 0
        self.announced: list[str] = []
        self.closed = False

    @property
    def dead(self) -> bool:
        """Whether the first process has ended; those below it may take a moment longer."""
        try:
            return Path(f"/proc/{self.pid}/stat").read_text().rpartition(") ")[2][0] in "ZX"
        except OSError:
            return True

    def start(
        self, argv: Sequence[str], output: str = "/dev/null", errors: str = "/dev/null", announces: bool = False
    ) -> Job:
        """Start a command in the background.

        Args:
            argv: The command.
            output: Where its standard output goes, as a path inside.
            errors: Where its standard error goes, likewise.
            announces: Whether the command may announce lines to the host, on its descriptor 3.

        Raises:
            DeviceLostError: The desktop is gone.
        """
        job, number = Job(tuple(argv)), len(self._jobs)
        self._jobs.append(job)
        command = f"{shlex.join(argv)} </dev/null >>{shlex.quote(output)} 2>>{shlex.quote(errors)}"
        if not announces:
            command += " 3>&-"
        self._tell(
            f'{{ {command} & p=$!; echo "started {number} $p" >&3; wait $p; echo "exited {number} $?" >&3; }} '
            "3>&1 >/dev/null 2>&1 &"
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
        if self.closed or not select.select([self.answers], [], [], max(timeout, 0.0))[0]:
            return
        data = b""
        with contextlib.suppress(BlockingIOError):
            data = os.read(self.answers, 65536)
        if not data:
            raise DeviceLostError("x11", "act", "the desktop has ended.", "Reset the environment.")
        *lines, self._buffer = (self._buffer + data).split(b"\n")
        for line in lines:
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
        """Close both ends; the desktop's processes die of it."""
        if not self.closed:
            self.closed = True
            os.close(self._commands)
            os.close(self.answers)

    def _tell(self, line: str) -> None:
        try:
            os.write(self._commands, line.replace("\n", "'$'\\n''").encode() + b"\n")
        except OSError as e:
            raise DeviceLostError("x11", "act", "the desktop has ended.", "Reset the environment.") from e

    def _take(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word in ("started", "exited"):
            number, _, value = rest.partition(" ")
            job = self._jobs[int(number)]
            if word == "started":
                job.pid = int(value)
            else:
                job.code = int(value)
        else:
            self.announced.append(line)
