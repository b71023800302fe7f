"""Starting applications, waiting until they are ready, and telling whose a window is."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from omnigym.devices.host.windows.apps import WindowsAppDefinition
from omnigym.devices.host.windows.native import answers, wait_until_idle
from omnigym.devices.host.windows.programs import Programs
from omnigym.devices.host.windows.windows import NativeWindow, NativeWindows
from omnigym.devices.protocol import WindowInfo
from omnigym.errors import AppError, UnknownNameError

__all__ = ["WindowsLauncher"]

_TIMEOUT_S: Final = 40.0
_IDLE_S, _LOOK_S, _ANSWER_S = 2.0, 0.02, 0.5


class WindowsLauncher:
    """The applications of a session.

    Args:
        programs: Where programs are started.
        windows: Its windows.
        apps: The applications that can be launched, each with its one variant.
        settle: Waits until the desktop has come to rest.
        wait: Waits a number of seconds while the desktop goes on.
        named: The native paths of the files of a name, for titles that do not say more.
        folders_named: Those of the folders of a name.
        patience: How many times as long as usual applications may take to start.
    """

    def __init__(
        self,
        programs: Programs,
        windows: NativeWindows,
        apps: Mapping[str, WindowsAppDefinition],
        settle: Callable[[], object],
        wait: Callable[[float], None],
        named: Callable[[str], Sequence[str]],
        folders_named: Callable[[str], Sequence[str]],
        patience: float = 1.0,
    ) -> None:
        self._programs, self._windows, self._apps = programs, windows, apps
        self._settle, self._wait = settle, wait
        self._named, self._folders_named = named, folders_named
        self._timeout = _TIMEOUT_S * patience
        self._last: dict[str, str] = {}

    def forget(self) -> None:
        """Know nothing of what was launched up to now."""
        self._last.clear()

    def open(self, name: str) -> None:
        """Bring an application's frontmost window to the front, or start it: what its icon in the taskbar would do."""
        if name not in self._apps:
            return
        mine = [w for w in self._windows.managed_windows() if self._of(w) is self._apps[name]]
        if mine:
            self._windows.activate(mine[0].handle)
        else:
            self.launch(name, None)

    def launch(self, name: str, path: str | None) -> None:
        """Start an application and wait until a window of it can be used.

        Raises:
            UnknownNameError: There is none of that name here.
            AppError: It did not become ready within its deadline.
        """
        if name not in self._apps:
            raise UnknownNameError("app", name, self._apps)
        app = self._apps[name]
        variant = app.variants[0]
        before = self._windows.managed_ids()
        argv = [variant.program(), *variant.argv[1:], *([path] if path is not None else [])]
        try:
            started = self._programs.start(argv)
        except OSError as e:
            raise AppError("host", "launch", f"{variant.argv[0]} cannot be started: {e}.", "Reset the device.") from e
        wait_until_idle(started.pid, _IDLE_S)
        end = time.monotonic() + self._timeout
        while not self._is_ready(app, started, before):
            if started.poll() not in (None, 0):
                problem = f"{variant.argv[0]} ended with code {started.returncode}."
                raise AppError("host", "launch", problem, "Try it by hand on that machine.")
            if time.monotonic() > end:
                problem = f"{variant.argv[0]} was not ready within {self._timeout:g} s."
                raise AppError("host", "launch", problem, "Reset the device.")
            self._wait(_LOOK_S)
        if path is not None:
            self._last[os.path.basename(path).casefold()] = path
        self._settle()

    def infos(self) -> tuple[WindowInfo, ...]:
        """The open windows, front to back."""
        return tuple(self._info(w) for w in self._windows.managed_windows())

    def known(self, window: str) -> int:
        """The handle of a window of `infos`.

        Raises:
            UnknownNameError: There is no such window.
        """
        ids = {_name(w): w.handle for w in self._windows.managed_windows()}
        if window not in ids:
            raise UnknownNameError("window", window, ids)
        return ids[window]

    def _info(self, window: NativeWindow) -> WindowInfo:
        app = self._of(window)
        return WindowInfo(
            id=_name(window),
            app=window.native_class.lower() if app is None else app.name,
            title=window.title,
            bounds=window.frame,
            active=window.active,
            minimised=window.minimised,
            document="" if app is None else self._document(app, window.title),
        )

    def _of(self, window: NativeWindow) -> WindowsAppDefinition | None:
        return next((a for a in self._apps.values() if a.variants[0].has(window.native_class, window.title)), None)

    def _document(self, app: WindowsAppDefinition, title: str) -> str:
        """The native path of what a window shows: of a name alone, the file that was opened, or the only one of it."""
        shown = app.variants[0].shows(title)
        if not shown or os.path.isabs(shown):
            return shown
        opened = self._last.get(shown.casefold())
        if opened is not None and not app.lists_folder:  # a window of folders goes on to others
            return opened
        paths = (self._folders_named if app.lists_folder else self._named)(shown)
        return paths[0] if len(paths) == 1 else ""

    def _is_ready(self, app: WindowsAppDefinition, started: subprocess.Popen[bytes], before: frozenset[int]) -> bool:
        """Whether there is a new window, or (a second start hands over to the first) an old one in front, that answers.

        A window that came up behind another one is brought to the front: Windows keeps programs from doing so.
        """
        mine = [w for w in self._windows.managed_windows() if self._of(w) is app]
        new = [w for w in mine if w.handle not in before] or (mine if started.poll() == 0 else [])
        if not new or not answers(new[0].handle, _ANSWER_S):
            return False
        if not new[0].active:
            self._windows.activate(new[0].handle)
            return False
        return True


def _name(window: NativeWindow) -> str:
    return f"0x{window.handle:x}"
