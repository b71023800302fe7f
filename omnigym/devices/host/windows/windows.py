"""The top-level windows of a session: how they are stacked, and what a title bar's buttons do to them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pywintypes
import win32con
import win32gui
import win32process

from omnigym.a11y import Rect
from omnigym.devices.host.windows.keys import VirtualKey, key_event
from omnigym.devices.host.windows.native import frame_bounds, is_cloaked, send

__all__ = ["NativeWindow", "NativeWindows"]

#: Windows that come up over others and are gone when one does something else, by their class.
_POPUPS: Final = frozenset({"#32768", "ComboLBox", "tooltips_class32", "SysShadow", "Auto-Suggest Dropdown"})
#: The shell's own, which nobody opened.
_TASKBARS: Final = frozenset({"Shell_TrayWnd", "Shell_SecondaryTrayWnd"})
_DESKTOPS: Final = frozenset({"Progman", "WorkerW", "#32769"})
#: A key that no keyboard has: who has had input last may bring a window to the front.
_NO_KEY: Final = VirtualKey(0xE8)
#: How long a window may take to come to the front or to go away, and how often it is looked, in seconds.
_PATIENCE_S, _LOOK_S = 2.0, 0.02


@dataclass(frozen=True, slots=True)
class NativeWindow:
    """A window.

    Attributes:
        handle: Its number in Windows.
        native_class: The class of its window.
        kind: "managed": one that a person opened or a program shows; "popup"; "taskbar" or "desktop".
        frame: Its place as it is drawn.
        modal: Whether its owner waits for it.
    """

    handle: int
    title: str
    native_class: str
    process: int
    kind: str
    frame: Rect
    active: bool
    minimised: bool
    modal: bool


class NativeWindows:
    """The windows of this session.

    Args:
        wait: Waits a number of seconds while the desktop goes on.
    """

    def __init__(self, wait: Callable[[float], None]) -> None:
        self._wait = wait

    def all(self) -> tuple[NativeWindow, ...]:
        """Those that are shown, front to back."""
        handles: list[int] = []
        win32gui.EnumWindows(lambda handle, found: found.append(handle), handles)
        front = win32gui.GetForegroundWindow()
        found = []
        for handle in handles:
            try:
                window = _seen(handle, front)
            except pywintypes.error:  # it is gone by now
                continue
            if window is not None:
                found.append(window)
        return tuple(found)

    def managed_windows(self) -> tuple[NativeWindow, ...]:
        """Those that a person opened or a program shows, front to back."""
        return tuple(w for w in self.all() if w.kind == "managed")

    def managed_ids(self) -> frozenset[int]:
        """Their handles."""
        return frozenset(w.handle for w in self.managed_windows())

    def activate(self, handle: int, /) -> None:
        """Bring a window to the front, minimised or not, and give it the keyboard."""
        if win32gui.IsIconic(handle):
            win32gui.ShowWindow(handle, win32con.SW_RESTORE)
        self._until(lambda: self._in_front(handle))

    def minimise(self, handle: int, /) -> None:
        """Take a window away from the front without closing it."""
        if not win32gui.IsIconic(handle):
            win32gui.ShowWindow(handle, win32con.SW_MINIMIZE)
            self._until(lambda: bool(win32gui.IsIconic(handle)))

    def close(self, handle: int, /) -> None:
        """Do what its close button does; what is not saved may be asked about."""
        try:
            win32gui.PostMessage(handle, win32con.WM_SYSCOMMAND, win32con.SC_CLOSE, 0)
        except pywintypes.error:  # it is gone by now
            return
        before = self.managed_ids()
        self._until(lambda: self.managed_ids() != before, 0.5)

    def _in_front(self, handle: int) -> bool:
        if win32gui.GetForegroundWindow() == handle:
            return True
        send([key_event(_NO_KEY, 0, down=True), key_event(_NO_KEY, 0, down=False)])
        try:
            win32gui.BringWindowToTop(handle)
            win32gui.SetForegroundWindow(handle)
        except pywintypes.error:  # not yet
            return False
        return bool(win32gui.GetForegroundWindow() == handle)

    def _until(self, done: Callable[[], bool], seconds: float = _PATIENCE_S) -> None:
        end = time.monotonic() + seconds
        while not done() and time.monotonic() < end:
            self._wait(_LOOK_S)


def _seen(handle: int, front: int) -> NativeWindow | None:
    """What there is to know of a window; None of one that is not shown."""
    if not win32gui.IsWindowVisible(handle):
        return None
    native = win32gui.GetClassName(handle)
    minimised = bool(win32gui.IsIconic(handle))
    left, top, right, bottom = win32gui.GetWindowRect(handle)
    frame = frame_bounds(handle) or (left, top, right - left, bottom - top)
    if not minimised and (frame[2] <= 0 or frame[3] <= 0):
        return None
    kind = _kind(handle, native)
    if not kind or is_cloaked(handle):
        return None
    if minimised:
        left, top, right, bottom = win32gui.GetWindowPlacement(handle)[4]
        frame = (left, top, right - left, bottom - top)
    owner = win32gui.GetWindow(handle, win32con.GW_OWNER)
    modal = bool(owner) and not win32gui.IsWindowEnabled(owner)
    _, process = win32process.GetWindowThreadProcessId(handle)
    active = handle == front and not minimised
    title = win32gui.GetWindowText(handle)
    return NativeWindow(handle, title, native, process, kind, frame, active, minimised, modal)


def _kind(handle: int, native: str) -> str:
    for kind, classes in (("popup", _POPUPS), ("taskbar", _TASKBARS), ("desktop", _DESKTOPS)):
        if native in classes:
            return kind
    style, extended = (win32gui.GetWindowLong(handle, n) for n in (win32con.GWL_STYLE, win32con.GWL_EXSTYLE))
    if extended & win32con.WS_EX_APPWINDOW or style & win32con.WS_CAPTION == win32con.WS_CAPTION:
        return "managed"
    if extended & (win32con.WS_EX_TOOLWINDOW | win32con.WS_EX_NOACTIVATE):
        return "popup" if style & win32con.WS_POPUP else ""
    return "popup" if win32gui.GetWindow(handle, win32con.GW_OWNER) else "managed"
