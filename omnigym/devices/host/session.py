"""What a session of a machine is driven by, whatever the system: its plan, who may stop it, and commands in it."""

from __future__ import annotations

import contextlib
import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Literal, Protocol

from omnigym.actions import pixel
from omnigym.devices.input import Mouse
from omnigym.devices.live_device import LiveDesktop
from omnigym.devices.protocol import ProcessInfo
from omnigym.errors import DeviceStartError, DeviceTimeoutError, TooLargeError

__all__ = ["Corners", "HostDesktop", "HostPlan", "Runner", "StoppedByPerson"]

#: How near to two edges of the screen its corner is, in pixels.
_CORNER = 1
#: What a command may write to each of its outputs, in bytes; how often it is looked at, and what a reset's may take, in
#: seconds.
_MOST_OUTPUT, _LOOK_S, _RESTORE_S = 64 << 20, 0.02, 60.0


@dataclass(frozen=True, slots=True)
class HostPlan:
    """What is to be driven, and how; see `omnigym.devices.host.config.HostConfig`.

    Attributes:
        home: The folder of the device, or the user's own home.
    """

    size: tuple[int, int]
    display: str
    bus: str
    input: Literal["native", "pyautogui"]
    home: Path
    real_home: bool
    own_session: bool
    quiet: float
    cap: float
    patience: float
    prelaunch: tuple[str, ...]
    reset_command: tuple[str, ...]


class HostDesktop(LiveDesktop, Protocol):
    """A session, from the moment that it is taken to the one that it is given back."""

    def check(self) -> None:
        """Look whether everything that must live does.

        Raises:
            DeviceError: It does not.
        """
        ...

    def reset(self) -> None:
        """Undo what can be undone.

        Raises:
            DeviceStartError: Something cannot.
            StoppedByPerson: Somebody stopped the device.
        """
        ...

    def processes(self) -> tuple[ProcessInfo, ...]:
        """The processes of the user, but for this one."""
        ...

    def run(self, argv: Sequence[str], timeout: float) -> tuple[int, bytes, bytes]:
        """Run a command to its end; see `Runner.run`."""
        ...

    def close(self) -> None:
        """Give the machine back."""
        ...


# -- who stops it -----------------------------------------------------------------------------------------------------


class StoppedByPerson(Exception):
    """Somebody pushed the pointer into a corner: which one."""


class Corners:
    """The fail-safe: whoever pushes the pointer into a corner of the screen stops the device. No click of it counts.

    Args:
        size: The screen's (width, height) in pixels.
        pointer: Where the pointer is.
    """

    def __init__(self, size: tuple[int, int], pointer: Callable[[], tuple[int, int]]) -> None:
        self._size, self._pointer = size, pointer
        self._mouse: Mouse | None = None

    def see_free(self) -> None:
        """See that a device may start.

        Raises:
            DeviceStartError: The pointer is in a corner.
        """
        if self.hold(self._pointer()):
            problem = "the pointer is in a corner of the screen, which stops the device."
            raise DeviceStartError("host", "reset", problem, "Move it away to go on.")

    def begin(self, mouse: Mouse) -> None:
        """Move the pointer to the middle; from now on it is where this mouse left it, unless somebody moves it."""
        mouse.move(*pixel((0.5, 0.5), self._size))
        self._mouse = mouse

    def leave(self) -> None:
        """Move the pointer out of a corner that the device went into: it would keep the next start away."""
        if self._mouse is not None and self.hold(self._mouse.at) and self._pointer() == self._mouse.at:
            self._mouse.move(*pixel((0.5, 0.5), self._size))

    def see_who_moves(self) -> None:
        """Look whether somebody pushed the pointer into a corner since the device left it at a place.

        Raises:
            StoppedByPerson: Somebody did.
        """
        if self._mouse is None:
            return
        at = self._pointer()
        if at != self._mouse.at and self.hold(at):
            raise StoppedByPerson(f"somebody pushed the pointer into the corner at {at}, which stops it.")

    def hold(self, at: tuple[int, int]) -> bool:
        """Whether a place is in a corner."""
        return all(n <= _CORNER or n >= extent - 1 - _CORNER for n, extent in zip(at, self._size, strict=True))


# -- commands ---------------------------------------------------------------------------------------------------------


class Runner:
    """Runs commands in a session.

    Args:
        environment: What they have.
        folder: Where they work.
        meanwhile: Lets the session go on for so many seconds.
        kill: Ends a command with all that it started.
        options: Arguments of `subprocess.Popen` with which it can be ended so.
    """

    def __init__(
        self,
        environment: Mapping[str, str],
        folder: str,
        meanwhile: Callable[[float], object],
        kill: Callable[[subprocess.Popen[bytes]], object],
        options: Mapping[str, Any],
    ) -> None:
        self._environment, self._folder, self._options = environment, folder, options
        self._meanwhile, self._kill = meanwhile, kill

    def run(self, argv: Sequence[str], timeout: float) -> tuple[int, bytes, bytes]:
        """Run a command to its end: exit code (128 + n: signal n), standard output, standard error.

        Raises:
            DeviceTimeoutError: It did not end in time; it was killed.
            TooLargeError: It wrote more than is read.
        """
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
            try:
                job = subprocess.Popen(
                    argv,
                    env=self._environment,
                    cwd=self._folder,
                    stdin=subprocess.DEVNULL,
                    stdout=out,
                    stderr=errors,
                    **self._options,
                )
            except OSError as e:
                return 127, b"", os.fsencode(str(e))
            end = time.monotonic() + timeout
            try:
                while job.poll() is None:
                    # The command may ask for something that only the session's own queue answers.
                    self._meanwhile(_LOOK_S)
                    if max(_length(out), _length(errors)) > _MOST_OUTPUT:
                        raise TooLargeError(f"What {argv[0]} said has more than {_MOST_OUTPUT} bytes.")
                    if time.monotonic() > end:
                        problem = f"{argv[0]} did not end within {timeout:g} s; it was killed."
                        raise DeviceTimeoutError("host", "run", problem)
            finally:
                if job.poll() is None:
                    with contextlib.suppress(ProcessLookupError):
                        self._kill(job)
                    job.wait()
            code = job.returncode if job.returncode >= 0 else 128 - job.returncode
            return code, _content(out), _content(errors)

    def restore(self, argv: Sequence[str]) -> bytes:
        """Run the user's command of a reset, if there is one, and return what it said of errors.

        Raises:
            DeviceStartError: It failed.
        """
        if not argv:
            return b""
        code, _, said = self.run(argv, _RESTORE_S)
        if code != 0:
            problem = f"{argv[0]} ended with code {code}."
            raise DeviceStartError("host", "reset", problem, "Mend HostConfig(reset_command=...).")
        return said


def _length(file: IO[bytes]) -> int:
    return os.fstat(file.fileno()).st_size


def _content(file: IO[bytes]) -> bytes:
    file.seek(0)
    found = file.read(_MOST_OUTPUT + 1)
    if len(found) > _MOST_OUTPUT:
        raise TooLargeError(f"A command said more than {_MOST_OUTPUT} bytes.")
    return found
