"""The phone's files as adb sees them: shared storage and the apps' data are the device's, the rest the daemon's."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from typing import NamedTuple

from omnigym.devices.sim import servicing
from omnigym.devices.sim.device import SimDevice
from omnigym.foreign.limits import MOMENT_BYTES

__all__ = ["PhoneEntry", "PhoneFiles"]

HOME = "/sdcard"
#: Where apps keep what is theirs. A shell of an ordinary phone may not look there; this phone's may.
APPS = "/data/data"
_ALIASES = ("/storage/emulated/0", "/storage/self/primary", "/mnt/sdcard")
_DIR_MODE, _FILE_MODE = 0o040771, 0o100660
#: Directories that are there though nothing is kept for them.
_ROOTS = frozenset({"/", "/data", APPS, "/data/local", "/data/local/tmp", "/storage", "/storage/emulated", HOME})


class PhoneEntry(NamedTuple):
    """One file or directory.

    Attributes:
        name: Its last part.
        mode: Kind and permissions, as in ``stat``.
        size: Bytes.
        mtime: Seconds since the epoch.
    """

    name: str
    mode: int
    size: int
    mtime: int

    @property
    def is_dir(self) -> bool:
        """Whether it is a directory."""
        return self.mode & 0o170000 == 0o040000


class PhoneFiles:
    """Files of a phone.

    Args:
        device: Whose home is ``/sdcard``.
    """

    def __init__(self, device: SimDevice) -> None:
        self._device = device
        self._own: dict[str, bytes] = {}

    def stat(self, path: str) -> PhoneEntry | None:
        """What is at a path, or None."""
        path = _plain(path)
        name = posixpath.basename(path) or "/"
        now = self._device.now_ms() // 1000
        if path in self._own:
            return PhoneEntry(name, _FILE_MODE, len(self._own[path]), now)
        if path in _ROOTS or any(known.startswith(f"{path}/") for known in self._own):
            return PhoneEntry(name, _DIR_MODE, 4096, now)
        inside = _inside(path)
        found = self._device.stat(inside) if inside is not None else None
        if found is None:
            return None
        if found.is_dir:
            return PhoneEntry(name, _DIR_MODE, 4096, now)
        return PhoneEntry(name, _FILE_MODE, found.size, int(found.mtime))

    def read(self, path: str) -> bytes:
        """The content of a file.

        Raises:
            FileNotFoundError: There is none.
        """
        path = _plain(path)
        if path in self._own:
            return self._own[path]
        inside = _inside(path)
        if not inside:
            raise FileNotFoundError(f"{path}: No such file or directory")
        try:
            return self._device.read_file(inside)
        except FileNotFoundError:
            raise FileNotFoundError(f"{path}: No such file or directory") from None

    def write(self, path: str, content: bytes, append: bool = False, mtime: int = 0) -> None:
        """Create or replace a file and the directories above it, or write behind its end.

        Args:
            path: Its path.
            content: What is written.
            append: Whether it is written behind the end.
            mtime: When the file is to have changed last, in seconds since 1970; 0 for now.

        Raises:
            OSError: It cannot be written there.
        """
        path = _plain(path)
        if path == "/dev/null":
            return
        if append:
            found = self.stat(path)
            content = (self.read(path) if found is not None else b"") + content
        inside = _inside(path)
        if inside:
            self._device.write_file(inside, content, mtime or None)
        elif path.startswith("/data/local/tmp/"):
            if sum(len(kept) for name, kept in self._own.items() if name != path) + len(content) > MOMENT_BYTES:
                raise OSError(f"{path}: No space left on device")
            self._own[path] = content
        else:
            raise PermissionError(f"{path}: Read-only file system")

    def make_dir(self, path: str) -> None:
        """Create a directory and those above it.

        Raises:
            OSError: It cannot be made there.
        """
        path = _plain(path)
        inside = _inside(path)
        if inside:
            self._device.make_dir(inside)
        elif path not in _ROOTS and not path.startswith("/data/local/tmp"):
            raise PermissionError(f"'{path}': Read-only file system")

    def list(self, path: str) -> Iterator[PhoneEntry]:
        """The entries of a directory, by name.

        Raises:
            FileNotFoundError: There is no such directory.
        """
        path = _plain(path)
        inside = _inside(path)
        if inside is not None:
            children = [posixpath.basename(_slashes(f.path)) for f in self._device.list_dir(inside)]
        else:
            found = self.stat(path)
            if found is None or not found.is_dir:
                raise FileNotFoundError(f"{path}: No such file or directory")
            above = "" if path == "/" else path
            known = [k for k in (*self._own, *_ROOTS) if k.startswith(f"{above}/") and k != "/"]
            children = sorted({k[len(above) + 1 :].split("/")[0] for k in known})
        for child in children:
            entry = self.stat(posixpath.join(path, child))
            if entry is not None:
                yield entry

    def remove(self, path: str) -> None:
        """Remove a file, or a directory with all that is in it.

        Raises:
            FileNotFoundError: There is nothing.
        """
        path = _plain(path)
        own = [k for k in self._own if k == path or k.startswith(f"{path}/")]
        for known in own:
            del self._own[known]
        inside = _inside(path)
        if inside:
            servicing.remove(self._device, inside)
        elif not own:
            raise FileNotFoundError(f"{path}: No such file or directory")

    def move(self, path: str, to: str) -> None:
        """Move or rename a file or directory.

        Raises:
            OSError: It cannot be done.
        """
        target = self.stat(to)
        if target is not None and target.is_dir:
            to = posixpath.join(to, posixpath.basename(_plain(path)))
        source, inside = _inside(_plain(path)), _inside(_plain(to))
        if source and inside:
            servicing.move(self._device, source, inside)
        else:
            self.write(to, self.read(path))
            self.remove(path)

    def forget(self) -> None:
        """Remove what the daemon keeps itself."""
        self._own.clear()


def _plain(path: str) -> str:
    """One spelling of a path: absolute, without dots or aliases."""
    path = posixpath.normpath(posixpath.join("/", path))
    path = path[1:] if path.startswith("//") else path
    for alias in _ALIASES:
        if path == alias or path.startswith(f"{alias}/"):
            return HOME + path[len(alias) :]
    return path


def _inside(path: str) -> str | None:
    """What the device calls a path in shared storage or in the apps' own; "" for the root of the former, else None."""
    if path == HOME:
        return ""
    if path.startswith(f"{HOME}/"):
        return path[len(HOME) + 1 :]
    return path if path.startswith(f"{APPS}/") else None


def _slashes(path: str) -> str:
    return path.replace("\\", "/")
