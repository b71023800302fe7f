"""The user's home, seen from the host. What runs on the device writes there, too: see `omnigym.devices.safe_paths`."""

from __future__ import annotations

import contextlib
import os
import posixpath
import stat as stat_module
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from omnigym.devices.protocol import FileInfo
from omnigym.devices.safe_paths import folder_beneath, nudge, open_file, read_file, write_file
from omnigym.errors import ConfigError, TooLargeError

__all__ = ["HomeFiles"]

#: A longer directory is not listed.
_MOST_ENTRIES = 100_000
#: So many entries are looked at for files of a name.
_MOST_SEARCHED = 20_000


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
        """The path relative to the home, or None if it is not in the home, or no path at all."""
        if "\0" in path:
            return None
        full = posixpath.normpath(posixpath.join(self._native, path))
        if full == self._native:
            return ""
        return full[len(self._native) + 1 :] if full.startswith(self._native + "/") else None

    def read(self, path: str) -> bytes:
        """The content.

        Raises:
            FileNotFoundError: There is no such regular file in the home.
            TooLargeError: It is larger than anyone reads.
        """
        with self._parent(path) as (folder, name):
            file = open_file(folder, name)
            try:
                return read_file(file, path)
            finally:
                os.close(file)

    def write(self, path: str, content: bytes, mtime: float | None = None) -> None:
        """Create or replace a file, and the directories above it.

        Args:
            path: Its path.
            content: What it holds.
            mtime: When it is to have changed last, in seconds since 1970; None for now.

        Raises:
            ConfigError: The path is not in the home, or something else is in its place.
        """
        portable = self._inside(path)
        self.make_dir(posixpath.dirname(portable))
        try:
            with self._parent(portable) as (folder, name):
                write_file(folder, name, content, mtime)
        except FileNotFoundError as e:
            raise ConfigError(f"Cannot write {path!r}: something else is in its place, or the home is full.") from e

    def make_dir(self, path: str) -> None:
        """Create a directory, and those above it.

        Raises:
            ConfigError: The path is not in the home, or something else is in its place.
        """
        parts = filter(None, self._inside(path).split("/"))
        try:
            with folder_beneath(self._home, parts, make=True):
                pass
        except OSError as e:
            raise ConfigError(f"Cannot make the directory {path!r}: {e.strerror}.") from e

    def stat(self, path: str) -> FileInfo | None:
        """What is at a path of the home, or None; a symbolic link counts as nothing."""
        portable = self.portable(path)
        if portable == "":
            with folder_beneath(self._home, ()) as folder:
                return _info("", os.fstat(folder))
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
            TooLargeError: It has more entries than are listed.
        """
        portable = self.portable(path)
        if portable is None:
            raise FileNotFoundError(path)
        try:
            with folder_beneath(self._home, filter(None, portable.split("/"))) as folder:
                found = [_entry(portable, entry) for entry in _entries(folder, path)]
        except OSError as e:
            raise FileNotFoundError(path) from e
        return tuple(sorted((info for info in found if info is not None), key=lambda info: info.path))

    def named(self, name: str, below: str = "", depth: int = 3) -> list[str]:
        """The native paths of the files of a name, in the home and its folders that are not hidden.

        Where there are too many files to look at, none is found.
        """
        found: list[str] = []
        left, todo = _MOST_SEARCHED, [(below, depth)]
        for folder, deeper in todo:
            try:
                infos = self.list_dir(folder)
            except FileNotFoundError:  # it may be gone by now
                continue
            except TooLargeError:
                return []
            left -= len(infos) + 1
            if left < 0:
                return []
            for info in infos:
                entry = posixpath.basename(info.path)
                if info.is_dir and deeper and not entry.startswith("."):
                    todo.append((info.path, deeper - 1))
                elif entry == name and not info.is_dir:
                    found.append(self.native_path(info.path))
        return found

    def nudge(self, path: str) -> None:
        """Make the files of a directory count as changed, without changing anything of them."""
        for info in self.list_dir(path):
            with contextlib.suppress(OSError), self._parent(info.path) as (folder, name):
                nudge(folder, name)

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
        try:
            with folder_beneath(self._home, above) as folder:
                yield folder, name or "."
        except FileNotFoundError:
            raise
        except OSError as e:
            raise FileNotFoundError(path) from e


def _entries(folder: int, path: str) -> Iterator[os.DirEntry[str]]:
    """What is in an opened directory."""
    with os.scandir(folder) as entries:
        for count, entry in enumerate(entries):
            if count == _MOST_ENTRIES:
                raise TooLargeError(f"{path!r} has more than the {_MOST_ENTRIES} entries that are listed.")
            yield entry


def _entry(folder: str, entry: os.DirEntry[str]) -> FileInfo | None:
    """What a listing tells of an entry; of a name that is no UTF-8, what a person would see of it."""
    name = os.fsencode(entry.name).decode("utf-8", "replace")
    try:
        return _info(posixpath.join(folder, name), entry.stat(follow_symlinks=False))
    except FileNotFoundError:  # it is gone by now
        return None


def _info(path: str, found: os.stat_result) -> FileInfo | None:
    if stat_module.S_ISDIR(found.st_mode):
        return FileInfo(path, True, 0, stat_module.S_IMODE(found.st_mode), found.st_mtime)
    if not stat_module.S_ISREG(found.st_mode):
        return None
    return FileInfo(path, False, found.st_size, stat_module.S_IMODE(found.st_mode), found.st_mtime)
