"""The user's home, seen from the host.

What runs on the device may put symbolic links into the home, so no link is followed: each step of a path is opened
relative to the one before with ``O_NOFOLLOW``, and a link swapped in meanwhile leads nowhere.
"""

from __future__ import annotations

import contextlib
import os
import posixpath
import stat as stat_module
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from omnigym.devices.protocol import FileInfo
from omnigym.errors import ConfigError

__all__ = ["HomeFiles"]

_DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


class HomeFiles:
    """Files below a home.

    Args:
        home: The home on the host.
        native: The home as its user writes it.
    """

    def __init__(self, home: Path, native: str) -> None:
        self._home, self._native = home, native

    def native_path(self, path: str) -> str:
        """The path as a person on the device writes it."""
        portable = self.portable(path)
        if portable is None:
            return posixpath.normpath(path)
        return posixpath.join(self._native, portable) if portable else self._native

    def portable(self, path: str) -> str | None:
        """The path relative to the home, or None if it is not in the home."""
        full = posixpath.normpath(posixpath.join(self._native, path))
        if full == self._native:
            return ""
        return full[len(self._native) + 1 :] if full.startswith(self._native + "/") else None

    def read(self, path: str) -> bytes:
        """The content.

        Raises:
            FileNotFoundError: There is no such regular file in the home.
        """
        with self._parent(path) as (folder, name):
            # O_NONBLOCK: a named pipe, which someone may have put there, is opened without waiting for a writer.
            file = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
            with open(file, "rb") as f:
                if not stat_module.S_ISREG(os.fstat(file).st_mode):
                    raise IsADirectoryError(path)
                return f.read()

    def write(self, path: str, content: bytes) -> None:
        """Create or replace a file, and the directories above it.

        Raises:
            ConfigError: The path is not in the home, or something else is in its place.
        """
        portable = self._inside(path)
        self.make_dir(posixpath.dirname(portable))
        try:
            with self._parent(portable) as (folder, name):
                flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC
                with open(os.open(name, flags, 0o644, dir_fd=folder), "wb") as f:
                    self._give(f.fileno())
                    f.write(content)
        except FileNotFoundError as e:
            raise ConfigError(f"Cannot write {path!r}: something else is in its place.") from e

    def make_dir(self, path: str) -> None:
        """Create a directory, and those above it.

        Raises:
            ConfigError: The path is not in the home, or something else is in its place.
        """
        folder = os.open(self._home, _DIRECTORY)
        try:
            for part in filter(None, self._inside(path).split("/")):
                made = False
                try:
                    os.mkdir(part, 0o755, dir_fd=folder)
                    made = True
                except FileExistsError:
                    pass
                below = os.open(part, _DIRECTORY, dir_fd=folder)
                os.close(folder)
                folder = below
                if made:
                    self._give(folder)
        except OSError as e:
            raise ConfigError(f"Cannot make the directory {path!r}: {e.strerror}.") from e
        finally:
            os.close(folder)

    def stat(self, path: str) -> FileInfo | None:
        """What is at a path of the home, or None; a symbolic link counts as nothing."""
        portable = self.portable(path)
        if portable == "":
            return FileInfo("", True, 0)
        try:
            with self._parent(path) as (folder, name):
                found = os.stat(name, dir_fd=folder, follow_symlinks=False)
        except FileNotFoundError:
            return None
        return _info(portable or "", found)

    def list_dir(self, path: str) -> tuple[FileInfo, ...]:
        """The entries, sorted by name.

        Raises:
            FileNotFoundError: There is no such directory in the home.
        """
        portable = self.portable(path)
        with self._parent(path) as (above, name):
            try:
                folder = os.open(name, _DIRECTORY, dir_fd=above)
            except OSError as e:
                raise FileNotFoundError(path) from e
            try:
                found = []
                for entry in sorted(os.listdir(folder)):
                    below = posixpath.join(portable or "", entry)
                    info = _info(below, os.stat(entry, dir_fd=folder, follow_symlinks=False))
                    found += [info] if info is not None else []
            finally:
                os.close(folder)
        return tuple(found)

    def named(self, name: str, below: str = "", depth: int = 3) -> list[str]:
        """The native paths of the files of a name, in the home and its folders that are not hidden."""
        found = []
        for info in self.list_dir(below):
            entry = posixpath.basename(info.path)
            if info.is_dir and depth and not entry.startswith("."):
                with contextlib.suppress(FileNotFoundError):  # it may be gone by now
                    found += self.named(name, info.path, depth - 1)
            elif entry == name and not info.is_dir:
                found.append(self.native_path(info.path))
        return found

    def nudge(self, path: str) -> None:
        """Make the files of a directory count as changed, without changing anything of them."""
        for info in self.list_dir(path):
            with contextlib.suppress(OSError), self._parent(info.path) as (folder, name):
                file = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
                try:
                    os.fchmod(file, stat_module.S_IMODE(os.fstat(file).st_mode))
                finally:
                    os.close(file)

    def _inside(self, path: str) -> str:
        portable = self.portable(path)
        if portable is None:
            raise ConfigError(f"Expected a path in the home {self._native}, got {path!r}.")
        return portable

    @contextmanager
    def _parent(self, path: str) -> Iterator[tuple[int, str]]:
        """The opened directory above a path, and the last name; any failure is a FileNotFoundError."""
        portable = self.portable(path)
        if portable is None:
            raise FileNotFoundError(path)
        *above, name = portable.split("/")
        folder = os.open(self._home, _DIRECTORY)
        try:
            for part in above:
                below = os.open(part, _DIRECTORY, dir_fd=folder)
                os.close(folder)
                folder = below
            yield folder, name or "."
        except FileNotFoundError:
            raise
        except OSError as e:
            raise FileNotFoundError(path) from e
        finally:
            os.close(folder)

    def _give(self, file: int) -> None:
        """Give what root made to the user of the home, where that is another one."""
        owner = self._home.stat()
        if owner.st_uid != os.geteuid():
            os.fchown(file, owner.st_uid, owner.st_gid)


def _info(path: str, found: os.stat_result) -> FileInfo | None:
    if stat_module.S_ISDIR(found.st_mode):
        return FileInfo(path, True, 0)
    return FileInfo(path, False, found.st_size) if stat_module.S_ISREG(found.st_mode) else None
