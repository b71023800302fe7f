"""Files of a phone by adb's sync protocol, each request within a total deadline."""

from __future__ import annotations

import posixpath
import socket
import stat
import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from omnigym.devices.adb.link import AdbLink, quote
from omnigym.devices.protocol import FileInfo
from omnigym.devices.waiting import Deadline, receive
from omnigym.errors import TooLargeError
from omnigym.foreign.limits import FILE_BYTES

__all__ = ["HOME", "DirectoryEntry", "Files", "TreeEntry", "native_path"]

HOME = "/sdcard"
_ALIASES = ("/storage/emulated/0", "/mnt/sdcard")
_REQUEST = struct.Struct("<4sI")
_STAT = struct.Struct("<4sIII")
_ENTRY = struct.Struct("<4sIIII")
#: What is sent at once, in bytes, and more than any phone sends at once.
_PIECE, _LONGEST_PIECE = 64 * 1024, 1 << 20
_MODE = 0o644
_TIMEOUT_S = 60.0


class DirectoryEntry(NamedTuple):
    """One entry of a directory, with what tells whether it changed: seconds since the epoch."""

    info: FileInfo
    mtime: int


class TreeEntry(NamedTuple):
    """One entry below a directory: its whole path, kind and permissions, bytes, and seconds since the epoch."""

    path: str
    mode: int
    size: int
    mtime: int


def native_path(path: str) -> str:
    """A path as the phone has it: portable ones are below shared storage.

    >>> native_path("Documents/a.txt"), native_path("/data/local/tmp/x")
    ('/sdcard/Documents/a.txt', '/data/local/tmp/x')
    """
    full = posixpath.normpath(posixpath.join(HOME, path.replace("\\", "/")))
    for alias in _ALIASES:
        if full == alias or full.startswith(f"{alias}/"):
            return HOME + full[len(alias) :]
    return full


class Files:
    """The files of a phone.

    Args:
        link: The phone.
    """

    def __init__(self, link: AdbLink) -> None:
        self._link = link

    def stat(self, path: str) -> FileInfo | None:
        """What is at a path, or None."""
        full = native_path(path)

        def read() -> FileInfo | None:
            with self._session() as (connection, deadline):
                _ask(connection, b"STAT", full.encode())
                _, mode, size, mtime = _STAT.unpack(receive(connection, _STAT.size, deadline))
                return _info(full, mode, size, mtime) if mode else None

        return self._link.again(read)

    def entries(self, path: str) -> tuple[DirectoryEntry, ...]:
        """The entries of a directory, sorted by name.

        Raises:
            FileNotFoundError: There is none.
        """
        full = native_path(path)
        found = self.stat(full)
        if found is None or not found.is_dir:
            raise FileNotFoundError(f"There is no directory {full} on the phone.")
        return self._link.again(lambda: tuple(sorted(self._listed(full), key=lambda e: e.info.path)))

    def _listed(self, full: str) -> list[DirectoryEntry]:
        with self._session() as (connection, deadline):
            return [
                DirectoryEntry(_info(f.path, f.mode, f.size, f.mtime), f.mtime)
                for f in _list(connection, deadline, full)
            ]

    def below(self, path: str, skipped: Sequence[str], most: int, deepest: int) -> tuple[TreeEntry, ...]:
        """All that is below a directory, sorted; no link is followed.

        Args:
            path: The directory.
            skipped: Directories that are not looked into, by path or by name.
            most: How much there may be.
            deepest: How many directories there may be in each other.

        Raises:
            TooLargeError: There is more.
        """
        found: list[TreeEntry] = []
        with self._session() as (connection, deadline):
            todo = [native_path(path)]
            base = todo[0].count("/")
            for directory in todo:  # it grows meanwhile, by what is in it
                for entry in _list(connection, deadline, directory):
                    found.append(entry)
                    if len(found) > most or entry.path.count("/") - base > deepest:
                        raise TooLargeError(f"{path} has more than the {most} files, {deepest} deep, that are read.")
                    own = entry.path in skipped or posixpath.basename(entry.path) in skipped
                    if stat.S_ISDIR(entry.mode) and not own:
                        todo.append(entry.path)
        return tuple(sorted(found))

    def read(self, path: str) -> bytes:
        """The content of a file.

        Raises:
            FileNotFoundError: There is none.
            TooLargeError: It is larger than anyone reads.
        """
        full = native_path(path)
        found = self.stat(full)
        if found is None or found.is_dir:
            raise FileNotFoundError(f"There is no file {full} on the phone.")
        return self._link.again(lambda: self._receive(full))

    def _receive(self, full: str) -> bytes:
        out = bytearray()
        with self._session() as (connection, deadline):
            _ask(connection, b"RECV", full.encode())
            while True:
                kind, length = _REQUEST.unpack(receive(connection, _REQUEST.size, deadline))
                if kind == b"DONE":
                    return bytes(out)
                if length > _LONGEST_PIECE:
                    raise EOFError(f"expected a piece of {_PIECE} bytes, got one of {length}")
                data = receive(connection, length, deadline)
                if kind != b"DATA":
                    raise FileNotFoundError(f"The phone does not give {full}: {data.decode('utf-8', 'replace')}.")
                out += data
                if len(out) > FILE_BYTES:  # not what it weighed before: it may grow
                    raise TooLargeError(f"{full} has more than the {FILE_BYTES} bytes that are read. Make it smaller.")

    def write(self, path: str, content: bytes, mtime: float | None = None) -> None:
        """Create or replace a file, and the directories above it.

        Args:
            path: Its path.
            content: What it holds.
            mtime: When it is to have changed last, in seconds since 1970; None leaves that to the phone.

        Raises:
            OSError: The phone does not take it.
        """
        full = native_path(path)
        with self._session() as (connection, deadline):
            _ask(connection, b"SEND", f"{full},{stat.S_IFREG | _MODE}".encode())
            for start in range(0, len(content), _PIECE):
                piece = content[start : start + _PIECE]
                connection.settimeout(deadline.left())
                connection.sendall(_REQUEST.pack(b"DATA", len(piece)) + piece)
            connection.sendall(_REQUEST.pack(b"DONE", int(mtime or 0)))
            kind, length = _REQUEST.unpack(receive(connection, _REQUEST.size, deadline))
            said = receive(connection, length, deadline) if kind == b"FAIL" else b""
        if kind != b"OKAY":
            raise OSError(f"The phone does not take {full}: {said.decode('utf-8', 'replace')}.")

    def make_dir(self, path: str) -> None:
        """Create a directory and those above it."""
        self._link.run(f"mkdir -p {quote(native_path(path))}")

    def remove(self, path: str) -> None:
        """Remove a file, or a directory with all that is in it; nothing is there afterwards."""
        self._link.run(f"rm -rf {quote(native_path(path))}")

    @contextmanager
    def _session(self) -> Iterator[tuple[socket.socket, Deadline]]:
        deadline = Deadline(_TIMEOUT_S)
        try:
            with self._link.open("sync:", deadline) as connection:
                yield connection, deadline
        except FileNotFoundError:
            raise
        except (OSError, EOFError, struct.error) as e:
            raise self._link.error(e) from e


def _list(connection: socket.socket, deadline: Deadline, directory: str) -> Iterator[TreeEntry]:
    """The entries of a directory; none where there is no such directory."""
    _ask(connection, b"LIST", directory.encode("utf-8", "surrogateescape"))
    while True:
        kind, mode, size, mtime, length = _ENTRY.unpack(receive(connection, _ENTRY.size, deadline))
        if kind == b"DONE":
            return
        name = receive(connection, length, deadline).decode("utf-8", "replace")
        if name not in (".", ".."):
            yield TreeEntry(posixpath.join(directory, name), mode, size, mtime)


def _ask(connection: socket.socket, kind: bytes, argument: bytes) -> None:
    connection.sendall(_REQUEST.pack(kind, len(argument)) + argument)


def _info(path: str, mode: int, size: int, mtime: int) -> FileInfo:
    is_dir = stat.S_ISDIR(mode) or stat.S_ISLNK(mode)  # /sdcard itself is a link
    return FileInfo(path, is_dir, 0 if is_dir else size, stat.S_IMODE(mode), mtime)
