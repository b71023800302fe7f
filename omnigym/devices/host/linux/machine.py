"""A session of this machine: its display and its buses, and the programs that were started in it."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import select
import signal
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from Xlib import X, Xatom, error
from Xlib.ext import res

from omnigym.devices.host.linux.input_state import InputState
from omnigym.devices.x11.cleanup import MARKER, marked_processes
from omnigym.devices.x11.dbus import Bus, BusClosedError, CallError, socket_of
from omnigym.devices.x11.dbus_wire import DBusVariant
from omnigym.devices.x11.display import CONNECTION_ERRORS, WindowEvent, XDisplay
from omnigym.devices.x11.shell import Job
from omnigym.errors import ConfigError, DeviceLostError, DeviceStartError

__all__ = ["Machine", "look", "manager_of", "mark_of"]

#: The selection that whoever drives a display owns, until its process ends.
_DRIVER = "_OMNIGYM_HOST_DRIVER"
#: The property of the root window with a number by which this X server is told from others of its name, as those of
#: containers are.
_SERVER = "_OMNIGYM_HOST_SERVER"
#: What tells of a window manager: a window of it, which has the same property.
_MANAGER = "_NET_SUPPORTING_WM_CHECK"
#: The client of the display that comes and goes with applications, and is none.
_REGISTRY = "at-spi2-registryd"
_BUS_S, _A11Y_S = 5.0, 20.0
#: How long programs may take to end when they are asked to, and how often it is looked, in seconds.
_PATIENCE_S, _LOOK_S = 2.0, 0.02
#: What a program of the device has of its environment instead of what this process has.
_QUIET: Final = {
    "GDK_BACKEND": "x11",
    "GIO_USE_VFS": "local",
    "GNOME_ACCESSIBILITY": "1",
    "GTK_OVERLAY_SCROLLING": "0",
    "NO_AT_BRIDGE": "0",
    "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
}
#: Variables by which a program would find the settings of another home.
_ELSEWHERE = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "WAYLAND_DISPLAY")


class Machine:
    """What a live display stands on, on a machine that is not the device's own.

    Args:
        display: The name of the X display; "" for that of the environment.
        bus: The address of the session's bus; "" for that of the environment.
        size: The (width, height) that the screen must have.
        home: The home of the programs that are started.
        own_home: Whether it is one of the device's, with settings of its own.
        own_session: Whether what D-Bus starts belongs to the device, too.

    Attributes:
        display: The connection to the X server.
        a11y: The connection to the accessibility bus.
        environment: What programs are started with.
        input: Its keys and buttons.
        mark: What the environment of its programs says; see `mark_of`.
        apart: Processes whose work is none of the session's.

    Raises:
        DeviceStartError: There is no such session, or another device drives it.
        ConfigError: The screen has another size.
    """

    def __init__(
        self, display: str, bus: str, size: tuple[int, int], home: Path, own_home: bool, own_session: bool = False
    ) -> None:
        name, address = _display_of(display), _bus_of(bus)
        self._home, self._jobs = home, dict[subprocess.Popen[bytes], Job]()
        self.environment = {k: v for k, v in os.environ.items() if not own_home or k not in _ELSEWHERE}
        self.environment |= _QUIET | {"DISPLAY": name, "DBUS_SESSION_BUS_ADDRESS": address, "HOME": str(home)}
        self.environment |= {"GSETTINGS_BACKEND": "keyfile"} if own_home else {}
        self._size = size
        self.display = _opened(name)
        try:
            self.check_screen()
            self._claim()
            self.mark = self.environment[MARKER] = mark_of(self.display)
            self._manager = self._watched_manager()
            self.input = InputState(self.display)
            self.a11y = Bus(socket_of(_accessibility(address, on=True)), os.getuid(), _BUS_S)
            #: Who starts the programs that D-Bus is asked for, where they are of this session alone; and who is at work
            #: whenever he is asked, and draws for others alone: this process and the X server.
            self._starter, self.apart = 0, frozenset((os.getpid(),))
            if own_session:  # after the accessibility bus, which has to outlive resets
                self._starter = _adopt_services(address, {n: self.environment[n] for n in ("HOME", *_QUIET, MARKER)})
                if self.display.x.has_extension(res.extname):
                    self.apart |= {pid for client, pids in self._clients() if not client for pid in pids}
            self._known = frozenset(self._connected()) if own_session else frozenset()
        except (BusClosedError, *CONNECTION_ERRORS) as e:
            self.display.close()
            raise _no_session(f"it does not answer: {e}", "Look whether the session still runs.") from e
        except (DeviceStartError, ConfigError):
            self.display.close()
            raise

    # -- as a live display wants it ----------------------------------------------------------------------------------

    @property
    def native_home(self) -> str:
        """The home of the programs that are started."""
        return str(self._home)

    def connect(self) -> Bus:
        """A connection to the bus of the session, which is the caller's to close.

        Raises:
            BusClosedError: It could not be made.
        """
        return Bus(socket_of(self.environment["DBUS_SESSION_BUS_ADDRESS"]), os.getuid(), _BUS_S)

    def connect_to(self, address: str) -> Bus:
        """A connection to the socket of an application, which is the caller's to close.

        Raises:
            BusClosedError: It could not be made.
        """
        return Bus(socket_of(address), os.getuid(), 0.5, direct=True)

    def start(self, argv: Sequence[str]) -> Job:
        """Start a program, in a session of its own; 127 is its exit code if there is none."""
        job = Job(tuple(argv))
        try:
            started = subprocess.Popen(
                argv,
                env=self.environment,
                cwd=self._home,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError:
            job.code = 127
            return job
        job.pid, self._jobs[started] = started.pid, job
        return job

    def poll(self, timeout: float = 0.0) -> None:
        """Take in what has ended; anything that comes from the display is handled meanwhile."""
        if timeout:
            self.display.pump(min(timeout, _LOOK_S))
        for started, job in list(self._jobs.items()):
            code = started.poll()
            if code is not None:
                job.code = code if code >= 0 else 128 - code
                del self._jobs[started]

    def check(self) -> None:
        """Take in what has ended. That the display is gone is noticed by whoever asks it.

        Raises:
            DeviceLostError: The window manager has ended.
        """
        self.poll()
        if not self._manager:
            raise DeviceLostError("host", "act", "the window manager has ended.", "Start it again.")

    def note_log(self) -> None:
        """Nothing of what programs write is kept."""

    # -- what was started --------------------------------------------------------------------------------------------

    def own(self) -> list[int]:
        """The processes that come of programs that the device started, now or before its last owner died."""
        self.poll()
        return marked_processes(self.mark)

    def started(self) -> tuple[int, ...]:
        """The processes that were started and have not ended."""
        return tuple(job.pid for job in self._jobs.values())

    def session(self) -> list[int]:
        """The processes of the session: those with a connection to the display, and who starts those of its bus.

        Empty where they are not known: the session is not the device's alone, or a program runs on another machine.
        """
        display = self.display.x
        if not self._starter or not display.has_extension(res.extname):
            return []
        found = {self._starter}
        clients = {client.resource_base for client in display.res_query_clients().clients}
        for client, pids in self._clients():
            if client in clients:
                clients.discard(client)
                found.update(pids)
        return [] if clients else sorted(found - self.apart)

    def _clients(self) -> list[tuple[int, list[int]]]:
        """The clients of the display, with their processes; that of the server itself is 0."""
        asked = [{"client": 0, "mask": res.LocalClientPIDMask}]
        return [(known.spec.client, list(known.value)) for known in self.display.x.res_query_client_ids(asked).ids]

    def end_programs(self) -> bool:
        """End them: first by asking; False if one is left.

        In a session of the device's own, those end, too, that hide where they come of and have a connection to the
        display.
        """
        try:
            return self._end_own()
        finally:
            for pid in self._strangers():
                with contextlib.suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            for started in self._jobs:  # it has ended, or it changed its environment
                started.kill()
                started.wait()
            self.poll()

    def _strangers(self) -> set[int]:
        """The processes that have connected to a display of the device's own since it was taken."""
        if not self._starter:
            return set()
        try:
            found = self._connected()
        except CONNECTION_ERRORS:
            return set()
        new = {pid for client, pid in found if (client, pid) not in self._known} - self.apart
        return {pid for pid in new if not _program_of(pid).endswith(f"/{_REGISTRY}")}

    def _connected(self) -> set[tuple[int, int]]:
        """The clients of the display with their processes; none where the server does not tell."""
        if not self.display.x.has_extension(res.extname):
            return set()
        return {(client, pid) for client, pids in self._clients() for pid in pids}

    def _end_own(self) -> bool:
        for number in (signal.SIGTERM, signal.SIGKILL):
            for pid in self.own():
                with contextlib.suppress(OSError):
                    os.kill(pid, number)
            end = time.monotonic() + _PATIENCE_S
            while self.own():
                if time.monotonic() > end:
                    break
                try:
                    self.display.pump(_LOOK_S)  # one may ask for the clipboard before it ends
                except CONNECTION_ERRORS:
                    select.select([], [], [], _LOOK_S)
            else:
                return True
        return False

    def covers(self) -> frozenset[int]:
        """The windows that the window manager is not to touch and that cover more than half of the screen."""
        found = set()
        for window in self.display.root.query_tree().children:
            with contextlib.suppress(error.XError):  # it is closed meanwhile
                place = window.get_geometry()
                if place.width * place.height * 2 > self._size[0] * self._size[1]:
                    seen = window.get_attributes()
                    if seen.override_redirect and seen.map_state == X.IsViewable:
                        found.add(int(window.id))
        return frozenset(found)

    def has_settings_daemon(self) -> bool:
        """Whether programs get their settings from the session (XSETTINGS), wherever their home is."""
        return bool(self.display.x.get_selection_owner(self.display.atom("_XSETTINGS_S0")) != X.NONE)

    def pointer(self) -> tuple[int, int]:
        """The pixel where the pointer is."""
        found = self.display.root.query_pointer()
        return int(found.root_x), int(found.root_y)

    def break_off(self) -> None:
        """Break the connection, from any thread: who waits for an answer of the server gets an error."""
        with contextlib.suppress(OSError):
            self.display.x.display.socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the connections."""
        self.a11y.close()
        self.display.close()

    # -- the start ---------------------------------------------------------------------------------------------------

    def check_screen(self) -> None:
        """See that the screen has its size, that a window manager is there, and that programs can be asked.

        Raises:
            ConfigError: It has another size.
            DeviceStartError: There is no window manager, or no accessibility bus.
        """
        screen = self.display.root.get_geometry()
        found = int(screen.width), int(screen.height)
        if found != self._size:
            raise ConfigError(
                f"The screen of {self.display.name} is {found}, and {self._size} was expected: set size={found}."
            )
        manager_of(self.display)

    def check_bus(self) -> None:
        """See that the accessibility bus answers.

        Raises:
            DeviceStartError: It does not.
        """
        name = "org.freedesktop.DBus"
        try:
            self.a11y.call(name, "/org/freedesktop/DBus", name, "GetId", timeout=_BUS_S)
        except (BusClosedError, CallError, TimeoutError) as e:
            raise _no_session(f"the accessibility bus does not answer: {e}", "Look whether it still runs.") from e

    def _watched_manager(self) -> int:
        """The window by which the window manager is known; 0 from when that is gone."""
        number = self.display.numbers(self.display.root, _MANAGER)[0]
        self.display.watch(self.display.window(number))
        self.display.on(X.DestroyNotify, self._on_destroy)
        return number

    def _on_destroy(self, e: WindowEvent) -> None:
        if e.window.id == self._manager:
            self._manager = 0

    def _claim(self) -> None:
        """Be the one who drives the display, until this connection ends."""
        atom, x = self.display.atom(_DRIVER), self.display.x
        if x.get_selection_owner(atom) != X.NONE:
            raise _no_session(f"another device drives {self.display.name}", "Close it first.")
        self._claimed = self.display.root.create_window(0, 0, 1, 1, 0, X.CopyFromParent, override_redirect=True)
        self._claimed.set_selection_owner(atom, X.CurrentTime)
        self.display.sync()


def look() -> str:
    """What could be driven: nothing is moved or changed for the answer.

    Raises:
        DeviceStartError: There is no such session.
    """
    display = _opened(_display_of(""))
    try:
        screen, manager = display.x.screen(), manager_of(display)
    finally:
        display.close()
    _accessibility(_bus_of(""), on=False)
    return f"{screen.width_in_pixels}x{screen.height_in_pixels} on {display.name}, window manager {manager}"


def manager_of(display: XDisplay) -> str:
    """The name of the window manager.

    Raises:
        DeviceStartError: There is none.
    """
    told = display.numbers(display.root, _MANAGER)
    if not told or display.numbers(display.window(told[0]), _MANAGER) != told:  # it may have ended
        raise _no_session(f"{display.name} has no window manager", "Start one, such as openbox.")
    return display.text(display.window(told[0]), "_NET_WM_NAME")


def _program_of(process: int) -> str:
    """The program that a process runs; "" if it has ended, or is somebody else's."""
    try:
        return os.readlink(f"/proc/{process}/exe")
    except OSError:
        return ""


def mark_of(display: XDisplay) -> str:
    """What the environment of programs says that a device starts on a display; one that never drove it makes it up."""
    known = display.numbers(display.root, _SERVER)
    if len(known) != 1:
        known = [secrets.randbits(32)]
        display.root.change_property(display.atom(_SERVER), Xatom.CARDINAL, 32, known)
        display.sync()
    return f"host{display.name}-{known[0]:08x}"


def _opened(name: str) -> XDisplay:
    try:
        _see_who_listens(name)
        return XDisplay(name)
    except (OSError, error.DisplayError, *CONNECTION_ERRORS) as e:
        raise _no_session(f"the X display {name} cannot be reached: {e}", "Look at DISPLAY and XAUTHORITY.") from e


def _accessibility(address: str, on: bool) -> str:
    """The address of the accessibility bus, which is told to be in use."""
    try:
        bus = Bus(socket_of(address), os.getuid(), _BUS_S)
        try:
            place = "org.a11y.Bus", "/org/a11y/bus"
            found = bus.call(*place, "org.a11y.Bus", "GetAddress", timeout=_A11Y_S)[0]
            status = ("org.a11y.Status", "IsEnabled", DBusVariant("b", True))
            if on:
                bus.call(*place, "org.freedesktop.DBus.Properties", "Set", "ssv", status)
        finally:
            bus.close()
    except (OSError, BusClosedError, CallError) as e:
        raise _no_session(f"there is no accessibility bus: {e}", "Install at-spi2-core, or name the bus.") from e
    return str(found)


def _adopt_services(address: str, environment: dict[str, str]) -> int:
    """Have what D-Bus starts from now on belong to the device: with its home, and ended with its programs.

    Returns:
        The process that starts them: the bus, or the manager of the user's services.
    """
    bus = Bus(socket_of(address), os.getuid(), _BUS_S)
    try:
        name = "org.freedesktop.DBus"
        bus.call(name, "/org/freedesktop/DBus", name, "UpdateActivationEnvironment", "a{ss}", (environment,))
        asked = name, "/org/freedesktop/DBus", name, "GetConnectionUnixProcessID", "s", (name,)
        (pid,) = bus.call(*asked, returns="u")
        if b"--systemd-activation" not in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0"):
            return int(pid)
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])  # its parent
    except (CallError, OSError) as e:
        raise _no_session(f"its D-Bus takes no environment: {e}", "Leave HostConfig(own_session=...) out.") from e
    finally:
        bus.close()


def _display_of(name: str) -> str:
    """The name of the display.

    Raises:
        DeviceStartError: There is none, or it is one beside a Wayland session, which sees little of it.
    """
    if name:
        return name
    if os.environ.get("WAYLAND_DISPLAY"):
        problem = "this is a Wayland session, whose X server reaches X programs alone"
        raise _no_session(problem, "Log in to a session on X, or name another display.")
    if not os.environ.get("DISPLAY"):
        raise _no_session("there is no DISPLAY", "Run omnigym within a desktop session, or name the display.")
    return os.environ["DISPLAY"]


def _see_who_listens(name: str) -> None:
    """See that a display of this machine is there, for python-xlib leaks two sockets where one is not.

    Raises:
        OSError: It is not.
    """
    number = re.fullmatch(r":(\d+)(\.\d+)?", name)
    path = f"/tmp/.X11-unix/X{number[1]}" if number else ""
    refused = 0
    for place in (path, f"\0{path}") if path else ():
        with socket.socket(socket.AF_UNIX) as probe:
            refused = probe.connect_ex(place)
        if not refused:
            return
    if refused:
        raise OSError(refused, os.strerror(refused))


def _bus_of(address: str) -> str:
    """The address of the session's bus: named, of the environment, or where systemd has it."""
    usual = f"unix:path={os.environ.get('XDG_RUNTIME_DIR', f'/run/user/{os.getuid()}')}/bus"
    return address or os.environ.get("DBUS_SESSION_BUS_ADDRESS", "") or usual


def _no_session(problem: str, advice: str) -> DeviceStartError:
    return DeviceStartError("host", "reset", f"{problem}.", advice)
