"""Settings of a Windows session, as the registry has them: which programs are installed."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from itertools import count
from typing import Final

import pywintypes
import win32api
import win32con

from omnigym.errors import ConfigError, UnknownNameError

__all__ = ["WindowsSettings"]

_INSTALLED: Final = "apps.installed"
_UNINSTALL: Final = r"Software\Microsoft\Windows\CurrentVersion\Uninstall"
_USER: Final = win32con.HKEY_CURRENT_USER
#: Where programs are listed: a root, and which of its views (of 64 bits, of 32 bits).
_PLACES: Final = ((win32con.HKEY_LOCAL_MACHINE, 0x100), (win32con.HKEY_LOCAL_MACHINE, 0x200), (_USER, 0))
#: What the keys begin with that the device adds.
_OWN: Final = "omnigym-"


class WindowsSettings:
    """Reads and changes them. `restore` undoes what was changed, also by a device that was killed."""

    def get(self, key: str) -> str:
        """The value: of ``apps.installed`` what Programs and Features lists, sorted, with "; " between two.

        Raises:
            UnknownNameError: There is no such setting.
        """
        if key != _INSTALLED:
            raise UnknownNameError("setting", key, (_INSTALLED,))
        return "; ".join(sorted({name for place in _PLACES for name in _listed(*place)}, key=str.casefold))

    def set(self, key: str, value: str) -> None:
        """Change it. A program that is added is an entry of the user's, whose uninstaller removes that entry.

        Raises:
            UnknownNameError: There is no such setting.
            ConfigError: A program is missing from the list: it would have to be uninstalled.
        """
        here, wanted = {*filter(None, self.get(key).split("; "))}, {*filter(None, value.split("; "))}
        if gone := sorted(here - wanted):
            raise ConfigError(f"Expected {key} with all that is installed, got it without {gone}. Only add programs.")
        taken = {*_own()}
        free = (own for n in count() if (own := f"{_OWN}{n}") not in taken)
        for name, own in zip(sorted(wanted - here), free, strict=False):
            path = rf"{_UNINSTALL}\{own}"
            made = win32api.RegCreateKeyEx(_USER, path, win32con.KEY_WRITE)[0]
            said = {"DisplayName": name, "UninstallString": rf'reg.exe delete "HKCU\{path}" /f'}
            for field, text in said.items():
                win32api.RegSetValueEx(made, field, 0, win32con.REG_SZ, text)

    def restore(self) -> None:
        """Remove the entries that were added."""
        for name in _own():
            win32api.RegDeleteTree(_USER, rf"{_UNINSTALL}\{name}")


def _own() -> list[str]:
    return [name for name in _names(_USER, 0) if name.startswith(_OWN)]


def _names(root: int, view: int) -> list[str]:
    """The names of the keys of one place."""
    try:
        folder = win32api.RegOpenKeyEx(root, _UNINSTALL, 0, win32con.KEY_READ | view)
    except pywintypes.error:  # nothing was ever installed there
        return []
    return [str(found[0]) for found in win32api.RegEnumKeyEx(folder)]


def _listed(root: int, view: int) -> Iterator[str]:
    """The programs of one place, but for parts of the system and what cannot be uninstalled."""
    for key in _names(root, view):
        with contextlib.suppress(pywintypes.error):  # it is gone by now
            entry = win32api.RegOpenKeyEx(root, rf"{_UNINSTALL}\{key}", 0, win32con.KEY_READ | view)
            name = str(_value(entry, "DisplayName") or "").replace(";", ",").strip()
            if name and _value(entry, "UninstallString") and _value(entry, "SystemComponent") != 1:
                yield name


def _value(entry: int, field: str) -> object:
    try:
        found: object = win32api.RegQueryValueEx(entry, field)[0]
    except pywintypes.error:
        return None
    return found
