"""The folder of this machine that belongs to the device. Nothing outside of it is ever removed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

from omnigym.errors import ConfigError, DeviceStartError
from omnigym.foreign import lock_file

__all__ = ["Workspace"]

#: The file by which a folder is known as the device's, and which is locked while it is in use.
_MARK = "omnigym-host.txt"
_SAID = 'The folder "home" beside this file is emptied at each reset of omnigym\'s device "host".\n'

#: How the file is opened: whoever is started does not have it, too.
_OWN = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NOINHERIT", 0)


class Workspace:
    """A folder with a mark, and a home in it.

    Args:
        folder: The folder; made if it is not there.

    Raises:
        ConfigError: It is somebody's: it has no mark, and is not empty.
        DeviceStartError: Another device works in it, or it cannot be made.
    """

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        mark = folder / _MARK
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not mark.is_file() and any(folder.iterdir()):
                raise ConfigError(
                    f"The folder {folder} is not empty and not the device's, which would empty it. Name one that is "
                    "not there yet as HostConfig(home=...)."
                )
            self._mark = os.open(mark, os.O_RDWR | os.O_CREAT | _OWN, 0o600)
        except OSError as e:
            raise DeviceStartError("host", "reset", f"cannot make {folder}: {e.strerror}.", "Name another.") from e
        try:
            lock_file(self._mark)
            os.ftruncate(self._mark, 0)
            os.write(self._mark, _SAID.encode())
        except OSError as e:
            os.close(self._mark)
            raise DeviceStartError(
                "host", "reset", f"another device works in {folder}.", "Close it, or name another folder."
            ) from e

    def renew(self, furnish: Callable[[Path], object]) -> None:
        """Empty the home and furnish it.

        Raises:
            DeviceStartError: It cannot be emptied.
        """
        try:
            if self.home.is_symlink():
                self.home.unlink()
            elif self.home.exists():
                _empty(self.home)
        except OSError as e:
            raise DeviceStartError(
                "host",
                "reset",
                f"cannot empty {self.home}: {e.strerror}: {e.filename}.",
                "End the program that has it open, and look whose it is.",
            ) from e
        self.home.mkdir(mode=0o700, exist_ok=True)
        furnish(self.home)

    def close(self) -> None:
        """Let another device have it; what is in it stays."""
        os.close(self._mark)


def _empty(home: Path) -> None:
    """Remove a home, but for an empty folder of its own that a shell shows as its desktop, which Windows holds on to.

    Raises:
        OSError: Something cannot be removed.
    """
    held = False
    for entry in home.iterdir():
        if entry.is_symlink() or not entry.is_dir():
            entry.unlink()
            continue
        try:
            shutil.rmtree(entry)
        except PermissionError:
            if entry.name != "Desktop" or any(entry.iterdir()):
                raise
            held = True
    if not held:
        home.rmdir()
