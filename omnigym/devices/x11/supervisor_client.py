"""The device's side of its supervisor process (see `omnigym.devices.x11.supervisor`)."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

from omnigym.devices.watchdog import Watchdog
from omnigym.devices.x11.cleanup import remove
from omnigym.devices.x11.confinement import Confinement, hand_over
from omnigym.devices.x11.host_paths import Place
from omnigym.devices.x11.shell import INIT, Shell
from omnigym.errors import DeviceStartError

__all__ = ["Keeper"]

_PATIENCE = 10.0
_FOLDERS = dict(
    zip(("omnigym.devices.x11", "omnigym.devices", "omnigym"), map(str, Path(__file__).parents), strict=False)
)
#: What the supervisor runs. The packages are there without what they import for others: it needs nothing of that, and
#: starts much faster.
_SUPERVISOR = f"""
import sys, types
for name, folder in {_FOLDERS!r}.items():
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].__path__ = [folder]
from omnigym.devices.x11.supervisor import main
main()
"""


class Keeper:
    """Starts desktops and has them removed. One a device, kept over resets. Threads may share it.

    Closing it, or its being garbage collected, ends all of its desktops.

    Attributes:
        watchdog: Watches the deadlines of calls to its desktops.
    """

    def __init__(self) -> None:
        self.watchdog = Watchdog()
        self._turn = threading.Lock()  # one question and its answer at a time
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            # -I -S: neither the user's environment nor site-packages are of use to it, and it starts twice as fast.
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", _SUPERVISOR, str(os.getpid())],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                cwd="/",
                start_new_session=True,
            )

    @property
    def alive(self) -> bool:
        """Whether the supervisor runs."""
        return self._process.poll() is None

    def start(self, place: Place, confinement: Confinement) -> Shell:
        """Start the first process of a desktop.

        Args:
            place: Its directory; removed when the desktop ends, also if this call fails.
            confinement: How it is started.

        Raises:
            DeviceStartError: It could not be started.
        """
        hand_over(place, confinement)
        channel, theirs = socket.socketpair()
        argv = [*confinement.argv, "bash", "--norc", "--noprofile", "-c", INIT]
        order = {
            "do": "start",
            "id": place.root.name,
            "argv": argv,
            "env": dict(confinement.env),
            "bare": not confinement.sandboxed,
            "watch": confinement.watch,
            "dir": str(place.root),
        }
        shell = Shell(channel)
        try:
            with self._turn, theirs:
                socket.send_fds(self._control, [json.dumps(order).encode()], [theirs.fileno()])
                reply = self._expect(("started", "failed"), place.root.name)
        except OSError as e:
            shell.close()
            raise DeviceStartError("x11", "reset", f"the supervisor is gone: {e}.", "Make the device anew.") from e
        if "failed" in reply:
            shell.close()
            raise DeviceStartError("x11", "reset", f"cannot start {argv[0]}: {reply['why']}.")
        shell.pid = reply["pid"]
        return shell

    def log(self, place: Place) -> str:
        """The last that the desktop's programs wrote to their standard error; empty if it cannot be had."""
        return str(self._ask(place).get("text", ""))

    def killed(self, place: Place) -> bool:
        """Whether a signal ended the desktop's first process."""
        return bool(self._ask(place).get("killed", False))

    def _ask(self, place: Place) -> dict[str, Any]:
        """What the supervisor tells of a desktop; nothing if it is gone."""
        try:
            with self._turn:
                self._control.send(json.dumps({"do": "log", "id": place.root.name}).encode())
                return self._expect(("log",), place.root.name)
        except OSError:
            return {}

    def stop(self, place: Place) -> None:
        """Have a desktop killed and removed; returns when that is done."""
        if self.alive:
            try:
                with self._turn:
                    self._control.send(json.dumps({"do": "stop", "id": place.root.name}).encode())
                    self._expect(("stopped",), place.root.name)
            except OSError:
                self._process.kill()
        if not self.alive or place.root.exists():
            remove(str(place.root))

    def kill(self, place: Place) -> None:
        """Have a desktop killed and removed; does not wait, and may be called from any thread."""
        with contextlib.suppress(OSError):  # a supervisor that is gone took its desktops with it
            self._control.send(json.dumps({"do": "stop", "id": place.root.name}).encode())

    def close(self) -> None:
        """End the supervisor with all its desktops."""
        self._control.close()
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _expect(self, kinds: tuple[str, ...], name: str) -> dict[str, Any]:
        end = time.monotonic() + _PATIENCE
        while (left := end - time.monotonic()) > 0:
            self._control.settimeout(left)
            data = self._control.recv(1 << 16)
            if not data:
                raise ConnectionResetError("it closed the connection")
            reply: dict[str, object] = json.loads(data)
            if any(reply.get(kind) == name for kind in kinds):
                return reply
        raise TimeoutError(f"no answer within {_PATIENCE:g} s")
