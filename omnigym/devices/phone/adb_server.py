"""A real adb server of one's own, for tests and benchmarks of what stands between an environment and a phone."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import socket
import subprocess
import tempfile
from typing import Self

from omnigym.errors import DeviceError, DeviceTimeoutError, MissingDependencyError

__all__ = ["AdbProgram"]

_TIMEOUT_S = 30.0
#: Linux hands out ports from 32768 on, macOS and Windows from 49152.
_PORTS = range(20000, 32768)


class AdbProgram:
    """The adb program of this machine with a server, keys and a port of its own. The server ends with this object.

    Args:
        program: Its path; by default the one on the search path.

    Raises:
        MissingDependencyError: There is none.
    """

    def __init__(self, program: str = "adb") -> None:
        found = shutil.which(program)
        if found is None:
            raise MissingDependencyError("adb", "A real adb server", "sudo apt-get install -y adb")
        self._program = found
        self._home = tempfile.TemporaryDirectory(prefix="omnigym-adb-")
        self.port = _free_port()

    def run(self, *arguments: str, stdin: bytes = b"", timeout: float = _TIMEOUT_S) -> bytes:
        """The standard output of adb with these arguments.

        Raises:
            DeviceError: It failed.
        """
        done = self.call(*arguments, stdin=stdin, timeout=timeout)
        if done.returncode:
            said = " ".join((done.stderr or done.stdout).decode(errors="replace").split())
            raise DeviceError("adb", " ".join(arguments), f"exit code {done.returncode}: {said}")
        return done.stdout

    def call(
        self, *arguments: str, stdin: bytes = b"", timeout: float = _TIMEOUT_S
    ) -> subprocess.CompletedProcess[bytes]:
        """Run adb with these arguments, whatever comes of it.

        Raises:
            DeviceTimeoutError: It did not end in time.
        """
        # Without mDNS, as nothing but what is asked for is to be found, and with a key of its own.
        environment = {**os.environ, "HOME": self._home.name, "ANDROID_SDK_HOME": self._home.name, "ADB_MDNS": "0"}
        command = [self._program, "-P", str(self.port), *arguments]
        try:
            return subprocess.run(
                command, input=stdin, capture_output=True, env=environment, timeout=timeout, check=False
            )
        except subprocess.TimeoutExpired:
            raise DeviceTimeoutError("adb", " ".join(arguments), f"no end within {timeout:g} s.") from None

    def version(self) -> str:
        """What it says of itself, in one line."""
        return " ".join(self.run("version").decode().splitlines()[:2])

    def close(self) -> None:
        """End the server; may be called twice."""
        self.call("kill-server")
        self._home.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _free_port() -> int:
    """A port that nobody has, below those that systems hand out: the server binds it later, when asked first."""
    while True:
        port = secrets.choice(_PORTS)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
