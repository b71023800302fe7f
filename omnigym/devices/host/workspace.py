"""The folder of this machine that belongs to the device. Nothing outside of it is ever removed."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from omnigym.devices.x11.app import AppDefinition
from omnigym.devices.x11.file_types import MIMEAPPS, mimeapps
from omnigym.devices.x11.home import furnish
from omnigym.errors import ConfigError, DeviceStartError

__all__ = ["Workspace"]

#: The file by which a folder is known as the device's, and which is locked while it is in use.
_MARK = "omnigym-host.txt"
_SAID = 'The folder "home" beside this file is emptied at each reset of omnigym\'s device "host".\n'


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
            self._mark = os.open(mark, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        except OSError as e:
            raise DeviceStartError("host", "reset", f"cannot make {folder}: {e.strerror}.", "Name another.") from e
        try:
            fcntl.flock(self._mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.truncate(self._mark, 0)
            os.pwrite(self._mark, _SAID.encode(), 0)
        except OSError as e:
            os.close(self._mark)
            raise DeviceStartError(
                "host", "reset", f"another device works in {folder}.", "Close it, or name another folder."
            ) from e

    def renew(self, apps: Mapping[str, AppDefinition]) -> None:
        """Empty the home and furnish it, with the settings of these applications.

        Raises:
            OSError: It cannot be emptied.
        """
        if self.home.is_symlink():
            self.home.unlink()
        elif self.home.exists():
            shutil.rmtree(self.home)
        self.home.mkdir(mode=0o700)
        own = [setting for app in apps.values() for setting in app.settings.items()]
        furnish(self.home, [(MIMEAPPS, mimeapps(apps)), *own], str(self.home))

    def close(self) -> None:
        """Let another device have it; what is in it stays."""
        os.close(self._mark)
