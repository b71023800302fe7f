"""A macOS session that is driven: what is done to it, what is undone, and who may stop it."""

from __future__ import annotations

import contextlib
import io
import logging
import os
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Final

import AppKit
import mss
import numpy as np
import psutil
from PIL import Image

from omnigym.a11y import Role, Tree
from omnigym.actions import Action
from omnigym.devices.home_data import HomeData
from omnigym.devices.home_files import HomeFiles
from omnigym.devices.home_reader import HomeReader
from omnigym.devices.host.macos.elements import MacReader
from omnigym.devices.host.macos.grants import screen_size, see_grants
from omnigym.devices.host.macos.hands import QuartzKeys, QuartzMouse, pointer_at, release_all
from omnigym.devices.host.macos.pasteboard import Pasteboard
from omnigym.devices.host.macos.windows import MacWindows
from omnigym.devices.host.session import Corners, HostPlan, Runner
from omnigym.devices.host.windows.elements import VisibleWindow, build_tree
from omnigym.devices.host.workspace import Workspace
from omnigym.devices.input import ClickSpacing, Input, Keys, Mouse
from omnigym.devices.protocol import ClipboardContent, Frame, Pointer, ProcessInfo
from omnigym.errors import ConfigError

__all__ = ["MacDesktop", "look"]

_LOG = logging.getLogger(__name__)
_MOST_NODES: Final = 2000
_TREE_S: Final = 3.0
#: Between two looks at the screen, and how long windows and applications may take to close, in seconds.
_LOOK_S, _CLOSING_S = 0.01, 2.0


def look() -> str:
    """What could be driven: nothing is moved or changed for the answer.

    Raises:
        DeviceStartError: A grant is missing.
    """
    see_grants()
    return "{}x{} points".format(*screen_size())


class MacDesktop:
    """From the moment that the session is taken to the one that it is given back.

    Args:
        plan: How it is to be.

    Raises:
        DeviceStartError: It cannot be driven.
        ConfigError: The screen has another size, or the folder is somebody's.
    """

    def __init__(self, plan: HostPlan) -> None:
        self._plan, self._never = plan, threading.Event()
        see_grants()
        if screen_size() != plan.size:
            raise ConfigError(f"The screen has {screen_size()} points, and {plan.size} was expected: set size=...")
        with ExitStack() as undo:
            self._workspace = None if plan.real_home else Workspace(plan.home)
            if self._workspace is not None:
                undo.callback(self._workspace.close)
            home = plan.home if self._workspace is None else self._workspace.home
            home.mkdir(exist_ok=True)
            self._corners = Corners(plan.size, pointer_at)
            self._corners.see_free()
            release_all()
            self.files = HomeFiles(home, str(home))
            self._home = HomeReader(home, self.files)
            self.windows = self.launcher = MacWindows(self._wait)
            self.clipboard = Pasteboard()
            self._mss = mss.MSS()
            undo.callback(self._mss.close)
            self._keys, self._mouse = self._hands()
            self._input = Input(self._keys, self._mouse, plan.size, self._wait, self.launcher.open)
            options = {"start_new_session": True}
            self._runner = Runner({**os.environ}, str(home), self._wait, _end_group, options)
            self._others = {w.number for w in self.windows.all()}
            self._wants_tree = False
            self._frame: Frame | None = None
            self._tree: Tree | None = None
            undo.pop_all()
        _LOG.warning(
            "The device 'host' now drives the real mouse and keyboard of this Mac, %d x %d points, in %s. Push the "
            "pointer into a corner of the screen to stop it.",
            *(*plan.size, home),
        )

    def _hands(self) -> tuple[Keys, Mouse]:
        if self._plan.input == "pyautogui":
            from omnigym.devices.host.pyautogui_hands import hands

            return hands(lambda: None, lambda: None, self._wait, 1)
        spacing = ClickSpacing(AppKit.NSEvent.doubleClickInterval, self._wait, lambda: None)
        return QuartzKeys(self._wait), QuartzMouse(self._wait, spacing)

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
        if self._workspace is None:
            _LOG.warning("The device 'host' works in %s: no file there is restored.", self._plan.home)
        else:
            self._workspace.renew(lambda _: None)
        self.clipboard.write(ClipboardContent())
        self._runner.restore(self._plan.reset_command)
        self._corners.begin(self._mouse)
        self._wants_tree, self._tree, self._frame = False, None, None
        for app in self._plan.prelaunch:
            self.launcher.launch(app, None)
        self.settle()

    def check(self) -> None:
        """See that the session still has a screen and the grants."""
        see_grants()

    def close(self) -> None:
        """Give the machine back."""
        release_all()
        self._end_what_runs()
        self._corners.leave()
        self._mss.close()
        if self._workspace is not None:
            self._workspace.close()

    def _end_what_runs(self) -> None:
        """Close the windows that have come, as a person would, then end the applications that were started."""
        for number in {w.number for w in self.windows.all()} - self._others:
            self.windows.close(number)
        if not self.windows.end_new(_CLOSING_S):
            _LOG.warning("An application that was started since does not end.")

    # -- what is done and seen ---------------------------------------------------------------------------------------

    def act(self, action: Action) -> None:
        """Do an action and wait until it has had its effect.

        Raises:
            StoppedByPerson: Somebody stopped the device.
        """
        self._corners.see_who_moves()
        self._input.do(action)
        self.settle()

    def settle(self) -> None:
        """Wait until the screen has shown the same for `quiet` seconds, within the cap."""
        since = time.monotonic()
        end, last = since + self._plan.cap, self._grab()
        while (now := time.monotonic()) < min(end, since + self._plan.quiet):
            self._wait(_LOOK_S)
            shown = self._grab()
            if not np.array_equal(shown, last):
                last, since = shown, now

    def screenshot(self) -> Frame:
        """The screen now, in points. Once a tree was asked for, each screenshot is taken together with its tree."""
        frame = self._grab()
        if self._wants_tree and (self._frame is None or not np.array_equal(self._frame, frame)):
            self._tree = self._read_tree()
        self._frame = frame
        return frame.copy()

    def _grab(self) -> Frame:
        width, height = self._plan.size
        raw = self._mss.grab({"left": 0, "top": 0, "width": width, "height": height}).raw
        pixels = np.frombuffer(raw, np.uint8).reshape(height, width, 4)
        return np.ascontiguousarray(pixels[..., 2::-1])

    @staticmethod
    def pointer() -> Pointer | None:
        """The pointer now; None if it is hidden."""
        cursor = AppKit.NSCursor.currentSystemCursor()
        if cursor is None:
            return None
        picture = Image.open(io.BytesIO(bytes(cursor.image().TIFFRepresentation())), formats=("TIFF",))
        spot = cursor.hotSpot()
        return Pointer(pointer_at(), np.asarray(picture.convert("RGBA")), (int(spot.x), int(spot.y)))

    def tree(self) -> Tree:
        """The tree of the moment of the last screenshot, or of now if the screen shows something else."""
        self._wants_tree = True
        frame = self._grab()
        if self._tree is None or self._frame is None or not np.array_equal(self._frame, frame):
            self._tree, self._frame = self._read_tree(), frame
        return self._tree

    def _read_tree(self) -> Tree:
        reader, shown = MacReader(_MOST_NODES, _TREE_S), list[VisibleWindow]()
        for window in self.windows.all():
            if not window.minimised:
                element = reader.read(window.element)
                shown.append(
                    VisibleWindow(
                        window.title, window.bounds, window.active, False, False, element is None, element, Role.WINDOW
                    )
                )
        bar = self.windows.menu_bar()
        element = None if bar is None else reader.read(bar)
        behind = (
            []
            if element is None
            else [VisibleWindow("", element.bounds, True, False, False, False, element, Role.MENUBAR)]
        )
        return build_tree(shown, behind, self._plan.size, reader.truncated)

    def close_window(self, number: int, /) -> None:
        """Do what a window's close button does."""
        self.windows.close(number)
        self.settle()

    def user_data(self) -> HomeData:
        """The files of the home."""
        return self._home.read()

    # -- what runs ---------------------------------------------------------------------------------------------------

    @staticmethod
    def processes() -> tuple[ProcessInfo, ...]:
        """The processes of the user, but for this one."""
        mine = psutil.Process().username()
        found = (p for p in psutil.process_iter(["name", "cmdline", "username"]) if p.pid != os.getpid())
        told = [p.info for p in found if p.info["username"] == mine and p.info["name"]]
        return tuple(ProcessInfo(about["name"], tuple(about["cmdline"] or [about["name"]])) for about in told)

    def run(self, argv: Sequence[str], timeout: float) -> tuple[int, bytes, bytes]:
        """Run a command to its end; see `Runner.run`."""
        return self._runner.run(argv, timeout)

    def _wait(self, seconds: float) -> None:
        self._never.wait(seconds)


def _end_group(job: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(job.pid, signal.SIGKILL)
