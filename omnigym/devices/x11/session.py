"""One life of a desktop: from an empty directory to a window manager that is ready, and to its end."""

from __future__ import annotations

import ctypes
import logging
import os
import platform
import posixpath
import re
import shutil
import socket
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from Xlib.error import XError

from omnigym.devices.interval_recorder import Kind, SoundRing
from omnigym.devices.safe_paths import socket_beneath
from omnigym.devices.x11.activity import PATIENCE, StoppedWatch, processes_named
from omnigym.devices.x11.app import XAppDefinition
from omnigym.devices.x11.dbus import Bus, BusClosedError, CallError
from omnigym.devices.x11.dbus_wire import DBusVariant
from omnigym.devices.x11.display import CONNECTION_ERRORS, XDisplay
from omnigym.devices.x11.file_types import MIMEAPPS, mimeapps
from omnigym.devices.x11.home import furnish
from omnigym.devices.x11.host_paths import Place
from omnigym.devices.x11.limits import Limits
from omnigym.devices.x11.modes import offer_modes
from omnigym.devices.x11.sandbox import Sandbox, choose_sandbox, native_home
from omnigym.devices.x11.shell import Job
from omnigym.devices.x11.snapshot import HomeSnapshot, put_home
from omnigym.devices.x11.sound import PROGRAMS, SoundListener, start_sound, write_sound_settings
from omnigym.devices.x11.supervisor_client import Keeper
from omnigym.errors import DeviceLostError, DeviceStartError, DeviceTimeoutError, MissingDependencyError

# -- acting -----------------------------------------------------------------------------------------------------------

# Being the user of a desktop for a moment: who connects to one of its sockets is asked for by the other side.

#: The call itself changes one thread; the C library's function of that name, all of them.
_SETRESUID = {"x86_64": 117, "aarch64": 147}.get(platform.machine())
_LIBC = ctypes.CDLL(None, use_errno=True)
_UNCHANGED = -1


@contextmanager
def acting_as(user: int | None) -> Iterator[None]:
    """Be another user, this thread alone.

    Args:
        user: Who; None changes nothing.
    """
    if user is None:
        yield
        return
    _become(user)
    try:
        yield
    finally:
        _become(0)


def _become(user: int) -> None:
    if _SETRESUID is None:
        os.seteuid(user)
    elif _LIBC.syscall(_SETRESUID, _UNCHANGED, user, _UNCHANGED) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


# -- how a desktop is to be made, decided once and for all desktops of a device ---------------------------------------


@dataclass(frozen=True, slots=True)
class Plan:
    """What a desktop is made from.

    Attributes:
        size: The screen's (width, height) in pixels.
        sandbox: See `omnigym.devices.x11.sandbox.choose_sandbox`.
        network: Whether its applications reach the network of the machine.
        quiet, cap: See `omnigym.devices.x11.settle.Settler`; in seconds.
        apps: The applications that can be launched.
        prelaunch: Those of them that are open from the beginning.
        limits: What it may take of the machine.
        home: The home that it starts with; None for a fresh one.
        recorded: What is kept of what is heard and seen on it.
        scale: How much larger than on a plain screen, of 96 dots per inch, texts and what is measured by them are.
    """

    size: tuple[int, int]
    sandbox: Sandbox
    network: bool
    quiet: float
    cap: float
    apps: Mapping[str, XAppDefinition]
    prelaunch: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    home: HomeSnapshot | None = None
    recorded: frozenset[Kind] = frozenset()
    scale: float = 1.0

    @property
    def dpi(self) -> int:
        """The screen's dots per inch."""
        return round(96 * self.scale)

    def settings(self) -> Iterator[tuple[str, str]]:
        """What the applications add to the settings files of a fresh home: path and content, each once."""
        yield MIMEAPPS, mimeapps(self.apps)
        yield from dict.fromkeys(item for app in self.apps.values() for item in app.settings.items())


# -- session ----------------------------------------------------------------------------------------------------------

_LOG = logging.getLogger(__name__)
_START_TIMEOUT = 20.0
#: How long a server that has said its number may refuse connections, and how often it is asked.
_REFUSED_S, _ASKED_EVERY_S = 2.0, 0.01
#: How late sound may come, in seconds; it is silence where nothing plays, but it comes.
_SOUND_TIMEOUT = 5.0

#: What the desktop is made of: program, and the Debian package that brings it.
_PROGRAMS: Mapping[str, str] = {
    "Xvfb": "xvfb",
    "openbox": "openbox",
    "dbus-daemon": "dbus",
    "bash": "bash",
    "/usr/libexec/at-spi-bus-launcher": "at-spi2-core",
}
#: The services that D-Bus may start; without such a list any installed desktop's would come up.
_SERVICES = ("org.a11y.Bus", "org.xfce.Xfconf", "ca.desrt.dconf")
_BUS_CONFIG = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><keep_umask/><listen>unix:path={run}/xdg/bus</listen><auth>EXTERNAL</auth>
<servicedir>{run}/services</servicedir><policy context="default"><allow user="*"/>
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
"""


def check_programs(programs: Mapping[str, str] = _PROGRAMS) -> None:
    """Look whether what a desktop is made of is installed.

    Raises:
        MissingDependencyError: Something is not; the message has the command that installs it.
    """
    missing = {p: package for p, package in programs.items() if shutil.which(p) is None}
    if missing:
        names = ", ".join(p.rpartition("/")[2] for p in missing)
        install = "apt-get install --no-install-recommends " + " ".join(sorted({*missing.values(), "bubblewrap"}))
        raise MissingDependencyError(names, "The device 'x11'", install)


class Session:
    """A running desktop.

    Args:
        keeper: Starts it, and sees to its end.
        plan: How it is to be made.

    Attributes:
        place: Its directory on the host.
        confinement: How it is confined, and what its paths are inside.
        shell: Starts commands in it.
        display: The connection to its X server.
        a11y: The connection to its accessibility bus.
        listener: Who listens to it; None where nobody does.
        unresting: The processes by which it is heard, which never rest.

    Raises:
        DeviceStartError: It did not come up; nothing of it is left then.
    """

    def __init__(self, keeper: Keeper, plan: Plan) -> None:
        self._keeper = keeper
        self._core: dict[str, Job] = {}
        self._stopped: StoppedWatch | None = None
        self.listener: SoundListener | None = None
        self.unresting: frozenset[int] = frozenset()
        self._end = time.monotonic() + _START_TIMEOUT
        self.place = Place.create()
        try:
            if plan.home is None:
                furnish(self.place.home, plan.settings(), native_home(self.place, plan.sandbox))
            for name in _SERVICES:
                source = Path(f"/usr/share/dbus-1/services/{name}.service")
                if source.exists():
                    shutil.copy(source, self.place.run / "services")
            self.confinement = choose_sandbox(self.place, plan.sandbox, plan.network, plan.limits)
            write_sound_settings(self.place)
            run = self.confinement.run
            (self.place.run / "session.conf").write_text(_BUS_CONFIG.format(run=run))
            self.shell = keeper.start(self.place, self.confinement)
            if self.confinement.disk:  # which it has by the time that anything there says a word
                self.place = self.place.seen_by(self.shell.pid)
            outside = self.place.claim_display() if self.confinement.sandboxed else None
            if plan.home is not None:
                self._await_disk()
                put_home(plan.home, self.shell, self.place, self.confinement)
            if "audio" in plan.recorded:
                self._await_disk()
                jobs, self.listener = start_sound(self.shell, self.place, self.confinement)
                self._core |= jobs
            number = self._start_servers(plan, outside)
            if outside is None:
                self.place.note_display(number)
            self._await_listening(number)
            self.display = XDisplay(f":{number}")
            offer_modes(self.display, plan.size)
            if plan.scale != 1:
                self.display.publish("RESOURCE_MANAGER", f"Xft.dpi:\t{plan.dpi}\n")
            self._start_accessibility()
            self._start_window_manager()
            if self.listener is not None:
                self.heard_until(time.monotonic())
                self.unresting = processes_named(self.shell.pid, PROGRAMS)
            self._stopped = StoppedWatch(self.shell.pid)
        except (
            OSError,
            XError,
            *CONNECTION_ERRORS,
            BusClosedError,
            CallError,
            DeviceLostError,
            DeviceTimeoutError,
        ) as e:
            self.note_log()
            self.stop()
            problem = f"the desktop did not start: {e}".strip()
            raise DeviceStartError("x11", "reset", problem, "What its programs said is logged at level DEBUG.") from e
        except DeviceStartError:
            self.stop()
            raise

    def connect(self, timeout: float = 5.0) -> Bus:
        """A new connection to the session's bus, which is the caller's to close.

        Raises:
            BusClosedError: It could not be made.
        """
        return self._bus(f"{self.confinement.run}/xdg/bus", timeout)

    def connect_to(self, address: str, timeout: float = 0.5) -> Bus:
        """A connection to the socket of an application, which is the caller's to close.

        Args:
            address: Where the application says that it listens.
            timeout: In seconds.

        Raises:
            BusClosedError: It could not be made, or the socket is not one of the desktop.
        """
        return self._bus(address.partition("path=")[2].partition(",")[0], timeout, direct=True)

    @property
    def native_home(self) -> str:
        """The home as the desktop's user writes it."""
        return self.confinement.home

    def start(self, argv: Sequence[str]) -> Job:
        """Start a command."""
        return self.shell.start(argv)

    def poll(self, timeout: float = 0.0) -> None:
        """Take in what has ended, waiting at most ``timeout`` seconds for the first of it."""
        self.shell.poll(timeout)

    def note_log(self) -> None:
        """Log what the desktop's programs wrote last. It may be anything, so it is in no error and on one line."""
        if _LOG.isEnabledFor(logging.DEBUG):
            _LOG.debug("The programs of %s said last: %r", self.place.root.name, self._keeper.log(self.place))

    def check(self) -> None:
        """Take in what the desktop announced.

        Raises:
            DeviceLostError: A part that it cannot be without has died, or does not go on.
        """
        self.shell.poll()
        for name, job in self._core.items():
            if job.code is not None:
                raise DeviceLostError("x11", "act", f"{name} ended with code {job.code}.", "Reset the device.")
        if self._stopped is not None and (name := self._stopped.find()):
            problem = f"{name} has been stopped for {PATIENCE:g} s."
            raise DeviceLostError("x11", "act", problem, "Reset the device.")

    def starves(self) -> bool:
        """Whether it waits for processors that other programs of this machine have."""
        return self._stopped is not None and self._stopped.starve()

    def stop(self) -> None:
        """End it; nothing of it is left running or on disk."""
        if hasattr(self, "a11y"):
            self.a11y.close()
        if hasattr(self, "display"):
            self.display.close()
        if hasattr(self, "shell"):
            self.shell.close()
        self._keeper.stop(self.place)
        if self.listener is not None:
            self.listener.close()

    def heard_until(self, moment: float) -> SoundRing:
        """The sound of the desktop, at least up to a moment of the monotonic clock.

        Raises:
            DeviceLostError: The sound server has ended.
            DeviceTimeoutError: It does not go on.
        """
        assert self.listener is not None
        if not self.listener.await_sound(moment, _SOUND_TIMEOUT):
            self.check()
            raise DeviceTimeoutError("x11", "audio", f"no sound came for {_SOUND_TIMEOUT:g} s.", "Reset the device.")
        return self.listener.ring

    def _await_disk(self) -> None:
        ready = self.shell.start(["true"])
        if not self.shell.wait(ready, self._end - time.monotonic()):
            raise DeviceLostError("x11", "reset", "the desktop was not ready in time.")

    def _start_servers(self, plan: Plan, claimed: int | None) -> int:
        """Start the X server and D-Bus side by side; returns the display's number."""
        screen = "{}x{}x24".format(*plan.size)
        options = ["-nolisten", "tcp"]
        if claimed is not None:
            # An abstract socket can be reached from wherever the network is shared, so there is none; and the display
            # has a number that no other one of this machine has, or programs would find that one's, which they try
            # first. Servers outside sandboxes need theirs: it is by these that they find a display that is free.
            options = [f":{claimed}", *options, "-nolisten", "local"]
        self._core["Xvfb"] = self.shell.start(
            ["Xvfb", "-displayfd", "3", "-screen", "0", screen, *options, "-noreset", "-dpi", str(plan.dpi), "-ac"],
            announces=True,
        )
        self._core["dbus-daemon"] = self.shell.start(
            [
                "dbus-daemon",
                f"--config-file={self.confinement.run}/session.conf",
                "--nofork",
                "--nopidfile",
                "--print-address=3",
            ],
            announces=True,
        )
        number, address = -1, ""
        while number < 0 or not address:
            left = self._end - time.monotonic()
            if left <= 0:
                raise DeviceLostError("x11", "reset", "the X server or D-Bus was not ready in time.")
            self.shell.poll(left)
            self.check()
            for line in self.shell.announced or ():
                number = int(line) if re.fullmatch("[0-9]{1,5}", line) else number
                address = line if line.startswith("unix:") else address
        self.shell.announced = None
        self.shell.set("DISPLAY", f":{number}")
        return number

    def _await_listening(self, number: int) -> None:
        """Wait until the X server takes connections, for python-xlib leaks two sockets where one does not."""
        end = min(self._end, time.monotonic() + _REFUSED_S)
        while True:
            with socket.socket(socket.AF_UNIX) as probe:
                refused = probe.connect_ex(f"/tmp/.X11-unix/X{number}")
            if not refused:
                return
            if time.monotonic() > end:
                raise DeviceLostError("x11", "reset", f"the X server does not listen: {os.strerror(refused)}.")
            self.check()
            self.shell.poll(_ASKED_EVERY_S)

    def _start_accessibility(self) -> None:
        timeout = self._end - time.monotonic()
        bus = self.connect(timeout)
        try:
            # Asking for the address makes D-Bus start the accessibility bus. Starting that by hand races with this.
            address = bus.call("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", timeout=timeout)[0]
            status = ("org.a11y.Status", "IsEnabled", DBusVariant("b", True))
            bus.call("org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set", "ssv", status)
        finally:
            bus.close()
        self.display.publish("AT_SPI_BUS", str(address))  # where Qt's applications look for it
        path = str(address).partition("path=")[2].partition(",")[0]
        self.a11y = self._bus(path, timeout)

    def _bus(self, inside: str, timeout: float, direct: bool = False) -> Bus:
        """A connection to a socket, by its path inside; it must be one of the desktop's run directory."""
        inside, run = posixpath.normpath(inside), self.confinement.run
        if not inside.startswith(f"{run}/") or "\0" in inside:
            raise BusClosedError("The address is not on the desktop.")
        path = inside[len(run) + 1 :].split("/")
        try:
            with socket_beneath(self.place.run, path) as found, acting_as(self.confinement.user):
                return Bus(found, self.confinement.uid, timeout, direct)
        except OSError as e:
            raise BusClosedError(f"There is no socket of a bus: {e.strerror or e}") from e

    def _start_window_manager(self) -> None:
        self._core["openbox"] = self.shell.start(["openbox", "--sm-disable"])

        def ready() -> bool:
            self.check()
            return bool(self.display.numbers(self.display.root, "_NET_SUPPORTING_WM_CHECK"))

        if not self.display.wait_until(ready, self._end - time.monotonic()):
            raise DeviceLostError("x11", "reset", "the window manager was not ready in time.")
