"""A display that is acted on and looked at, whoever started it and whatever keeps its programs in."""

from __future__ import annotations

import re
import time
from collections.abc import Hashable, Mapping, Sequence
from typing import Protocol

from omnigym.a11y import State, Tree
from omnigym.actions import Action, Press, Type, typed_text
from omnigym.devices.home_data import HomeData
from omnigym.devices.home_files import HomeFiles
from omnigym.devices.input import Input, Keys, Mouse
from omnigym.devices.protocol import Frame
from omnigym.devices.protocol import Pointer as ShownPointer
from omnigym.devices.x11.activity import Activity
from omnigym.devices.x11.app import XAppDefinition
from omnigym.devices.x11.atspi import Accessibility
from omnigym.devices.x11.clipboard import XClipboard
from omnigym.devices.x11.dbus import Bus
from omnigym.devices.x11.devtools import DevTools
from omnigym.devices.x11.files import Listing
from omnigym.devices.x11.home import DOUBLE_CLICK_MS
from omnigym.devices.x11.input import XPointer
from omnigym.devices.x11.keyboard import Keyboard
from omnigym.devices.x11.launcher import Starter, XLauncher
from omnigym.devices.x11.screen import Pixels, XScreen, frame_of
from omnigym.devices.x11.settle import Settler
from omnigym.devices.x11.tree import build_tree
from omnigym.devices.x11.unfinished_work import UnfinishedWork
from omnigym.devices.x11.windows import WindowManager, XWindows

__all__ = ["Ground", "LiveDisplay"]

#: What ends a piece of typed text, and the key that it is.
_KEYS = {"\n": "enter", "\t": "tab"}
_BREAKS = frozenset(_KEYS)
_APP_DEADLINE, _APP_SILENCE = 2.0, 0.5
_MOST_NODES = 2000
_TRIES = 3
_BUTTON_DELAY, _DEFAULT_DELAY, _LISTING_DELAY = 0.3, 0.5, 0.2


class Ground(Starter, Protocol):
    """What a live display stands on.

    Attributes:
        a11y: The connection to its accessibility bus.
    """

    a11y: Bus

    def connect_to(self, address: str) -> Bus:
        """A connection to the socket of an application, which is the caller's to close.

        Raises:
            BusClosedError: It could not be made, or the socket is not one of the desktop.
        """
        ...


class LiveDisplay:
    """Input, pixels, tree, windows, clipboard and applications of a display.

    Args:
        ground: What it stands on.
        size: Its (width, height) in pixels.
        quiet, cap: See `omnigym.devices.x11.settle.Settler`; in seconds.
        apps: The applications that can be launched.
        activity: Looks at its processes.
        files: The home.
        devtools: Starts the browser; None where there is none.
        drawn: Whether the buttons of title bars are where this window manager's usual theme has them.
        patience: How many times as long as usual applications may take to answer, to start and to come to rest.
    """

    def __init__(
        self,
        ground: Ground,
        size: tuple[int, int],
        quiet: float,
        cap: float,
        apps: Mapping[str, XAppDefinition],
        activity: Activity,
        files: HomeFiles,
        devtools: DevTools | None = None,
        drawn: bool = True,
        patience: float = 1.0,
        scale: float = 1.0,
    ) -> None:
        self._ground, self._scale = ground, scale
        display = self._display = ground.display
        self._size, self._cap, self._drawn, self._patience = size, cap, drawn, patience
        self.files = files
        self.windows = XWindows(display)
        self._manager = WindowManager(display)
        self._settler = Settler(display, self.windows, activity, quiet, cap, self._idle, patience)
        self._work = UnfinishedWork(activity, self.windows, self._files_mark)
        deadlines = _APP_DEADLINE * patience, _APP_SILENCE * patience
        self._accessibility = Accessibility(ground.a11y, ground.connect_to, activity.delays, *deadlines, _MOST_NODES)
        self._screen = XScreen(display.name, size, display.root)
        self._listing = Listing(apps, files, ground.native_home)
        self.clipboard = XClipboard(display)
        self.launcher = XLauncher(
            ground, self.windows, apps, self.settle, self._read_tree, files.named, devtools, patience
        )
        keys, mouse = self._hands()
        self._input = Input(keys, mouse, size, self._wait, self.launcher.open)
        self._frame: tuple[int, Frame] | None = None
        #: What was taken of the screen while it was waited for rest, and may be old by now.
        self._taken: tuple[int, Pixels] | None = None
        self._tree: tuple[int, Tree] | None = None
        self._tree_wanted = False

    def close(self) -> None:
        """Let go of it."""
        self._accessibility.close()
        self._screen.close()

    def check(self) -> None:
        """Look whether everything that must live does.

        Raises:
            DeviceLostError: A part of the desktop died.
        """
        self._ground.check()

    def user_data(self) -> HomeData:
        """What is the user's, as it is now."""
        raise NotImplementedError

    def _files_mark(self) -> Hashable:
        """A value that is another one when the user's files changed."""
        raise NotImplementedError

    def works_during(self, seconds: float) -> bool:
        """Wait, and return whether programs worked on something meanwhile."""
        return self._work.done_during(lambda: self._pass_time(seconds))

    def _pass_time(self, seconds: float) -> None:
        """Wait, and read no tree, as that makes the applications work."""
        self._wait(seconds)
        self._display.touch()
        self.settle()

    def act(self, action: Action) -> None:
        """Do an action and wait until it has had its effect."""
        self._settler.settle_late()
        for part in self._parts(action):
            self._input.do(part)
            self._display.touch()
            self.settle()
        if _may_activate(action):
            self._await_buttons()
        self._acted()
        if self._tree_wanted:
            self._renew_listings()

    def close_window(self, xid: int) -> None:
        """Do what a window's close button does."""
        self.windows.close(xid)
        self.settle()

    def _acted(self) -> None:
        """Whatever follows an action."""

    def _idle(self) -> None:
        """Whatever is done again and again while it is waited for rest."""
        self._ground.check()

    def _hands(self) -> tuple[Keys, Mouse]:
        """What input is done with."""
        keyboard = Keyboard(self._display, self._synchronise, self._await_default)
        return keyboard, XPointer(self._display, self._synchronise, self._wait, self._double_click)

    def _parts(self, action: Action) -> Sequence[Action]:
        """The action; or, for an application that would mix it up, the lines and Enters that typing is made of."""
        app = self.launcher.front() if isinstance(action, Type) and _BREAKS & set(action.text) else None
        if app is None or not app.collects_typing or not isinstance(action, Type):
            return (action,)
        pieces = re.split(r"([\n\t])", typed_text(action.text))
        return [Press(_KEYS[p]) if p in _KEYS else Type(p) for p in pieces if p]

    def settle(self) -> None:
        """Wait until the desktop has come to rest, within the cap."""
        self._settler.settle()

    def screenshot(self) -> Frame:
        """The screen now. Once a tree was asked for, each screenshot is taken together with its tree."""
        for _ in range(_TRIES):
            self._display.sync()
            now = self._display.changes
            has_frame = self._frame is not None and self._frame[0] == now
            has_tree = not self._tree_wanted or (self._tree is not None and self._tree[0] == now)
            if has_frame and has_tree:
                break
            if not has_frame:
                self._frame = now, self._pixels(now)
            if not has_tree:
                self._tree = now, self._read_tree()
        assert self._frame is not None
        return self._frame[1].copy()

    def _pixels(self, change: int) -> Frame:
        """The screen as it is after that change."""
        taken, self._taken = self._taken, None
        return frame_of(taken[1], self._size) if taken is not None and taken[0] == change else self._screen.grab()

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
        front = self.windows.managed_windows()
        if not front or not front[0].modal:
            return
        self._synchronise()
        end = time.monotonic() + _DEFAULT_DELAY * self._patience
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

    def _read_tree(self) -> Tree:
        tops = self._accessibility.read()
        windows = self.windows.shown()
        truncated = self._accessibility.truncated
        return build_tree(tops, windows, self._size, truncated, frozenset(self._settler.hung), self._drawn, self._scale)

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
            self._ground.check()


def _may_activate(action: Action) -> bool:
    """Whether an action may have activated a button by a key."""
    if isinstance(action, Press):
        return action.key in ("enter", "space") or "alt" in action.modifiers
    return isinstance(action, Type) and not {"\n", " "}.isdisjoint(action.text)
