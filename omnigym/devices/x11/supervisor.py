"""The process that owns the desktops of one device, so that nothing of them outlives the device.

It is run as a program of its own (standard library only, nothing of omnigym) and is the parent of each desktop's
sandbox. It ends every desktop and removes its directory when it is told to, when the device's process dies however
it dies (a pidfd tells), or when the socket to it closes. If it is itself killed, the kernel kills the sandbox (its
parent-death signal), and the next start of a device sweeps the directory.

Messages are one JSON object a datagram on the socket that is its standard input::

    {"do": "start", "id", "argv", "env", "user", "dir"}    with a descriptor: its input and output
    {"do": "log", "id"}
    {"do": "stop", "id"}
    -> {"started": id, "pid"}  {"failed": id, "why"}  {"log": id, "text"}  {"stopped": id}

What a desktop's programs write to their standard error comes here by a pipe, and only the last of it is kept: in a file
of theirs they could put a link, and into one of ours more than there is room for.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from typing import Any

__all__ = ["DISPLAY", "MARKER", "kill_marked", "main", "marked_processes", "remove"]

MARKER = "OMNIGYM_DESKTOP"
#: The file in a desktop's directory that holds its display number.
DISPLAY = "display"
#: So much of a desktop's log is kept, in bytes.
_LOG_BYTES = 8192


def marked_processes(directory: str) -> list[int]:
    """The processes whose environment says that they belong to the desktop in ``directory``."""
    needle = f"{MARKER}={directory}".encode()
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit() and int(entry) != os.getpid():
            with contextlib.suppress(OSError), open(f"/proc/{entry}/environ", "rb") as f:
                if needle in f.read().split(b"\0"):
                    found.append(int(entry))
    return found


def kill_marked(directory: str, patience: float = 2.0) -> None:
    """Kill what belongs to a desktop, again and again until a look finds nothing (children may be born meanwhile)."""
    end = time.monotonic() + patience
    while (alive := marked_processes(directory)) and time.monotonic() < end:
        for pid in alive:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
            with contextlib.suppress(OSError):
                os.waitpid(pid, os.WNOHANG)
        select.select([], [], [], 0.005)


def remove(directory: str, patience: float = 2.0) -> None:
    """Remove a desktop's directory, and what it has elsewhere.

    Processes that are dying may still write to it, so it is tried until it is gone.
    """
    _remove_socket(directory)
    end = time.monotonic() + patience
    while os.path.lexists(directory):
        with contextlib.suppress(RecursionError):
            shutil.rmtree(directory, ignore_errors=True)
        if time.monotonic() > end:
            break
        if os.path.lexists(directory):
            _remove_thoroughly(directory)
            select.select([], [], [], 0.005)
    with contextlib.suppress(OSError):
        os.rmdir(os.path.dirname(directory))  # the last one out


def _remove_thoroughly(directory: str) -> None:
    """Remove directories that are deeper than Python gets, or that their owner shut. Neither program follows links."""
    for command in (["chmod", "-R", "u+rwX"], ["rm", "-rf"]):
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            subprocess.run([*command, "--", directory], stderr=subprocess.DEVNULL, timeout=60, check=False)


def _remove_socket(directory: str) -> None:
    """Remove the X server's socket: our link to it, or, where there is no sandbox, what the killed server left."""
    with contextlib.suppress(OSError, ValueError):
        # Without a sandbox it may be anything by now.
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        with open(os.open(os.path.join(directory, DISPLAY), flags), "rb") as f:
            number = int(f.read(16))
        path = f"/tmp/.X11-unix/X{number}"
        if os.path.islink(path):
            if os.readlink(path).startswith(directory + "/"):
                os.unlink(path)
        elif _is_dead(path):
            os.unlink(path)


def _is_dead(path: str, patience: float = 0.5) -> bool:
    """Whether nobody listens at a socket; a process that was killed gives up its sockets last of all."""
    end = time.monotonic() + patience
    while True:
        with socket.socket(socket.AF_UNIX) as probe:
            if probe.connect_ex(path) == errno.ECONNREFUSED:
                return True
        if time.monotonic() > end:
            return False
        select.select([], [], [], 0.01)


class _Desktops:
    """The desktops that run, by id."""

    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._running: dict[str, tuple[subprocess.Popen[bytes], dict[str, Any]]] = {}
        self._logs: dict[int, str] = {}
        self._said: dict[str, bytes] = {}

    @property
    def logs(self) -> list[int]:
        """The descriptors from which the desktops' logs come."""
        return list(self._logs)

    def start(self, order: dict[str, Any], descriptors: list[int]) -> None:
        """Run the command with the descriptor as its input and output."""
        (channel,) = descriptors
        user = order["user"]
        log, log_end = os.pipe()
        try:
            process = subprocess.Popen(
                order["argv"],
                env={**order["env"], MARKER: order["dir"]},
                stdin=channel,
                stdout=channel,
                stderr=log_end,
                cwd="/",
                start_new_session=True,
                **({} if user is None else {"user": user, "group": user, "extra_groups": []}),
            )
        except OSError as e:
            os.close(log)
            self._say({"failed": order["id"], "why": str(e)})
            remove(order["dir"])
            return
        finally:
            os.close(channel)
            os.close(log_end)
        os.set_blocking(log, False)
        self._logs[log], self._said[order["id"]] = order["id"], b""
        self._running[order["id"]] = process, order
        self._say({"started": order["id"], "pid": process.pid})

    def stop(self, name: str) -> None:
        """Kill a desktop and leave nothing of it on disk."""
        if name in self._running:
            process, order = self._running.pop(name)
            process.kill()
            process.wait()
            for log in [log for log, owner in self._logs.items() if owner == name]:
                self._end_log(log)
            del self._said[name]
            if order["argv"][0] != "bwrap":
                kill_marked(order["dir"])
            remove(order["dir"])
        self._say({"stopped": name})

    def hear(self, log: int) -> None:
        """Take in what comes from a log."""
        if log in self._logs:
            with contextlib.suppress(BlockingIOError):
                data = os.read(log, 1 << 16)
                self._said[self._logs[log]] = (self._said[self._logs[log]] + data)[-_LOG_BYTES:]
                if not data:
                    self._end_log(log)

    def tell(self, name: str) -> None:
        """Tell the last that a desktop's programs wrote."""
        for log, owner in list(self._logs.items()):
            if owner == name:
                self.hear(log)
        self._say({"log": name, "text": self._said.get(name, b"").decode(errors="replace")})

    def _end_log(self, log: int) -> None:
        del self._logs[log]
        os.close(log)

    def stop_all(self) -> None:
        """Kill them all."""
        for name in list(self._running):
            self.stop(name)

    def _say(self, message: dict[str, Any]) -> None:
        with contextlib.suppress(OSError):
            self._control.send(json.dumps(message).encode())


def main() -> None:
    """Serve until the owner, whose process id is the argument, is gone."""
    owner = int(sys.argv[1])
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # Not SIG_IGN: that would be inherited, and no command on a desktop could be ended.
        signal.signal(name, lambda *_: None)
    control = socket.socket(fileno=0)
    desktops = _Desktops(control)
    watched: list[Any] = [control]
    with contextlib.suppress(OSError):
        watched.append(os.pidfd_open(owner))
    while os.getppid() == owner:
        ready = select.select([*watched, *desktops.logs], [], [])[0]
        for log in ready:
            if isinstance(log, int) and log not in watched:
                desktops.hear(log)
        if any(end in ready for end in watched[1:]):
            break
        if control not in ready:
            continue
        data, descriptors, _, _ = socket.recv_fds(control, 1 << 20, 1)
        if not data:
            break
        order = json.loads(data)
        if order["do"] == "start":
            desktops.start(order, descriptors)
        elif order["do"] == "log":
            desktops.tell(order["id"])
        else:
            desktops.stop(order["id"])
    desktops.stop_all()


if __name__ == "__main__":
    main()
