"""Where a browser lives on disk: one directory each, in memory where there is such a file system."""

from __future__ import annotations

import contextlib
import fcntl
import logging
import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from omnigym.devices.chromium.watchdog_process import INCOMING, LOCK, remove
from omnigym.devices.safe_paths import folder_beneath, read_end
from omnigym.errors import DeviceStartError

__all__ = ["FOLDERS", "NOBODY", "Place", "base_folder", "sweep"]

_LOG = logging.getLogger(__name__)
#: The folders of a fresh home.
FOLDERS = ("Desktop", "Documents", "Downloads", "Pictures")
#: Who a browser runs as when it is started by root.
NOBODY = 65534


@dataclass(frozen=True, slots=True)
class Place:
    """A browser's directory.

    Attributes:
        root: The directory; ``home``, ``profile`` and ``incoming`` are in it.
        user: The user to run as, or None for this process's own.
    """

    root: Path
    user: int | None

    @property
    def home(self) -> Path:
        """The user's files of the episode."""
        return self.root / "home"

    @property
    def profile(self) -> Path:
        """The browser's own files."""
        return self.root / "profile"

    @property
    def incoming(self) -> Path:
        """Downloads that are not complete."""
        return self.root / INCOMING

    @classmethod
    def create(cls) -> Place:
        """A new, empty place.

        Raises:
            DeviceStartError: There is no room for it.
        """
        try:
            root = Path(tempfile.mkdtemp(dir=base_folder()))
            root.chmod(0o711)
            place = cls(root, NOBODY if os.geteuid() == 0 else None)
            for path in (place.profile, place.home, place.incoming):
                place._make(path)
            place.furnish()
        except OSError as e:
            problem = f"cannot make a directory in {base_folder()}: {e.strerror}."
            raise DeviceStartError("chromium", "reset", problem, "Is the disk full?") from e
        return place

    def furnish(self) -> None:
        """Make the home as it is at the start of an episode."""
        for folder in (self.home, self.incoming):
            for entry in folder.iterdir():
                if entry.is_dir() and not entry.is_symlink():
                    shutil.rmtree(entry, ignore_errors=True)
                else:
                    entry.unlink(missing_ok=True)
        for name in FOLDERS:
            self._make(self.home / name)

    def note_log(self) -> None:
        """Log what the browser wrote last. It may be anything, so it is in no error and on one line."""
        with contextlib.suppress(OSError), folder_beneath(self.root) as folder:
            _LOG.debug("The browser of %s said last: %r", self.root.name, read_end(folder, "log"))

    def _make(self, path: Path) -> None:
        path.mkdir(mode=0o700, exist_ok=True)
        if self.user is not None:
            os.chown(path, self.user, self.user)


def sweep() -> None:
    """Remove what killed processes left behind: directories whose lock nobody holds."""
    for path in base_folder().iterdir():
        with contextlib.suppress(OSError):  # it is being made or removed in this moment, or its lock is held
            with open(path / LOCK, "rb") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            remove(str(path))


def base_folder() -> Path:
    """The directory of all places of this user.

    Raises:
        DeviceStartError: It belongs to someone else.
    """
    parent = Path("/dev/shm")
    if not os.access(parent, os.W_OK | os.X_OK):
        parent = Path(tempfile.gettempdir())
    base = parent / f"omnigym-web-{os.geteuid()}"
    base.mkdir(mode=0o711, exist_ok=True)
    if base.lstat().st_uid != os.geteuid() or base.is_symlink():
        raise DeviceStartError("chromium", "reset", f"{base} belongs to another user.", "Remove it.")
    return base
