"""Starting applications and waiting until they are ready.

An application that ends is closed, however it ended: whoever can type can kill it.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from omnigym.a11y import Tree
from omnigym.devices.protocol import WindowInfo
from omnigym.devices.x11.app import XAppDefinition
from omnigym.devices.x11.devtools import DevTools
from omnigym.devices.x11.display import XDisplay
from omnigym.devices.x11.disturbances import BOX_CLASS
from omnigym.devices.x11.home import HOME
from omnigym.devices.x11.shell import Job
from omnigym.devices.x11.windows import XWindow, XWindows
from omnigym.errors import AppError, UnknownNameError

__all__ = ["Starter", "XLauncher"]

_LOG = logging.getLogger(__name__)
_TIMEOUT = 40.0
_KILLING_S = 2.0
#: What windows of other programs belong to, by their class.
_OTHERS = {BOX_CLASS: "system_message"}


class Starter(Protocol):
    """Where programs are started.

    Attributes:
        display: The display that they show themselves on.
    """

    display: XDisplay

    @property
    def native_home(self) -> str:
        """The home as its user writes it."""
        ...

    def start(self, argv: Sequence[str]) -> Job:
        """Start a command in the background."""
        ...

    def poll(self, timeout: float = 0.0) -> None:
        """Take in what has ended, waiting at most ``timeout`` seconds for the first of it."""
        ...

    def check(self) -> None:
        """Look whether all goes on.

        Raises:
            DeviceLostError: It does not.
        """
        ...

    def note_log(self) -> None:
        """Log what programs wrote last."""
        ...


class XLauncher:
    """The applications of a running desktop.

    Args:
        session: Where programs are started.
        windows: Its windows.
        apps: The applications that can be launched.
        settle: Waits until the desktop has come to rest.
        tree: Reads the accessibility tree.
        named: The native paths of the files of a name, for titles that do not say more.
        devtools: Starts the browser; None where it is started as any other program.
        patience: How many times as long as usual an application may take to start.
    """

    def __init__(
        self,
        session: Starter,
        windows: XWindows,
        apps: Mapping[str, XAppDefinition],
        settle: Callable[[], object],
        tree: Callable[[], Tree],
        named: Callable[[str], Sequence[str]],
        devtools: DevTools | None,
        patience: float = 1.0,
    ) -> None:
        self._timeout = _TIMEOUT * patience
        self._session, self._windows, self._apps = session, windows, apps
        self._settle, self._tree, self._named = settle, tree, named
        self._devtools = devtools
        self._services: set[tuple[str, ...]] = set()

    def forget(self) -> None:
        """Know nothing of what was launched up to now."""
        self._services.clear()

    def app(self, name: str) -> XAppDefinition:
        """The definition of an application.

        Raises:
            UnknownNameError: There is none of that name here.
        """
        if name not in self._apps:
            raise UnknownNameError("app", name, self._apps)
        return self._apps[name]

    def open(self, name: str) -> None:
        """Bring an application's frontmost window to the front, or start it: what its icon in a panel would do."""
        if name not in self._apps:
            return
        mine = [w for w in self._windows.managed_windows() if w.wm_class == self._apps[name].wm_class]
        if mine:
            self._windows.activate(mine[0].xid)
        else:
            try:
                self.launch(name, None)
            except AppError as e:  # an icon of a program that does not start does nothing
                _LOG.info("Nothing was opened: %s", e)

    def launch(self, name: str, path: str | None) -> None:
        """Start an application and wait until a window of it can be used.

        Raises:
            UnknownNameError: There is none of that name here.
            AppError: It did not become ready within its deadline.
        """
        app = self.app(name)
        before = self._windows.identities()
        self._start_services(app)
        argv = [*self._here(app.argv), *([path] if path is not None else [])]
        devtools = self._devtools if app.devtools else None
        job = self._session.start(argv) if devtools is None else devtools.start(argv)
        end = time.monotonic() + self._timeout
        while not self._is_ready(app, job, before):
            self._session.check()
            if job.code:
                self._session.note_log()
                raise AppError(
                    "x11", "launch", f"{app.argv[0]} ended with code {job.code}.", "Its log is at level DEBUG."
                )
            if time.monotonic() > end:
                self._session.note_log()
                problem = f"{app.argv[0]} was not ready within {self._timeout:g} s."
                raise AppError("x11", "launch", problem, "Reset the device.")
            self._session.display.pump(0.01)
            self._session.poll()

    def front(self) -> XAppDefinition | None:
        """The application of the active window, where it is one of those that can be launched."""
        active = next((w for w in self._windows.managed_windows() if w.active), None)
        return None if active is None else self._of(active)

    def crash(self) -> str:
        """Kill the application of the active window, as a disturbance; its program, or "" where there is none."""
        active = next((w for w in self._windows.managed_windows() if w.active), None)
        app = None if active is None else self._of(active)
        pid = 0 if active is None else self._windows.process(active.xid)
        if app is None or pid <= 1:
            return ""
        killing = self._session.start(["kill", "-KILL", str(pid)])
        end = time.monotonic() + _KILLING_S
        while killing.code is None and (left := end - time.monotonic()) > 0:
            self._session.poll(left)
        return app.wm_class

    def infos(self) -> tuple[WindowInfo, ...]:
        """The open windows, front to back."""
        return tuple(self._info(w) for w in self._windows.managed_windows())

    def known(self, window: str) -> int:
        """The X id of a window of `infos`.

        Raises:
            UnknownNameError: There is no such window.
        """
        ids = {_name(w): w.xid for w in self._windows.managed_windows()}
        if window not in ids:
            raise UnknownNameError("window", window, ids)
        return ids[window]

    def _info(self, window: XWindow) -> WindowInfo:
        app = self._of(window)
        return WindowInfo(
            id=_name(window),
            app=app.name if app is not None else _OTHERS.get(window.wm_class, window.wm_class.lower()),
            title=window.title,
            bounds=window.frame,
            active=window.active,
            minimised=window.minimised,
            document=self._document(app, window.title) if app is not None else "",
        )

    def _of(self, window: XWindow) -> XAppDefinition | None:
        return next((a for a in self._apps.values() if a.wm_class == window.wm_class), None)

    def _document(self, app: XAppDefinition, title: str) -> str:
        """The native path of what a window shows; of files of one name it is not known which."""
        shown = app.document(title, self._session.native_home)
        if not shown or shown.startswith("/"):
            return shown
        paths = self._named(shown)
        return paths[0] if len(paths) == 1 else ""

    def _start_services(self, app: XAppDefinition) -> None:
        for argv in app.services:
            if argv not in self._services:
                self._services.add(argv)
                self._session.start(self._here(argv))

    def _here(self, argv: Sequence[str]) -> list[str]:
        """A command with the home that this desktop has."""
        return [word.replace(HOME, self._session.native_home) for word in argv]

    def _is_ready(self, app: XAppDefinition, job: Job, before: frozenset[tuple[int, int]]) -> bool:
        """Whether there is a new window, or (a second start hands over to the first) an old one in front, in order."""
        mine = [w for w in self._windows.managed_windows() if w.wm_class == app.wm_class and w.active]
        if not any((w.xid, self._windows.process(w.xid)) not in before or job.code == 0 for w in mine):
            return False
        if app.loading and any(w.title == app.loading for w in mine):
            return False
        self._settle()
        return self._tree().find(**app.ready) is not None


def _name(window: XWindow) -> str:
    return f"0x{window.xid:x}"
