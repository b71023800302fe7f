"""A session of this machine that is driven: what is done to it, what is undone, and who may stop it."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal

from omnigym.actions import Action, pixel
from omnigym.devices.home_data import HomeData, HomeReader
from omnigym.devices.home_files import HomeFiles
from omnigym.devices.host.machine import Machine, manager_of
from omnigym.devices.host.workspace import Workspace
from omnigym.devices.protocol import ClipboardContent, ProcessInfo
from omnigym.devices.x11.activity import PartialActivity
from omnigym.devices.x11.app import AppDefinition
from omnigym.devices.x11.display import CONNECTION_ERRORS
from omnigym.devices.x11.input import Keys, Mouse, Pointer
from omnigym.devices.x11.keyboard import Keyboard
from omnigym.devices.x11.live import LiveDisplay
from omnigym.devices.x11.processes import told_of
from omnigym.errors import DeviceStartError, DeviceTimeoutError, TooLargeError

__all__ = ["HostDesktop", "HostPlan", "StoppedByPerson"]

_LOG = logging.getLogger(__name__)
#: Within how many seconds two clicks may be a double click; GTK's usual time is 0.4.
_DOUBLE_CLICK_S = 0.5
#: How near to two edges of the screen its corner is, in pixels.
_CORNER = 1
#: How long windows may go on to close while they change, in seconds.
_CLOSING_S, _UNCHANGED_S = 5.0, 0.5
_LOOK_S = 0.02
#: What a command may write to each of its outputs, in bytes.
_MOST_OUTPUT = 64 << 20
_RESTORE_S = 60.0


@dataclass(frozen=True, slots=True)
class HostPlan:
    """What a desktop is to be; see `omnigym.devices.host.config.HostConfig`.

    Attributes:
        apps: The applications that can be launched.
    """

    size: tuple[int, int]
    display: str
    bus: str
    input: Literal["native", "pyautogui"]
    home: Path
    real_home: bool
    quiet: float
    cap: float
    patience: float
    prelaunch: tuple[str, ...]
    reset_command: tuple[str, ...]
    apps: Mapping[str, AppDefinition]


class StoppedByPerson(Exception):
    """Somebody pushed the pointer into a corner: which one."""


class HostDesktop(LiveDisplay):
    """From the moment that the machine is taken to the one that it is given back.

    Args:
        plan: How it is to be.

    Raises:
        DeviceStartError: It cannot be driven.
        ConfigError: The screen has another size, or the folder is somebody's.
        MissingDependencyError: pyautogui cannot be used.
    """

    def __init__(self, plan: HostPlan) -> None:
        self._plan = plan
        with ExitStack() as undo:
            self._workspace = None if plan.real_home else Workspace(plan.home)
            if self._workspace is not None:
                undo.callback(self._workspace.close)
            home = plan.home if self._workspace is None else self._workspace.home
            home.mkdir(exist_ok=True)
            machine = self.machine = Machine(plan.display, plan.bus, plan.size, home, not plan.real_home)
            undo.callback(machine.close)
            undo.callback(machine.give_back)
            if self._cornered(machine.pointer()):
                problem = "the pointer is in a corner of the screen, which stops the device."
                raise DeviceStartError("host", "reset", problem, "Move it away to go on.")
            activity = self._activity = PartialActivity(machine.started)
            undo.callback(activity.close)
            drawn = manager_of(machine.display) == "Openbox"
            files = HomeFiles(home, str(home))
            super().__init__(
                machine, plan.size, plan.quiet, plan.cap, plan.apps, activity, files, None, drawn, plan.patience
            )
            undo.callback(super().close)
            self._home_reader = HomeReader(home, files)
            self._moved = False
            self._end_what_runs(self._mine())
            self._others = frozenset(self._known_by())
            undo.pop_all()
        _LOG.warning(
            "The device 'host' now drives the real mouse and keyboard of %s, %d x %d, as user %d, in %s. Push the "
            "pointer into a corner of the screen to stop it.",
            *(machine.display.name, *plan.size, os.getuid(), home),
        )

    def _hands(self) -> tuple[Keys, Mouse]:
        machine = self.machine
        repeats = machine.repeats()
        keyboard = Keyboard(self._display, self._synchronise, self._await_default)
        machine.borrow(repeats, keyboard.free)
        self._mouse: Mouse = Pointer(self._display, self._synchronise, self._wait, self._double_click)
        if self._plan.input == "native":
            return keyboard, self._mouse
        from omnigym.devices.host.pyautogui_hands import hands

        keys, self._mouse = hands(machine.display.name, self._synchronise, self._await_default, self._wait)
        return keys, self._mouse

    def _double_click(self) -> float:
        """As of `LiveDisplay` within a window that has the device's settings; others have settings of theirs."""
        active = next((w for w in self.windows.managed() if w.active), None)
        known = super()._double_click()
        if active is None or self._workspace is None or self.machine.has_settings_daemon():
            return max(known, _DOUBLE_CLICK_S)
        (x, y), (left, top, width, height) = self._mouse.at, active.bounds
        inside = left <= x < left + width and top <= y < top + height
        ours = self.windows.process(active.xid) in self.machine.started()
        return known if inside and ours else max(known, _DOUBLE_CLICK_S)

    # -- the life of it ----------------------------------------------------------------------------------------------

    def reset(self) -> None:
        """Undo what can be undone: see docs/host.md.

        Raises:
            DeviceStartError: Something cannot.
            StoppedByPerson: Somebody stopped the device.
        """
        self.see_who_moves()
        self.machine.release()
        self._end_what_runs(self._foreign)
        self.launcher.forget()
        if self._workspace is None:
            _LOG.warning("The device 'host' works in %s: no file there is restored.", self._plan.home)
        else:
            self._workspace.renew(self._plan.apps)
        self.clipboard.write(ClipboardContent())
        if self._plan.reset_command:
            code, _, said = self.run(self._plan.reset_command, _RESTORE_S)
            if code != 0:
                _LOG.debug("%s said %r", self._plan.reset_command[0], said[-4096:])
                problem = f"{self._plan.reset_command[0]} ended with code {code}."
                raise DeviceStartError("host", "reset", problem, "Mend HostConfig(reset_command=...).")
        self._mouse.move(*pixel((0.5, 0.5), self._size))
        self._moved = True
        self._tree_wanted, self._tree, self._frame = False, None, None
        for app in self._plan.prelaunch:
            self.launcher.launch(app, None)
        self.settle()

    def close(self) -> None:
        """Give the machine back."""
        with contextlib.suppress(*CONNECTION_ERRORS):
            self.machine.release()
            self._end_what_runs(self._foreign)
            at = self.machine.pointer()
            if self._moved and at == self._mouse.at and self._cornered(at):  # else it would keep the next start away
                self._mouse.move(*pixel((0.5, 0.5), self._size))
            self.machine.give_back()
        self.machine.end_programs()  # where the display was gone before
        super().close()
        self._activity.close()
        self.machine.close()
        if self._workspace is not None:
            self._workspace.close()

    def act(self, action: Action) -> None:
        """As of `LiveDisplay`.

        Raises:
            StoppedByPerson: Somebody stopped the device.
        """
        self.see_who_moves()
        super().act(action)

    def close_window(self, xid: int) -> None:
        """As of `LiveDisplay`, but for as long as the program may take to see its window closed, or to ask."""
        before = self.windows.managed_ids()
        self.windows.close(xid)
        self._display.wait_until(lambda: self.windows.managed_ids() != before, _UNCHANGED_S)
        self.settle()

    # -- who stops it ------------------------------------------------------------------------------------------------

    def see_who_moves(self) -> None:
        """Look whether somebody pushed the pointer into a corner: where it was left does not count.

        Raises:
            StoppedByPerson: Somebody did.
        """
        at = self.machine.pointer()
        if self._moved and at != self._mouse.at and self._cornered(at):
            problem = f"somebody pushed the pointer into the corner at {at}, which stops it."
            raise StoppedByPerson(problem)

    def _cornered(self, at: tuple[int, int]) -> bool:
        return all(n <= _CORNER or n >= extent - 1 - _CORNER for n, extent in zip(at, self._plan.size, strict=True))

    # -- what runs ---------------------------------------------------------------------------------------------------

    def processes(self) -> tuple[ProcessInfo, ...]:
        """The processes of the user."""
        mine, found = os.getuid(), []
        for entry in os.scandir("/proc"):
            if entry.name.isdigit() and int(entry.name) != os.getpid():
                with contextlib.suppress(OSError):  # it ended meanwhile
                    if entry.stat().st_uid == mine:
                        found.append(int(entry.name))
        return told_of(found)

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
                    env=self.machine.environment,
                    cwd=self.machine.native_home,
                    stdin=subprocess.DEVNULL,
                    stdout=out,
                    stderr=errors,
                    start_new_session=True,
                )
            except OSError as e:
                return 127, b"", os.fsencode(str(e))
            end = time.monotonic() + timeout
            try:
                while job.poll() is None:
                    # The command may ask for the clipboard, which only the display's queue answers.
                    self._display.pump(_LOOK_S)
                    if max(_length(out), _length(errors)) > _MOST_OUTPUT:
                        raise TooLargeError(f"What {argv[0]} said has more than {_MOST_OUTPUT} bytes.")
                    if time.monotonic() > end:
                        problem = f"{argv[0]} did not end within {timeout:g} s; it was killed."
                        raise DeviceTimeoutError("host", "run", problem)
            finally:
                if job.poll() is None:
                    with contextlib.suppress(ProcessLookupError):
                        os.killpg(job.pid, signal.SIGKILL)
                    job.wait()
            self._display.touch()
            code = job.returncode if job.returncode >= 0 else 128 - job.returncode
            return code, _content(out), _content(errors)

    def user_data(self) -> HomeData:
        """The files of the home."""
        return self._home_reader.read()

    def _mine(self) -> Callable[[], set[int]]:
        """The windows of processes that a device left here when its owner died."""
        left = set(self.machine.own())
        return lambda: {xid for xid in self.windows.managed_ids() if self.windows.process(xid) in left}

    def _foreign(self) -> set[int]:
        """The windows that have come since the machine was taken."""
        return {xid for xid, process in self._known_by() if (xid, process) not in self._others}

    def _known_by(self) -> Iterator[tuple[int, int]]:
        """The windows with their processes: the ids of windows are given out again."""
        return ((xid, self.windows.process(xid)) for xid in self.windows.managed_ids())

    def _end_what_runs(self, open_windows: Callable[[], set[int]]) -> None:
        """Close windows as a person would, then end the processes of programs that were started."""
        asked, last = set[int](), open_windows()
        changed = time.monotonic()
        end = changed + _CLOSING_S
        while last and (now := time.monotonic()) < min(end, changed + _UNCHANGED_S):
            for xid in sorted(last - asked):
                self.windows.close(xid)
            asked |= last
            self._display.pump(_LOOK_S)
            here = open_windows()
            if here != last:
                last, changed = here, now
        if not self.machine.end_programs():
            _LOG.warning("A program that the device 'host' started does not end.")
        if last:
            self._display.wait_until(lambda: not open_windows(), _UNCHANGED_S)
            if open_windows():
                _LOG.warning("The device 'host' cannot close %d windows: they are of programs of others.", len(last))


def _length(file: IO[bytes]) -> int:
    return os.fstat(file.fileno()).st_size


def _content(file: IO[bytes]) -> bytes:
    file.seek(0)
    found = file.read(_MOST_OUTPUT + 1)
    if len(found) > _MOST_OUTPUT:
        raise TooLargeError(f"A command said more than {_MOST_OUTPUT} bytes.")
    return found
