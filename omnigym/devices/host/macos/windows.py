"""The windows of a macOS session and the applications that they are of."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import AppKit
import ApplicationServices
import Quartz

from omnigym.a11y import Rect
from omnigym.devices.host.macos.apps import MacAppDefinition, definitions
from omnigym.devices.host.macos.elements import attribute, attributes, perform, rect_of
from omnigym.devices.protocol import WindowInfo
from omnigym.errors import AppError, UnknownNameError

__all__ = ["MacWindow", "MacWindows"]

_REGULAR: Final = 0  # NSApplicationActivationPolicyRegular: an application with windows
_ACTIVATE: Final = 3  # all windows, ignoring other applications
_ANSWER_S: Final = 0.5
_TIMEOUT_S: Final = 40.0
_LOOK_S: Final = 0.05
_MOST_WINDOWS: Final = 200


@dataclass(frozen=True, slots=True)
class MacWindow:
    """A window.

    Attributes:
        number: Its number, which it keeps.
        element: It, as the Accessibility API has it.
        process, bundle: Whose it is.
    """

    number: int
    element: Any
    process: int
    bundle: str
    title: str
    bounds: Rect
    active: bool
    minimised: bool
    document: str


class MacWindows:
    """All windows of applications, front to back, and what is done to them.

    Args:
        wait: Waits a number of seconds while the desktop goes on.
    """

    def __init__(self, wait: Callable[[float], None]) -> None:
        self._wait = wait
        self._known: list[object] = []  # by number, so that a window keeps its own
        self._others = self.processes()

    # -- what there is -----------------------------------------------------------------------------------------------

    @staticmethod
    def applications() -> list[Any]:
        """The applications that have windows."""
        running = AppKit.NSWorkspace.sharedWorkspace().runningApplications()
        return [app for app in running if app.activationPolicy() == _REGULAR]

    def processes(self) -> frozenset[int]:
        """Their processes."""
        return frozenset(int(app.processIdentifier()) for app in self.applications())

    def all(self) -> list[MacWindow]:
        """The windows, front to back; minimised ones last."""
        front = AppKit.NSWorkspace.sharedWorkspace().frontmostApplication()
        active = int(front.processIdentifier()) if front is not None else 0
        found: list[MacWindow] = []
        for app in self.applications():
            process = int(app.processIdentifier())
            element = ApplicationServices.AXUIElementCreateApplication(process)
            ApplicationServices.AXUIElementSetMessagingTimeout(element, _ANSWER_S)
            main = attribute(element, "AXFocusedWindow")
            for window in (attribute(element, "AXWindows") or ())[:_MOST_WINDOWS]:
                told = attributes(window, ("AXTitle", "AXPosition", "AXSize", "AXMinimized", "AXDocument"))
                bounds = rect_of(told)
                if bounds is None or not bounds[2] or not bounds[3]:
                    continue
                found.append(
                    MacWindow(
                        self._number(window),
                        window,
                        process,
                        str(app.bundleIdentifier() or ""),
                        str(told.get("AXTitle") or ""),
                        bounds,
                        process == active and window == main,
                        bool(told.get("AXMinimized")),
                        str(told.get("AXDocument") or ""),
                    )
                )
        order = self._order()
        return sorted(found, key=lambda w: (w.minimised, not w.active, order.get((w.process, w.bounds), len(order))))

    @staticmethod
    def menu_bar() -> object:
        """The menu bar of the application in front; None if there is none."""
        front = AppKit.NSWorkspace.sharedWorkspace().frontmostApplication()
        if front is None:
            return None
        element = ApplicationServices.AXUIElementCreateApplication(int(front.processIdentifier()))
        ApplicationServices.AXUIElementSetMessagingTimeout(element, _ANSWER_S)
        return attribute(element, "AXMenuBar")

    def _number(self, window: object) -> int:
        if window not in self._known:
            self._known.append(window)
        return self._known.index(window)

    @staticmethod
    def _order() -> dict[tuple[int, Rect], int]:
        """How the screen's windows are stacked: no number is known both here and to the Accessibility API."""
        chosen = Quartz.kCGWindowListOptionOnScreenOnly | Quartz.kCGWindowListExcludeDesktopElements
        order: dict[tuple[int, Rect], int] = {}
        for place, told in enumerate(Quartz.CGWindowListCopyWindowInfo(chosen, Quartz.kCGNullWindowID) or ()):
            box = told["kCGWindowBounds"]
            bounds = round(box["X"]), round(box["Y"]), round(box["Width"]), round(box["Height"])
            order.setdefault((int(told["kCGWindowOwnerPID"]), bounds), place)
        return order

    # -- as a launcher -----------------------------------------------------------------------------------------------

    def infos(self) -> tuple[WindowInfo, ...]:
        """The open windows, front to back."""
        return tuple(
            WindowInfo(
                str(w.number), _name_of(w), w.title, w.bounds, w.active, w.minimised, w.document.removeprefix("file://")
            )
            for w in self.all()
        )

    def known(self, window: str) -> int:
        """The number of a window of `infos`.

        Raises:
            UnknownNameError: There is no such window.
        """
        here = {str(w.number): w.number for w in self.all()}
        if window not in here:
            raise UnknownNameError("window", window, here)
        return here[window]

    def open(self, name: str) -> None:
        """Bring an application to the front, or start it."""
        if name in definitions():
            self.launch(name, None)

    def launch(self, name: str, path: str | None) -> None:
        """Start an application and wait until a window of it is in front.

        Raises:
            AppError: It was not ready in time.
        """
        app = definitions()[name]
        argv = ["open", "-b", app.bundle, *([path] if path is not None else [])]
        done = subprocess.run(argv, capture_output=True, text=True, timeout=_TIMEOUT_S, check=False)
        if done.returncode:
            raise AppError("host", "launch", f"open ended with code {done.returncode}.", "Try it by hand on that Mac.")
        end = time.monotonic() + _TIMEOUT_S
        while not any(w.active and w.bundle == app.bundle for w in self.all()):
            if time.monotonic() > end:
                raise AppError("host", "launch", f"{app.title} was not ready within {_TIMEOUT_S:g} s.", "Reset it.")
            self._wait(_LOOK_S)

    # -- what is done to them ----------------------------------------------------------------------------------------

    def activate(self, number: int) -> None:
        """Bring a window to the front, minimised or not."""
        window = self._of(number)
        if window is None:
            return
        ApplicationServices.AXUIElementSetAttributeValue(window.element, "AXMinimized", False)
        perform(window.element, "AXRaise")
        for app in self.applications():
            if int(app.processIdentifier()) == window.process:
                app.activateWithOptions_(_ACTIVATE)

    def minimise(self, number: int) -> None:
        """Hide a window."""
        window = self._of(number)
        if window is not None:
            ApplicationServices.AXUIElementSetAttributeValue(window.element, "AXMinimized", True)

    def close(self, number: int) -> None:
        """Do what a window's close button does."""
        window = self._of(number)
        button = None if window is None else attribute(window.element, "AXCloseButton")
        if button is not None:
            perform(button, "AXPress")

    def end_new(self, patience: float) -> bool:
        """End the applications that were started since the session was taken; False if one is left."""
        for force in (False, True):
            new = [app for app in self.applications() if int(app.processIdentifier()) not in self._others]
            for app in new:
                app.forceTerminate() if force else app.terminate()
            end = time.monotonic() + patience
            while self.processes() - self._others:
                if time.monotonic() > end:
                    break
                self._wait(_LOOK_S)
            else:
                return True
        return False

    def _of(self, number: int) -> MacWindow | None:
        return next((w for w in self.all() if w.number == number), None)


def _name_of(window: MacWindow) -> str:
    known: MacAppDefinition | None = next((a for a in definitions().values() if a.bundle == window.bundle), None)
    return window.bundle if known is None else known.name
