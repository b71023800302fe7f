"""A Windows session that is driven: what is done to it, what is undone, and who may stop it."""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import numpy as np
import pywintypes
import win32api
import win32con
import win32gui

from omnigym.a11y import Role, Tree
from omnigym.actions import Action, KeyDown, KeyUp, MouseDown, MouseUp, Type
from omnigym.devices.home_data import HomeData
from omnigym.devices.host.session import Corners, HostPlan, Runner
from omnigym.devices.host.windows import native
from omnigym.devices.host.windows.apps import WindowsAppDefinition
from omnigym.devices.host.windows.automation import Automation
from omnigym.devices.host.windows.clipboard import WindowsClipboard
from omnigym.devices.host.windows.controls import Controls
from omnigym.devices.host.windows.elements import VisibleWindow, build_tree
from omnigym.devices.host.windows.files import FOLDERS, WindowsFiles
from omnigym.devices.host.windows.hands import SendKeys, SendMouse, release_all
from omnigym.devices.host.windows.keys import NOTCH
from omnigym.devices.host.windows.launcher import WindowsLauncher
from omnigym.devices.host.windows.programs import Claim, Programs, end_tree, processes
from omnigym.devices.host.windows.screen import WindowsScreen, check_picture
from omnigym.devices.host.windows.settings import WindowsSettings
from omnigym.devices.host.windows.windows import NativeWindow, NativeWindows
from omnigym.devices.host.workspace import Workspace
from omnigym.devices.input import ClickSpacing, Input, Keys, Mouse
from omnigym.devices.protocol import ClipboardContent, Frame, Pointer, ProcessInfo
from omnigym.errors import ConfigError, DeviceStartError

__all__ = ["WindowsDesktop", "look"]

_LOG = logging.getLogger(__name__)
_MOST_NODES: Final = 2000
_TRIES: Final = 3
_TREE_S: Final = 3.0
#: How long a program may take to answer, and between two looks at the screen, in seconds.
_ANSWER_S, _LOOK_S = 0.2, 0.01
#: How long windows may go on to close while they change, in seconds.
_CLOSING_S, _UNCHANGED_S = 5.0, 0.5
#: The longest that a program may need to take typed text in: seconds, and characters in each further one. A call has
#: more.
_TYPING_S, _SLOWEST = 15.0, 100
_NO_WINDOW: Final = 0x08000000 | 0x200


def look() -> str:
    """What could be driven: nothing is moved or changed for the answer.

    Raises:
        DeviceStartError: This session has no picture.
    """
    native.be_aware_of_pixels()
    _see_session()
    width, height = win32api.GetSystemMetrics(0), win32api.GetSystemMetrics(1)
    return f"{width}x{height}, session {native.session_number()}{', Wine' if native.is_wine() else ''}"


def _see_session() -> None:
    if native.session_number() == 0:
        problem = "this process is in session 0, that of services, which has no screen."
        raise DeviceStartError("host", "reset", problem, "Start it in the session of a user who is logged in.")
    check_picture("reset")


class WindowsDesktop:
    """From the moment that the session is taken to the one that it is given back.

    Args:
        plan: How it is to be.
        apps: The applications that can be launched.

    Raises:
        DeviceStartError: It cannot be driven.
        ConfigError: The screen has another size, or the folder is somebody's.
        MissingDependencyError: pyautogui cannot be used.
    """

    def __init__(self, plan: HostPlan, apps: Mapping[str, WindowsAppDefinition]) -> None:
        self._plan = plan
        self._never = threading.Event()
        native.be_aware_of_pixels()
        _see_session()
        _check_screen(plan.size)
        with ExitStack() as undo:
            self._claim = Claim()
            undo.callback(self._claim.close)
            self._workspace = None if plan.real_home else Workspace(plan.home)
            if self._workspace is not None:
                undo.callback(self._workspace.close)
            home = plan.home if self._workspace is None else self._workspace.home
            home.mkdir(exist_ok=True)
            self._corners = Corners(plan.size, win32api.GetCursorPos)
            self._corners.see_free()
            release_all()
            environment = {**os.environ, **({} if plan.real_home else _at_home(home))}
            self.files = WindowsFiles(home, _moved() if plan.real_home else {})
            self.programs = Programs(environment, home, self._wait)
            undo.callback(self.programs.close)
            self.windows = NativeWindows(self._wait)
            self.clipboard = WindowsClipboard(self._wait)
            self.settings = WindowsSettings()
            self._screen = WindowsScreen(plan.size)
            undo.callback(self._screen.close)
            self._automation = Automation()
            undo.callback(self._automation.close)
            self._controls = Controls(self._automation, _MOST_NODES, _TREE_S * plan.patience)
            named = (self.files.named, self.files.folders_named)
            self.launcher = WindowsLauncher(
                self.programs, self.windows, apps, self.settle, self._wait, *named, plan.patience
            )
            self._keys, self._mouse = self._hands()
            self._input = Input(self._keys, self._mouse, plan.size, self._wait, self.launcher.open)
            self._runner = Runner(environment, str(home), self._wait, end_tree, {"creationflags": _NO_WINDOW})
            self._others = self.windows.managed_ids()
            self._blink = native.caret_blink_time()
            native.set_caret_blink(None)
            undo.callback(self._blink_again)
            self._wants_tree = False
            self._frame: Frame | None = None
            self._tree: Tree | None = None
            undo.pop_all()
        _LOG.warning(
            "The device 'host' now drives the real mouse and keyboard of this Windows session, %d x %d, in %s. Push "
            "the pointer into a corner of the screen to stop it.",
            *(*plan.size, home),
        )

    def _hands(self) -> tuple[Keys, Mouse]:
        if self._plan.input == "pyautogui":
            from omnigym.devices.host.pyautogui_hands import hands

            return hands(self._synchronise, lambda: None, self._wait, NOTCH)
        spacing = ClickSpacing(native.double_click_time, self._wait, self._synchronise)
        return SendKeys(self._wait), SendMouse(self._plan.size, self._wait, spacing)

    # -- the life of it ----------------------------------------------------------------------------------------------

    def reset(self) -> None:
        """Undo what can be undone: see docs/host.md.

        Raises:
            DeviceStartError: Something cannot.
            StoppedByPerson: Somebody stopped the device.
        """
        self._corners.see_who_moves()
        release_all()
        self._end_what_runs()
        self.launcher.forget()
        if self._workspace is None:
            _LOG.warning("The device 'host' works in %s: no file there is restored.", self._plan.home)
        else:
            self._workspace.renew(_furnish)
        self.clipboard.write(ClipboardContent())
        self.settings.restore()
        self._runner.restore(self._plan.reset_command)
        self._corners.begin(self._mouse)
        self._wants_tree, self._tree, self._frame = False, None, None
        for app in self._plan.prelaunch:
            self.launcher.launch(app, None)
        self.settle()

    def check(self) -> None:
        """Look whether the session still has a picture.

        Raises:
            DeviceLostError: It has none.
        """
        check_picture("act")

    def close(self) -> None:
        """Give the machine back: all that can be, where something cannot."""
        with ExitStack() as undo:
            undo.callback(self._claim.close)
            if self._workspace is not None:
                undo.callback(self._workspace.close)
            for part in (self._screen, self._automation, self.programs):
                undo.callback(part.close)
            undo.callback(self._blink_again)
            undo.callback(self.settings.restore)
            release_all()
            self._end_what_runs()
            self._corners.leave()

    def _blink_again(self) -> None:
        """Let carets blink as before; after a device that was killed, as the user's settings say."""
        milliseconds = self._blink
        if milliseconds < 0:
            with contextlib.suppress(pywintypes.error, ValueError):
                key = win32api.RegOpenKeyEx(win32con.HKEY_CURRENT_USER, "Control Panel\\Desktop")
                milliseconds = int(win32api.RegQueryValueEx(key, "CursorBlinkRate")[0])
        native.set_caret_blink(milliseconds if milliseconds > 0 else None)

    def _end_what_runs(self) -> None:
        """Close the windows that have come, as a person would, then end the programs that were started."""
        asked, last = set[int](), self._foreign()
        changed = time.monotonic()
        end = changed + _CLOSING_S
        while last and (now := time.monotonic()) < min(end, changed + _UNCHANGED_S):
            for window in sorted(last - asked):
                self.windows.close(window)
            asked |= last
            self._wait(_LOOK_S)
            here = self._foreign()
            if here != last:
                last, changed = here, now
        if not self.programs.end():
            _LOG.warning("A program that the device 'host' started does not end.")
        if last and self._foreign():
            end = time.monotonic() + _UNCHANGED_S
            while (left := self._foreign()) and time.monotonic() < end:
                self._wait(_LOOK_S)
            if left:
                _LOG.warning("The device 'host' cannot close %d windows: they are of programs of others.", len(left))

    def _foreign(self) -> set[int]:
        """The windows that have come since the session was taken."""
        return set(self.windows.managed_ids() - self._others)

    # -- what is done and seen ---------------------------------------------------------------------------------------

    def act(self, action: Action) -> None:
        """Do an action and wait until it has had its effect.

        Raises:
            StoppedByPerson: Somebody stopped the device.
        """
        self._corners.see_who_moves()
        more = _TYPING_S + len(action.text) / _SLOWEST if isinstance(action, Type) else 0.0
        if isinstance(action, KeyDown | KeyUp | MouseDown | MouseUp):
            self._input.do(action)  # what is held stays so
        else:
            with native.shared_input(win32gui.GetForegroundWindow(), self._wait) as taken:
                self._input.do(action)
                taken(self._plan.cap + more)
        self.settle()

    def settle(self) -> None:
        """Wait until the program in front answers and nothing was repainted for `quiet` seconds, within the cap."""
        end = time.monotonic() + self._plan.cap
        self._synchronise()
        last, since = self._screen.raw().copy(), time.monotonic()
        while (now := time.monotonic()) < min(end, since + self._plan.quiet):
            self._wait(_LOOK_S)
            shown = self._screen.raw()
            if not np.array_equal(shown, last):
                last, since = shown.copy(), now
        self._frame = self._tree = None

    def _synchronise(self) -> None:
        """Wait until the program in front has handled what was sent to it."""
        front = win32gui.GetForegroundWindow()
        if front and not native.is_hung(front):
            native.answers(front, _ANSWER_S * self._plan.patience)

    def screenshot(self) -> Frame:
        """The screen now. Once a tree was asked for, each screenshot is taken together with its tree."""
        return self._look().copy()

    def pointer(self) -> Pointer | None:
        """The pointer now."""
        return self._screen.pointer()

    def tree(self) -> Tree:
        """The tree of the moment of the last screenshot, or of now if the screen shows something else."""
        self._wants_tree = True
        self._look()
        assert self._tree is not None
        return self._tree

    def _look(self) -> Frame:
        """Take a picture, and a tree that is of the same moment: the screen shows the same after it as before."""
        for _ in range(_TRIES):
            frame = self._screen.grab()
            known = self._frame is not None and np.array_equal(self._frame, frame)
            self._frame = frame
            if not self._wants_tree or (known and self._tree is not None):
                break
            self._tree = self._read_tree()
        return frame

    def _read_tree(self) -> Tree:
        self._controls.begin()
        shown, behind = list[VisibleWindow](), list[VisibleWindow]()
        for window in self.windows.all():
            if not window.minimised:
                (behind if window.kind in ("taskbar", "desktop") else shown).append(self._shown(window))
        return build_tree(shown, behind, self._plan.size, self._controls.truncated)

    def _shown(self, window: NativeWindow) -> VisibleWindow:
        hung = native.is_hung(window.handle)
        element = None if hung else self._controls.read(window.handle)
        role = {"taskbar": Role.TASKBAR, "desktop": Role.DESKTOP, "popup": Role.PANE}.get(window.kind, Role.WINDOW)
        popup = window.kind == "popup"
        return VisibleWindow(window.title, window.frame, window.active, window.modal, popup, hung, element, role)

    def close_window(self, handle: int, /) -> None:
        """Do what a window's close button does."""
        self.windows.close(handle)
        self.settle()

    def user_data(self) -> HomeData:
        """The files of the home; of the user's own, those of the folders that a person knows."""
        return self.files.user_data(FOLDERS if self._workspace is None else ())

    def processes(self) -> tuple[ProcessInfo, ...]:
        """The processes of the user."""
        return processes()

    def run(self, argv: Sequence[str], timeout: float) -> tuple[int, bytes, bytes]:
        """Run a command to its end; what is no program is a command of ``cmd``. See `Runner.run`."""
        command = list(argv) if shutil.which(argv[0]) else ["cmd.exe", "/d", "/c", *argv]
        return self._runner.run(command, timeout)

    def _wait(self, seconds: float) -> None:
        self._never.wait(seconds)


def _check_screen(size: tuple[int, int]) -> None:
    found = win32api.GetSystemMetrics(0), win32api.GetSystemMetrics(1)
    if found != size:
        raise ConfigError(f"The screen is {found}, and {size} was expected: set size={found}.")


def _at_home(home: Path) -> dict[str, str]:
    """Variables by which programs find the home."""
    drive, path = os.path.splitdrive(str(home))
    return {"USERPROFILE": str(home), "HOME": str(home), "HOMEDRIVE": drive, "HOMEPATH": path}


def _moved() -> dict[str, Path]:
    """Where the user's folders are that are not in the home."""
    found = {name: native.known_folder(identity) for name, identity in FOLDERS.items()}
    return {name.casefold(): Path(path) for name, path in found.items() if path}


def _furnish(home: Path) -> None:
    for name in FOLDERS:
        (home / name).mkdir(exist_ok=True)
