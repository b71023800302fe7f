"""A running desktop with all that is done with it, put together."""

from __future__ import annotations

import functools
import re
import time
from collections.abc import Sequence
from contextlib import ExitStack

import numpy as np
from numpy.typing import NDArray

from omnigym.a11y import State, Tree
from omnigym.actions import Action, Press, Type
from omnigym.devices.home_data import HomeReader
from omnigym.devices.home_files import HomeFiles
from omnigym.devices.protocol import Frame, Sound
from omnigym.devices.protocol import Pointer as ShownPointer
from omnigym.devices.x11.activity import Activity
from omnigym.devices.x11.atspi import Accessibility
from omnigym.devices.x11.browser import Browser
from omnigym.devices.x11.clipboard import Clipboard
from omnigym.devices.x11.devtools import DevTools
from omnigym.devices.x11.disturbances import BOX_CLASS, Disturbances
from omnigym.devices.x11.files import Listing
from omnigym.devices.x11.guard import guarded
from omnigym.devices.x11.home import DOUBLE_CLICK_MS
from omnigym.devices.x11.input import Input, Pointer
from omnigym.devices.x11.keeper import Keeper
from omnigym.devices.x11.keyboard import Keyboard
from omnigym.devices.x11.launcher import Launcher
from omnigym.devices.x11.processes import processes_of
from omnigym.devices.x11.screen import Film, Screen
from omnigym.devices.x11.session import Plan, Session
from omnigym.devices.x11.settings import XfceSettings
from omnigym.devices.x11.settle import Settler
from omnigym.devices.x11.snapshot import capture
from omnigym.devices.x11.tree import build_tree
from omnigym.devices.x11.windows import WindowManager, XWindows
from omnigym.errors import DeviceLostError, DeviceTimeoutError

__all__ = ["Desktop"]


_START_TIMEOUT = 60.0
#: What ends a piece of typed text, and the key that it is.
_KEYS = {"\n": "enter", "\t": "tab"}
_BREAKS = frozenset(_KEYS)
_APP_DEADLINE, _APP_SILENCE = 2.0, 0.5
_MOST_NODES = 2000
_TRIES = 3
#: What a command may write to each of its outputs, in bytes.
_MOST_OUTPUT = 64 << 20
_BACKGROUND = 0x2D5F8B
_BUTTON_DELAY, _DEFAULT_DELAY, _LISTING_DELAY = 0.3, 0.5, 0.2


class Desktop:
    """One life of a desktop.

    Args:
        session: What runs of it.
        plan: How it is to be.
    """

    def __init__(self, session: Session, plan: Plan) -> None:
        self.session = session
        size, cap, apps = plan.size, plan.cap, plan.apps
        display = self._display = self.session.display
        self._size, self._cap = size, cap
        self.windows = XWindows(display)
        self._manager = WindowManager(display)
        activity = self._activity = Activity(session.shell.pid, plan.quiet, session.unresting)
        self._settler = Settler(display, self.windows, activity, plan.quiet, cap, self.session.check)
        self._accessibility = Accessibility(
            session.a11y, session.connect_to, activity.delays, _APP_DEADLINE, _APP_SILENCE, _MOST_NODES
        )
        self._screen = Screen(display.name, size)
        self._film = Film(display.name, size) if "video" in plan.recorded else None
        self.files = HomeFiles(self.session.place.home, self.session.confinement.home)
        self.home = HomeReader(self.session.place.home, self.files, self.session.place.outside)
        self.settings = XfceSettings(self.session.connect)
        self._listing = Listing(apps, self.files, self.session.confinement.home)
        self.clipboard = Clipboard(display)
        self._devtools = DevTools(session, lambda _method, _parameters, _session: None)
        self.launcher = Launcher(
            self.session, self.windows, apps, self.settle, self._read_tree, self.files.named, self._devtools
        )
        self.browser = Browser(
            self._devtools,
            launch=lambda: self.launcher.launch("browser", None),
            # Chromium writes its whole command over its name.
            programs=lambda: {process.name.partition(" ")[0] for process in processes_of(session.place)},
        )
        keyboard = Keyboard(display, self._synchronise, self._await_default)
        pointer = Pointer(display, self._synchronise, self._wait, self._double_click)
        self._input = Input(keyboard, pointer, size, self._wait, self.launcher.open)
        self._frame: tuple[int, Frame] | None = None
        self._tree: tuple[int, Tree] | None = None
        self._tree_wanted = False
        self._disturbances: Disturbances | None = None
        self._paint_background()

    @classmethod
    def start(cls, keeper: Keeper, plan: Plan) -> Desktop:
        """A new desktop, with the applications open that are to be.

        Raises:
            DeviceStartError: It did not come up.
            AppError: An application did not start.
        """
        with ExitStack() as undo:
            session = Session(keeper, plan)
            undo.callback(session.stop)
            with guarded(keeper.watchdog, "reset", _START_TIMEOUT, functools.partial(keeper.kill, session.place)):
                desktop = cls(session, plan)
                undo.callback(desktop._activity.close)
                for app in plan.prelaunch:
                    desktop.launcher.launch(app, None)
                    desktop.settle()
            undo.pop_all()
        return desktop

    def close(self) -> None:
        """End it."""
        self._accessibility.close()
        self._activity.close()
        self._screen.close()
        if self._film is not None:
            self._film.close()
        self.settings.close()
        self._devtools.drop()
        self.session.stop()

    def check(self) -> None:
        """Look whether everything that must live does.

        Raises:
            DeviceLostError: A part of the desktop died.
            AppError: An application died.
        """
        self.session.check()
        if self.session.shell.dead:
            raise DeviceLostError("x11", "act", "the desktop has ended.", "Reset the device.")
        self.launcher.check()

    def act(self, action: Action) -> None:
        """Do an action and wait until it has had its effect."""
        for part in self._parts(action):
            self._input.do(part)
            self._display.touch()
            self.settle()
        if _may_activate(action):
            self._await_buttons()
        if self._disturbances is not None and self._disturbances.acted(busy=bool(self.windows.popups())):
            self._await_box()
        if self._tree_wanted:
            self._renew_listings()

    def disturb(self, kinds: Sequence[str], seed: int) -> None:
        """Let something happen after some of the actions from now on.

        Raises:
            UnknownNameError: There is no such kind.
        """
        self._disturbances = Disturbances(kinds, seed, self.session.shell.start, self.launcher.crash)

    def _await_box(self) -> None:
        """Wait for what a disturbance shows, so that the next screenshot has it."""
        end = time.monotonic() + self._cap
        while not any(w.wm_class == BOX_CLASS for w in self.windows.managed()) and time.monotonic() < end:
            self._display.wait_change(_LISTING_DELAY)
        self.settle()

    def _parts(self, action: Action) -> Sequence[Action]:
        """The action; or, for an application that would mix it up, the lines and Enters that typing is made of."""
        app = self.launcher.front() if isinstance(action, Type) and _BREAKS & set(action.text) else None
        if app is None or not app.collects_typing or not isinstance(action, Type):
            return (action,)
        pieces = re.split(r"([\n\t])", action.text)
        return [Press(_KEYS[p]) if p in _KEYS else Type(p) for p in pieces if p]

    def settle(self) -> None:
        """Wait until the desktop has come to rest, within the cap."""
        self._settler.settle()

    def screenshot(self) -> Frame:
        """The screen now. Once a tree was asked for, each screenshot is taken together with its tree."""
        for _ in range(_TRIES):
            self._display.sync()
            before = self._display.changes
            if self._frame is None or self._frame[0] != before:
                self._frame = before, self._screen.grab()
            if self._tree_wanted and (self._tree is None or self._tree[0] != before):
                self._tree = before, self._read_tree()
            self._display.sync()
            if self._display.changes == before:
                break
        assert self._frame is not None
        return self._frame[1].copy()

    def audio(self, begin: float, end: float, most: int) -> Sound:
        """The sound between two moments of the monotonic clock; of more than ``most`` samples, the last.

        Raises:
            DeviceLostError: The sound server has ended.
            DeviceTimeoutError: It does not go on.
        """
        return self.session.heard_until(end).cut(begin, end, most)

    def video(self, frames: int, begin: float, now: float, size: tuple[int, int]) -> tuple[Frame, NDArray[np.float32]]:
        """Pictures spread evenly from a moment of the monotonic clock to now."""
        assert self._film is not None
        return self._film.ring.spread(frames, begin, now, size, self.screenshot())

    def pointer(self) -> ShownPointer | None:
        """The pointer now: only input moves it, and of that there is none after the last screenshot."""
        return self._display.pointer()

    def tree(self) -> Tree:
        """The tree of the moment of the last screenshot, or of now if the desktop has moved on."""
        self._tree_wanted = True
        return self._tree_now()

    def _tree_now(self) -> Tree:
        self._display.sync()
        for _ in range(_TRIES):
            before = self._display.changes
            if self._tree is not None and self._tree[0] == before:
                break
            self._tree = before, self._read_tree()
            self._display.sync()
        assert self._tree is not None
        return self._tree[1]

    def _renew_listings(self) -> None:
        """Wait until no list of files names one twice (see `Listing`)."""
        end = time.monotonic() + self._cap
        while self._listing.renew(self._tree_now()) and time.monotonic() < end:
            self._display.wait_change(_LISTING_DELAY)
            self.settle()
            self._display.touch()

    def _await_default(self) -> None:
        """Wait, before Enter is pressed in a dialog, until its default button can be used.

        GTK's file dialogs grey it out until they have looked at the folder of a path that was typed; a person does
        not type fast enough to see that, and an Enter at that time is lost.
        """
        front = self.windows.managed()
        if not front or not front[0].modal:
            return
        self._synchronise()
        end = time.monotonic() + _DEFAULT_DELAY
        while time.monotonic() < end:
            self._display.touch()
            default = self._tree_now().find(states=State.DEFAULT)
            if default is None or default.states & State.ENABLED:
                return
            self._display.pump(0.02)

    def _await_buttons(self) -> None:
        """Wait for buttons to do their work: GTK shows one that a key activated as held down for 250 ms first."""
        end = time.monotonic() + self._cap
        while time.monotonic() < end:
            self._tree_now()
            if not self._accessibility.armed:
                return
            self._display.wait_change(_BUTTON_DELAY)
            self.settle()

    def run(self, argv: Sequence[str], timeout: float) -> tuple[int, bytes, bytes]:
        """Run a command to its end: exit code, standard output, standard error.

        Raises:
            DeviceTimeoutError: It did not end in time; it was killed.
            TooLargeError: It wrote more than is read.
        """
        shell, place, confinement = self.session.shell, self.session.place, self.session.confinement
        with capture(place, confinement) as output, capture(place, confinement) as errors:
            job = shell.start(argv, output.inside, errors.inside)
            end = time.monotonic() + timeout
            while job.code is None and (left := end - time.monotonic()) > 0:
                # The command may ask for the clipboard, which only the display's queue answers.
                self._display.pump()
                shell.poll(min(left, 0.02))
            if job.code is None:
                shell.kill(job)
                raise DeviceTimeoutError("x11", "run", f"{argv[0]} did not end within {timeout:g} s; it was killed.")
            self._display.touch()
            out, err = (file.read(f"What {argv[0]} said", _MOST_OUTPUT) for file in (output, errors))
        return job.code, out, err

    def _read_tree(self) -> Tree:
        tops = self._accessibility.read()
        windows = [*self.windows.popups(), *self.windows.managed()]
        truncated = self._accessibility.truncated
        return build_tree(tops, windows, self._size, truncated, frozenset(self._settler.hung))

    def _synchronise(self) -> None:
        """Wait until the window manager and the applications have handled the input so far."""
        self._manager.synchronise(self._cap)
        self._settler.synchronise()

    def _double_click(self) -> float:
        """Within how many seconds the application in front takes two clicks for a double click."""
        app = self.launcher.front()
        return (DOUBLE_CLICK_MS if app is None else app.double_click) / 1000

    def _wait(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self._display.pump(min(left, 0.5))
            self.session.check()

    def _paint_background(self) -> None:
        root = self._display.root
        root.change_attributes(background_pixel=_BACKGROUND)
        root.clear_area()
        self._display.sync()


def _may_activate(action: Action) -> bool:
    """Whether an action may have activated a button by a key."""
    if isinstance(action, Press):
        return action.key in ("enter", "space") or "alt" in action.modifiers
    return isinstance(action, Type) and not {"\n", " "}.isdisjoint(action.text)
