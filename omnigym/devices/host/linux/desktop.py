"""A session of this machine that is driven: what is done to it, what is undone, and who may stop it."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import subprocess
import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from omnigym.actions import Action
from omnigym.devices.home_data import HomeData
from omnigym.devices.home_files import HomeFiles
from omnigym.devices.home_reader import HomeReader
from omnigym.devices.host.linux.machine import Machine, manager_of
from omnigym.devices.host.session import Corners, HostPlan, Runner
from omnigym.devices.host.workspace import Workspace
from omnigym.devices.input import Keys, Mouse
from omnigym.devices.protocol import ClipboardContent, ProcessInfo
from omnigym.devices.x11.activity import PartialActivity
from omnigym.devices.x11.app import XAppDefinition
from omnigym.devices.x11.display import CONNECTION_ERRORS
from omnigym.devices.x11.file_types import MIMEAPPS, mimeapps
from omnigym.devices.x11.files import with_mails
from omnigym.devices.x11.home import furnish
from omnigym.devices.x11.input import XPointer
from omnigym.devices.x11.keyboard import Keyboard
from omnigym.devices.x11.live import LiveDisplay
from omnigym.devices.x11.processes import told_of
from omnigym.devices.x11.settings import XfceSettings
from omnigym.errors import ConfigError, DeviceStartError

__all__ = ["DisplayContent", "LinuxDesktop"]

_LOG = logging.getLogger(__name__)
#: Within how many seconds two clicks may be a double click; GTK's usual time is 0.4.
_DOUBLE_CLICK_S = 0.5
#: How long windows may go on to close while they change, in seconds.
_CLOSING_S, _UNCHANGED_S = 5.0, 0.5
#: How long the window manager may take to handle what came before, in seconds.
_MANAGER_S = 10.0
#: How long the window of a program that was just ended may still be there, in seconds.
_GONE_S = 2.0
_LOOK_S = 0.02


class DisplayContent(NamedTuple):
    """What was on a display before a device: it is not the device's to close.

    Attributes:
        mark: The display, as of `Machine.mark`.
        windows: As of `XWindows.identities`.
        covers: As of `Machine.covers`.
    """

    mark: str
    windows: frozenset[tuple[int, int]]
    covers: frozenset[int]


class LinuxDesktop(LiveDisplay):
    """From the moment that the machine is taken to the one that it is given back.

    Args:
        plan: How it is to be.
        apps: The applications that can be launched.
        found: What the device found when it first took a display, which may be this one; None if this is the first.

    Attributes:
        machine: What it stands on.
        found: What was there before the device.

    Raises:
        DeviceStartError: It cannot be driven.
        ConfigError: The screen has another size, or the folder is somebody's.
        MissingDependencyError: pyautogui cannot be used.
    """

    def __init__(self, plan: HostPlan, apps: Mapping[str, XAppDefinition], found: DisplayContent | None = None) -> None:
        self._plan, self._apps = plan, apps
        with ExitStack() as undo:
            self._workspace = None if plan.real_home else Workspace(plan.home)
            if self._workspace is not None:
                undo.callback(self._workspace.close)
            home = plan.home if self._workspace is None else self._workspace.home
            home.mkdir(exist_ok=True)
            machine = self.machine = Machine(
                plan.display, plan.bus, plan.size, home, not plan.real_home, plan.own_session
            )
            undo.callback(machine.close)
            undo.callback(machine.input.give_back)
            self._corners = Corners(plan.size, machine.pointer)
            self._corners.see_free()
            activity = self._activity = PartialActivity(machine.started, machine.session, plan.quiet, machine.apart)
            undo.callback(activity.close)
            drawn = manager_of(machine.display) == "Openbox"
            files = HomeFiles(home, str(home))
            super().__init__(
                machine, plan.size, plan.quiet, plan.cap, apps, activity, files, None, drawn, plan.patience
            )
            undo.callback(super().close)
            self._home_reader = HomeReader(home, files)
            self._settings = XfceSettings(machine.connect)
            undo.callback(self._settings.close)
            self._runner = Runner(
                machine.environment, machine.native_home, self._display.pump, _kill, {"start_new_session": True}
            )
            self._began = 0.0
            self._end_what_runs(self._mine())
            if found is None or found.mark != machine.mark:
                found = DisplayContent(machine.mark, self.windows.identities(), machine.covers())
            self.found = found
            undo.pop_all()
        _LOG.warning(
            "The device 'host' now drives the real mouse and keyboard of %s, %d x %d, as user %d, in %s. Push the "
            "pointer into a corner of the screen to stop it.",
            *(machine.display.name, *plan.size, os.getuid(), home),
        )

    def _hands(self) -> tuple[Keys, Mouse]:
        machine = self.machine
        repeats = machine.input.repeats()
        keyboard = self._keyboard = Keyboard(self._display, self._synchronise, self._await_default)
        machine.input.borrow(repeats, keyboard.free)
        self._mouse: Mouse = XPointer(self._display, self._synchronise, self._wait, self._double_click)
        if self._plan.input == "native":
            return keyboard, self._mouse
        from omnigym.devices.host.pyautogui_hands import hands

        if os.environ.get("DISPLAY") != machine.display.name:
            raise ConfigError(
                f"pyautogui drives the display of DISPLAY alone, which is not {machine.display.name}: set it, or be "
                "native."
            )
        keys, self._mouse = hands(self._synchronise, self._await_default, self._wait, 1)
        return keys, self._mouse

    def _double_click(self) -> float:
        """As of `LiveDisplay` within a window that has the device's settings; others have settings of theirs."""
        active = next((w for w in self.windows.managed_windows() if w.active), None)
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
        self._corners.see_who_moves()
        self.machine.check_screen()
        self.machine.input.release()
        self._end_what_runs(self._foreign)
        self._await_manager()
        self._keyboard.renew(self.machine.input.restore_keymap)
        self.machine.input.restore()
        self.machine.check_bus()
        self._see_free()
        self.launcher.forget()
        if self._workspace is None:
            _LOG.warning("The device 'host' works in %s: no file there is restored.", self._plan.home)
        else:
            self._workspace.renew(self._furnish)
        self.clipboard.write(ClipboardContent())
        self._runner.restore(self._plan.reset_command)
        self._display.touch()
        self._corners.begin(self._mouse)
        self._tree_wanted, self._tree, self._frame, self._taken = False, None, None, None
        for app in self._plan.prelaunch:
            self.launcher.launch(app, None)
        self.settle()

    def close(self) -> None:
        """Give the machine back."""
        with contextlib.suppress(*CONNECTION_ERRORS):
            self.machine.input.release()
            self._end_what_runs(self._foreign)
            self._keyboard.renew(self.machine.input.restore_keymap)
            with contextlib.suppress(DeviceStartError):  # a program of others goes on as it is
                self.machine.input.restore()
            self._corners.leave()
            self.machine.input.give_back()
        self.machine.end_programs()  # where the display was gone before
        super().close()
        self._activity.close()
        self._settings.close()
        self.machine.close()
        if self._workspace is not None:
            self._workspace.close()

    def act(self, action: Action) -> None:
        """As of `LiveDisplay`.

        Raises:
            StoppedByPerson: Somebody stopped the device.
        """
        self._corners.see_who_moves()
        self._began = time.monotonic()
        super().act(action)

    def settle(self) -> None:
        """As of `LiveDisplay`; the window manager is none of the programs that are looked at, so it is asked."""
        self._manager.synchronise(self._cap)
        super().settle()

    def _furnish(self, home: Path) -> None:
        own = [setting for app in self._apps.values() for setting in app.settings.items()]
        furnish(home, [(MIMEAPPS, mimeapps(self._apps)), *own], str(home))

    def _idle(self) -> None:
        """While the screen has to stay at rest, take the picture that is valid if it does: any repaint makes it old."""
        super()._idle()
        display, now = self._display, time.monotonic()
        shown = self._taken or self._frame
        old = shown is not None and shown[0] != display.changes
        if old and now - max(display.changed_at, self._began) >= self._plan.quiet / 2:
            self._taken = display.changes, self._screen.take()

    def close_window(self, xid: int) -> None:
        """As of `LiveDisplay`, but for as long as the program may take to see its window closed, or to ask."""
        before = self.windows.managed_ids()
        self.windows.close(xid)
        self._display.wait_until(lambda: self.windows.managed_ids() != before, _UNCHANGED_S)
        self.settle()

    def _see_free(self) -> None:
        """See that nothing covers the desktop.

        Raises:
            DeviceStartError: A window that came since the machine was taken does not close, or covers the screen.
        """
        left = len(self._foreign())
        if left or not self._display.wait_until(lambda: self.machine.covers() <= self.found.covers, _GONE_S):
            problem = f"{left} windows of other programs do not close." if left else "a window covers the screen."
            raise DeviceStartError("host", "reset", problem, "Close what was opened beside the device.")

    def _await_manager(self) -> None:
        """Wait until the window manager has noticed what closed; it reads the keyboard anew for each lent key first.

        Raises:
            DeviceStartError: It does not answer.
        """
        if not self._manager.synchronise(_MANAGER_S * self._plan.patience, insist=True):
            problem = "the window manager does not answer."
            raise DeviceStartError("host", "reset", problem, "Look whether it still runs; start it again.")

    # -- what runs ---------------------------------------------------------------------------------------------------

    def processes(self) -> tuple[ProcessInfo, ...]:
        """The processes of the user."""
        mine, found = os.getuid(), []
        with os.scandir("/proc") as entries:
            for entry in entries:
                if entry.name.isdigit() and int(entry.name) != os.getpid():
                    with contextlib.suppress(OSError):  # it ended meanwhile
                        if entry.stat().st_uid == mine:
                            found.append(int(entry.name))
        return told_of(found)

    def run(self, argv: Sequence[str], timeout: float) -> tuple[int, bytes, bytes]:
        """Run a command to its end; see `omnigym.devices.host.session.Runner.run`."""
        try:
            return self._runner.run(argv, timeout)
        finally:
            self._display.touch()

    def user_data(self) -> HomeData:
        """The files of the home, its mails, and the settings that the session keeps."""
        return with_mails(self._home_reader.read(self._settings.all()))

    def _files_mark(self) -> Hashable:
        return self._home_reader.mark()

    def _mine(self) -> Callable[[], set[int]]:
        """The windows of processes that a device left here when its owner died."""
        left = set(self.machine.own())
        return lambda: {xid for xid, process in self.windows.identities() if process in left}

    def _foreign(self) -> set[int]:
        """The windows that have come since the machine was taken."""
        return {xid for xid, _ in self.windows.identities() - self.found.windows}

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


def _kill(job: subprocess.Popen[bytes]) -> None:
    os.killpg(job.pid, signal.SIGKILL)
