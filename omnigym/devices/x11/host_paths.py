"""Where a desktop lives on the host: one directory each in memory, one display name each.

A directory's name holds the process that owns it (id and start time), so whatever a killed process could not
remove is recognised and swept by the next start. A display number is claimed by making its socket's link, which only
one process can do.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from omnigym.devices.owned import abandoned_folders, owned_name, private_folder
from omnigym.devices.x11.cleanup import DISPLAY, remove
from omnigym.errors import DeviceStartError

__all__ = ["Place", "base_directory", "sweep"]

_SOCKETS = Path("/tmp/.X11-unix")
_FIRST_DISPLAY, _DISPLAYS = 100, 4000
_FOLDERS = ("home", "run", "run/xdg", "run/services", "run/pulse", "x11", "tmp", "shm")


@dataclass(frozen=True, slots=True)
class Place:
    """A desktop's directory on the host.

    Everything that the desktop can write to is on its disk. In a sandbox, a file system of a stated size is mounted
    there that only the desktop's processes have; the host reaches it through one of these.

    Attributes:
        root: The directory; ``disk`` is in it, and ``etc``, what the desktop sees of such files.
        view: What is put before the disk's path on the host; empty while there is no sandbox yet, or none at all.
    """

    root: Path
    view: str = ""

    @property
    def disk(self) -> Path:
        """All that the desktop can write to."""
        return Path(f"{self.view}{self.root}/disk")

    @property
    def home(self) -> Path:
        """The user's home."""
        return self.disk / "home"

    @property
    def outside(self) -> Mapping[str, Path]:
        """The folders outside of the home in which the user may write files, by their native paths."""
        return {native: self.disk / name for name, native in (("tmp", "/tmp"), ("shm", "/dev/shm"))}

    @property
    def run(self) -> Path:
        """Sockets and the output of commands."""
        return self.disk / "run"

    @property
    def sockets(self) -> Path:
        """What the desktop sees as the directory of X sockets."""
        return self.disk / "x11"

    def seen_by(self, pid: int) -> Place:
        """The place with the disk that a process outside the sandbox has, which started it."""
        return replace(self, view=f"/proc/{pid}/root")

    @classmethod
    def create(cls) -> Place:
        """A new, empty place of this process.

        Raises:
            DeviceStartError: There is no room for it.
        """
        place = cls(base_directory() / owned_name())
        try:
            try:
                place.root.mkdir()
            except FileNotFoundError:  # another process, whose last desktop ended in this moment, removed the base
                base_directory()
                place.root.mkdir()
            place.root.chmod(0o711)  # what is in it belongs to the desktop's user, who may be another one
            for path in (place.disk, *(place.disk / name for name in _FOLDERS)):
                path.mkdir(mode=0o700)
        except OSError as e:
            shutil.rmtree(place.root, ignore_errors=True)
            raise DeviceStartError(
                "x11", "reset", f"cannot make {place.root}: {e.strerror}.", "Is the disk full?"
            ) from e
        return place

    def note_display(self, number: int) -> None:
        """Write down the display number, whose socket, or link to one, has to be removed with this place."""
        (self.root / DISPLAY).write_text(str(number))

    def claim_display(self) -> int:
        """Link a display number that nobody else has to this place's socket of that number.

        Raises:
            DeviceStartError: None is free, or the directory of X sockets cannot be written to.
        """
        if not _SOCKETS.is_dir():
            with contextlib.suppress(OSError):
                _SOCKETS.mkdir()
                _SOCKETS.chmod(0o1777)
        for number in range(_FIRST_DISPLAY, _FIRST_DISPLAY + _DISPLAYS):
            link = _SOCKETS / f"X{number}"
            if os.path.lexists(link) or os.path.exists(f"/tmp/.X{number}-lock"):
                continue
            try:
                self.note_display(number)
                link.symlink_to(self.sockets / link.name)
            except FileExistsError:
                continue
            except OSError as e:
                raise DeviceStartError(
                    "x11", "reset", f"cannot make {link}: {e.strerror}.", f"Make {_SOCKETS} writable (mode 1777)."
                ) from e
            return number
        raise DeviceStartError("x11", "reset", f"{_DISPLAYS} displays are in use.", "Close some of the devices.")


def base_directory() -> Path:
    """The directory of all places of this user: in memory where there is such a file system.

    Raises:
        DeviceStartError: It belongs to someone else.
    """
    parent = Path("/dev/shm")
    if not os.access(parent, os.W_OK | os.X_OK):
        parent = Path(tempfile.gettempdir())
    base = parent / f"omnigym-{os.geteuid()}"
    if private_folder(base) is None:
        raise DeviceStartError("x11", "reset", f"{base} belongs to another user.", "Remove it.")
    return base


def sweep() -> None:
    """Remove what processes that no longer live left behind."""
    base = base_directory()
    for path in abandoned_folders(base):
        remove(str(path))
    if _SOCKETS.is_dir():
        for link in _SOCKETS.iterdir():
            with contextlib.suppress(OSError):
                target = os.readlink(link)
                if f"{base}/" in target and not os.path.isdir(os.path.dirname(target)):
                    link.unlink()
