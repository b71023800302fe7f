"""Starting a browser on a leash, and ending it."""

from __future__ import annotations

import fcntl
import os
import socket
import subprocess
import sys
import time
from collections.abc import Sequence

from omnigym.devices.chromium import leash
from omnigym.devices.chromium.pipe import Listener, Pipe, ProtocolError
from omnigym.devices.chromium.place import Place
from omnigym.devices.chromium.programs import Program, flags
from omnigym.devices.chromium.proxy import Route, routes_to_json
from omnigym.errors import DeviceError, DeviceLostError, DeviceStartError

__all__ = ["BrowserProcess"]

_START_TIMEOUT = 20.0
_PATIENCE = 5.0
#: Where the browser's own sandbox was found not to work, it is not tried again: the answer is the machine's.
_unsandboxed: set[str] = set()


class BrowserProcess:
    """A running browser with its place.

    Args:
        program: What to start.
        size: The (width, height) of its pages in pixels.
        routes: Where its pages may go.
        listener: Hears the browser's events.

    Attributes:
        place: Its directory.
        pipe: The DevTools connection.
        program: What was started.

    Raises:
        DeviceStartError: It did not come up; nothing of it is left then.
    """

    def __init__(self, program: Program, size: tuple[int, int], routes: Sequence[Route], listener: Listener) -> None:
        self.program, self._size = program, size
        for sandboxed in (True, False):
            if sandboxed and program.path in _unsandboxed:
                continue
            self.place = Place.create()
            self._start(routes, listener, sandboxed)
            try:
                self.pipe.until(time.monotonic() + _START_TIMEOUT)
                self.pipe.call("Browser.getVersion")
                return
            except DeviceLostError as e:
                self.place.note_log()
                self.close()
                if not sandboxed:
                    advice = "What it said is logged at level DEBUG."
                    raise DeviceStartError("chromium", "reset", f"{program.path} ended.", advice) from e
                _unsandboxed.add(program.path)
            except (DeviceError, ProtocolError) as e:
                self.close()
                raise DeviceStartError("chromium", "reset", f"{program.path} does not answer as it should: {e}") from e

    def kill(self) -> None:
        """Let it be killed and removed; does not wait."""
        if self._leash.stdin is not None:
            self._leash.stdin.close()

    def close(self) -> None:
        """End it; nothing of it is left running or on disk. May be called twice."""
        self.kill()
        self.pipe.close()
        try:
            self._leash.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._leash.kill()
            self._leash.wait()
        leash.remove(str(self.place.root))

    def _start(self, routes: Sequence[Route], listener: Listener, sandboxed: bool) -> None:
        user = self.place.user
        commands_end, commands = os.pipe()
        answers, answers_end = os.pipe()
        gate = socket.create_server(("127.0.0.1", 0), backlog=128)
        # Out of the way of 3 to 5, which they become.
        ends = (commands_end, answers_end, gate.fileno())
        theirs = [fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 10) for fd in ends]
        # The browser expects its pipes as descriptors 3 and 4, which a shell arranges without a fork hook.
        moves = "3<&{0} 4>&{1} 5<&{2} {0}<&- {1}>&- {2}<&-".format(*theirs)
        script = f'exec {moves}; exec "$@"'
        python = [sys.executable, "-I", "-S", leash.__file__, str(os.getpid()), str(self.place.root)]
        rest = ["" if user is None else str(user), routes_to_json(routes), self.program.path]
        rest += flags(self.program, str(self.place.profile), self._size, gate.getsockname()[1], sandboxed)
        try:
            self._leash = subprocess.Popen(
                ["/bin/bash", "-c", script, "leash", *python, *rest],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=theirs,
                env=self._environment(),
                cwd="/",
                start_new_session=True,
            )
        except OSError as e:
            os.close(commands)
            os.close(answers)
            leash.remove(str(self.place.root))
            raise DeviceStartError("chromium", "reset", f"cannot start {self.program.path}: {e.strerror}.") from e
        finally:
            gate.close()
            for fd in (commands_end, answers_end, *theirs):
                os.close(fd)
        self.pipe = Pipe(commands, answers, listener)

    def _environment(self) -> dict[str, str]:
        """A clean environment: nothing of the caller's gets in."""
        home = str(self.place.profile)
        return {"HOME": home, "TMPDIR": home, "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC"}
