"""The desktop of somebody, in plain processes: what the device is tried on, and nothing that it started."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

_PROGRAMS = ("Xvfb", "openbox", "dbus-daemon", "mousepad", "thunar")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    missing = [p for p in _PROGRAMS if shutil.which(p) is None]
    skip = pytest.mark.skip(reason=f"not installed: {', '.join(missing)} (omnigym doctor says how to get them)")
    for item in items if missing else ():
        if item.get_closest_marker("x11") is not None and "devices/host" in item.nodeid:
            item.add_marker(skip)


@dataclass(frozen=True)
class Somebody:
    """A session that runs: display, bus, the environment of its programs, a folder for the device, its two servers."""

    display: str
    bus: str
    environment: dict[str, str]
    folder: Path
    server: subprocess.Popen[bytes]
    manager: subprocess.Popen[bytes]

    def config(self, **fields: Any) -> dict[str, Any]:
        """The arguments of a device on it."""
        return {"allow": True, "display": self.display, "bus": self.bus, "home": str(self.folder), **fields}

    def mark(self) -> str:
        """How the programs are known that a device starts in it; see `machine.mark_of`."""
        from omnigym.devices.host.linux.machine import mark_of
        from omnigym.devices.x11.display import XDisplay

        display = XDisplay(self.display)
        try:
            return mark_of(display)
        finally:
            display.close()

    def run(self, *argv: str) -> str:
        """What a program of the session says."""
        return subprocess.run(argv, env=self.environment, capture_output=True, text=True, check=True, timeout=20).stdout


@pytest.fixture(scope="session")
def somebody(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Somebody]:
    with log_in(tmp_path_factory.mktemp("somebody")) as session:
        yield session


@contextmanager
def log_in(root: Path) -> Iterator[Somebody]:
    """A session, until it is over."""
    from Xlib import display as xlib

    from omnigym.devices.waiting import wait_for
    from omnigym.devices.x11.app import installed_apps
    from omnigym.devices.x11.home import furnish

    home, run = root / "home", root / "run"
    home.mkdir()
    run.mkdir(mode=0o700)
    furnish(home, [s for app in installed_apps().values() for s in app.settings.items()], str(home))
    environment = {
        **{k: v for k, v in os.environ.items() if k in ("PATH", "PYTHONPATH")},
        "HOME": str(home),
        "XDG_RUNTIME_DIR": str(run),
        "LANG": "C.UTF-8",
        "GIO_USE_VFS": "local",
    }
    with ExitStack() as undo:

        def start(*argv: str, **more: Any) -> subprocess.Popen[bytes]:
            process = subprocess.Popen(argv, env=environment, cwd=home, stderr=subprocess.DEVNULL, **more)
            undo.callback(process.wait, 10)
            undo.callback(process.terminate)  # a killed X server leaves its socket
            return process

        reader, writer = socket.socketpair()
        with reader:
            with writer:
                number = str(writer.fileno())
                options = ("-screen", "0", "1024x768x24", "-nolisten", "tcp", "-noreset", "-ac")
                server = start("Xvfb", "-displayfd", number, *options, pass_fds=(writer.fileno(),))
            told = b""
            while not told.endswith(b"\n"):  # two writes: the server dies if nobody waits for the second
                assert wait_for(20, reader).read
                told += reader.recv(20)
        environment["DISPLAY"] = f":{told.decode().strip()}"
        listening = f"--address=unix:abstract=/tmp/{root.name}-{os.getpid()}"
        options = ("--session", "--nofork", "--nopidfile", "--print-address=1", listening)
        bus = start("dbus-daemon", *options, stdout=subprocess.PIPE)
        assert bus.stdout is not None
        undo.callback(bus.stdout.close)
        environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().decode().strip()
        connection = xlib.Display(environment["DISPLAY"])
        manager = start("openbox", "--sm-disable")
        atom = connection.intern_atom("_NET_SUPPORTING_WM_CHECK")
        connection.screen().root.change_attributes(event_mask=1 << 22)  # PropertyChangeMask
        while connection.screen().root.get_full_property(atom, 0) is None:
            connection.next_event()
        connection.close()
        address = environment["DBUS_SESSION_BUS_ADDRESS"]
        yield Somebody(environment["DISPLAY"], address, environment, root / "device", server, manager)
