"""What every device does that is a live desktop: one of its own, or the machine itself."""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Final, Protocol

from omnigym.a11y import Tree
from omnigym.actions import Action, Click, OpenApp, Type, Wait
from omnigym.devices.home_data import HomeData
from omnigym.devices.protocol import ClipboardContent, FileInfo, Frame, Pointer, WindowInfo
from omnigym.errors import DeviceTimeoutError, TooLargeError, UnknownNameError

__all__ = ["START_S", "App", "LiveDesktop", "LiveDevice"]

#: What is added to the deadline of a call that starts an application, in seconds.
START_S: Final = 30.0


class App(Protocol):
    """What a definition of an application says."""

    @property
    def keys(self) -> Mapping[str, Mapping[str, object]]:
        """Where a stable key is found, as arguments of `Tree.find`."""
        ...


class LiveDesktop(Protocol):
    """A desktop that runs; its parts are named and do as the methods of `omnigym.devices.protocol`."""

    @property
    def files(self) -> _Files:
        """The home."""
        ...

    @property
    def clipboard(self) -> _Clipboard:
        """The clipboard."""
        ...

    @property
    def launcher(self) -> _Launcher:
        """The applications."""
        ...

    @property
    def windows(self) -> _Windows:
        """The windows, by the numbers that the system has for them."""
        ...

    def settle(self) -> None:
        """Wait until it has come to rest."""
        ...

    def act(self, action: Action) -> None:
        """Do an action and wait until it has had its effect."""
        ...

    def screenshot(self) -> Frame:
        """The screen."""
        ...

    def pointer(self) -> Pointer | None:
        """The pointer."""
        ...

    def tree(self) -> Tree:
        """What is on the screen."""
        ...

    def close_window(self, number: int, /) -> None:
        """Do what a window's close button does."""
        ...

    def user_data(self) -> HomeData:
        """What is the user's, but for the clipboard."""
        ...


class _Files(Protocol):
    def native_path(self, path: str) -> str: ...
    def read(self, path: str) -> bytes: ...
    def write(self, path: str, content: bytes, mtime: float | None = None) -> None: ...
    def make_dir(self, path: str) -> None: ...
    def stat(self, path: str) -> FileInfo | None: ...
    def list_dir(self, path: str) -> tuple[FileInfo, ...]: ...


class _Clipboard(Protocol):
    def read(self) -> ClipboardContent: ...
    def write(self, content: ClipboardContent) -> None: ...


class _Launcher(Protocol):
    def launch(self, name: str, path: str | None) -> None: ...
    def infos(self) -> tuple[WindowInfo, ...]: ...
    def known(self, window: str) -> int: ...


class _Windows(Protocol):
    def activate(self, number: int, /) -> None: ...
    def minimise(self, number: int, /) -> None: ...


class LiveDevice(ABC):
    """Screen, input, tree, files, clipboard, windows and applications."""

    @abstractmethod
    def _call(self, call: str, extra: float = 0.0) -> AbstractContextManager[LiveDesktop]:
        """The desktop, for one call with a deadline, to which so many seconds are added."""

    @abstractmethod
    def _here(self) -> Mapping[str, App]:
        """The applications that can be launched, sorted by name."""

    @abstractmethod
    def _known(self) -> Mapping[str, App]:
        """All that there could be."""

    def screenshot(self) -> Frame:
        """The screen, without the pointer: uint8 (H, W, 3), RGB, new."""
        with self._call("screenshot") as desktop:
            return desktop.screenshot()

    def pointer(self) -> Pointer | None:
        """The pointer as the screen shows it; None if an application has hidden it."""
        with self._call("pointer") as desktop:
            return desktop.pointer()

    def act(self, action: Action) -> None:
        """Do an action and return when the screen has settled."""
        extra = len(action.text) / 100 if isinstance(action, Type) else 0.0
        extra += action.duration if isinstance(action, Wait | Click) else 0.0
        extra += START_S if isinstance(action, OpenApp) else 0.0
        with self._call("act", extra) as desktop:
            desktop.act(action)

    def tree(self) -> Tree:
        """What is on the screen, of the same moment as the last screenshot."""
        with self._call("tree") as desktop:
            return desktop.tree()

    def native_path(self, path: str) -> str:
        """The path below the user's home."""
        with self._call("native_path") as desktop:
            return desktop.files.native_path(path)

    def read_file(self, path: str) -> bytes:
        """The content of a file of the home; symbolic links are not followed."""
        with self._call("read_file") as desktop:
            return desktop.files.read(path)

    def write_file(self, path: str, content: bytes, mtime: float | None = None) -> None:
        """Create or replace a file of the home."""
        with self._call("write_file") as desktop:
            desktop.files.write(path, content, mtime)
            desktop.settle()

    def make_dir(self, path: str) -> None:
        """Create a directory of the home, and those above it."""
        with self._call("make_dir") as desktop:
            desktop.files.make_dir(path)
            desktop.settle()

    def stat(self, path: str) -> FileInfo | None:
        """What is at a path of the home, or None."""
        with self._call("stat") as desktop:
            return desktop.files.stat(path)

    def list_dir(self, path: str) -> tuple[FileInfo, ...]:
        """The entries of a directory of the home, sorted by name."""
        with self._call("list_dir") as desktop:
            return desktop.files.list_dir(path)

    def user_data(self) -> HomeData:
        """The files of the home, but for caches, what the desktop adds, and the clipboard if who owns it says it."""
        with self._call("user_data") as desktop:
            data = desktop.user_data()
            try:
                held = desktop.clipboard.read()
            except (DeviceTimeoutError, TooLargeError):  # any application may do so: then nobody knows
                held = None
            return dataclasses.replace(data, clipboard=held)

    def clipboard(self) -> ClipboardContent:
        """What the clipboard holds.

        Raises:
            DeviceTimeoutError: The application that owns it does not say. Any application may do so, and all else goes
                on, so this error does not last.
            TooLargeError: It holds more than is read.
        """
        with self._call("clipboard") as desktop:
            try:
                return desktop.clipboard.read()
            except DeviceTimeoutError as e:
                silence = e
        silence.by_agent = True
        raise silence

    def set_clipboard(self, content: ClipboardContent) -> None:
        """Replace what the clipboard holds."""
        with self._call("set_clipboard") as desktop:
            desktop.clipboard.write(content)
            desktop.settle()

    def apps(self) -> tuple[str, ...]:
        """The applications that are installed here, sorted."""
        return tuple(self._here())

    def launch(self, app: str, path: str | None = None) -> None:
        """Start an application, on a file or directory if one is named, and wait until it is ready."""
        if app not in self._here():
            raise UnknownNameError("app", app, self._here())
        with self._call("launch", START_S) as desktop:
            desktop.launcher.launch(app, None if path is None else desktop.files.native_path(path))
            desktop.settle()

    def windows(self) -> tuple[WindowInfo, ...]:
        """The open windows, front to back."""
        with self._call("windows") as desktop:
            return desktop.launcher.infos()

    def activate(self, window: str) -> None:
        """Bring a window to the front."""
        with self._call("activate") as desktop:
            desktop.windows.activate(desktop.launcher.known(window))
            desktop.settle()

    def minimise(self, window: str) -> None:
        """Hide a window."""
        with self._call("minimise") as desktop:
            desktop.windows.minimise(desktop.launcher.known(window))
            desktop.settle()

    def close_window(self, window: str) -> None:
        """Do what its close button does: a dialog may ask about what is not saved."""
        with self._call("close_window") as desktop:
            desktop.close_window(desktop.launcher.known(window))

    def locate(self, app: str, key: str) -> Mapping[str, object]:
        """Where a stable key of an application is found, as arguments of `Tree.find`."""
        if app not in self._known():
            raise UnknownNameError("app", app, self._known())
        keys = self._known()[app].keys
        if key not in keys:
            raise UnknownNameError(f"key of {app}", key, keys)
        return keys[key]
