"""Reading and writing below a directory in which programs of an agent write, too.

Such a program may put a symbolic link, a named pipe, a socket or an endless file wherever a file is expected, and swap
one for the other at any moment. So nothing there is ever opened by its whole path: each step is opened relative to the
one before with ``O_NOFOLLOW``, what was opened is looked at before it is read, and no more is read than was asked for.
All that the host opens in such a directory goes through here.
"""

from __future__ import annotations

import itertools
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import PurePosixPath

from omnigym.errors import TooLargeError
from omnigym.foreign.limits import FILE_BYTES

__all__ = [
    "create_file",
    "create_pipe",
    "folder_beneath",
    "free_name",
    "nudge",
    "open_file",
    "read_end",
    "read_file",
    "socket_beneath",
    "subfolder",
    "write_file",
]

_PIECE = 1 << 20
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
#: O_NONBLOCK: a named pipe is opened without waiting for who is at its other end, and found to be none of ours.
_FILE = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


@contextmanager
def folder_beneath(root: str | os.PathLike[str], parts: Iterable[str] = (), make: bool = False) -> Iterator[int]:
    """A directory, opened; no step of the way to it is a link.

    Args:
        root: Where the way begins. The directories above it belong to the host.
        parts: The names of the way.
        make: Whether those that are not there are made.

    Raises:
        OSError: There is no such directory.
    """
    folder = os.open(root, _FOLDER)
    try:
        for part in parts:
            made = make and _make(folder, part)
            below = os.open(part, _FOLDER, dir_fd=folder)
            if made:
                _give(folder, below)
            os.close(folder)
            folder = below
        yield folder
    finally:
        os.close(folder)


@contextmanager
def subfolder(folder: int, name: str) -> Iterator[int]:
    """A directory in an opened one, opened.

    Raises:
        OSError: There is none, or something else has the name.
    """
    below = os.open(name, _FOLDER, dir_fd=folder)
    try:
        yield below
    finally:
        os.close(below)


def open_file(folder: int, name: str, flags: int = os.O_RDONLY) -> int:
    """Open a regular file in an opened directory.

    Raises:
        OSError: There is none, or something else has the name.
    """
    file = os.open(name, flags | _FILE, 0o644, dir_fd=folder)
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise FileNotFoundError(f"{name!r} is no regular file.")
    return file


def read_file(file: int, what: str, most: int = FILE_BYTES) -> bytes:
    """What is in an opened regular file, from its beginning.

    Args:
        file: Its descriptor.
        what: What it is, for the error.
        most: The most bytes that are read.

    Raises:
        TooLargeError: It has more than that.
    """
    size = os.fstat(file).st_size
    out = bytearray()
    # It may grow or shrink meanwhile.
    while size <= most and len(out) <= most:
        piece = os.pread(file, min(_PIECE, most + 1 - len(out)), len(out))
        if not piece:
            return bytes(out)
        out += piece
    raise TooLargeError(f"{what} has more than the {most} bytes that are read. Make it smaller.")


def read_end(folder: int, name: str, most: int = 4096) -> bytes:
    """The last bytes of a regular file in an opened directory.

    Raises:
        OSError: There is none.
    """
    file = open_file(folder, name)
    try:
        return os.pread(file, most, max(os.fstat(file).st_size - most, 0))
    finally:
        os.close(file)


def create_file(folder: int, name: str) -> int:
    """Make a file that was not there, for reading and writing, and give it to the owner of the directory.

    Raises:
        OSError: It cannot be made, or something has the name.
    """
    file = open_file(folder, name, os.O_RDWR | os.O_CREAT | os.O_EXCL)
    _give(folder, file)
    return file


def create_pipe(folder: int, name: str) -> int:
    """Make a named pipe that was not there, for reading, and give it to the owner of the directory.

    Raises:
        OSError: It cannot be made, or something has the name.
    """
    os.mkfifo(name, 0o600, dir_fd=folder)
    pipe = os.open(name, os.O_RDONLY | _FILE, dir_fd=folder)
    if not stat.S_ISFIFO(os.fstat(pipe).st_mode):
        os.close(pipe)
        raise FileExistsError(f"{name!r} is no pipe any more.")
    _give(folder, pipe)
    return pipe


def write_file(folder: int, name: str, content: bytes, mtime: float | None = None) -> None:
    """Make or replace a file.

    Args:
        folder: The opened directory that it is in.
        name: Its name.
        content: What it holds.
        mtime: When it is to have changed last, in seconds since 1970; None for now.

    Raises:
        OSError: It cannot be written, or something else has the name.
    """
    # Not O_TRUNC: what has the name is looked at first.
    file = open_file(folder, name, os.O_WRONLY | os.O_CREAT)
    with open(file, "wb") as f:
        _give(folder, file)
        os.ftruncate(file, 0)
        f.write(content)
        if mtime is not None:
            f.flush()
            os.utime(file, (mtime, mtime))


def free_name(folder: int, name: str) -> str:
    """The name, or if something in an opened directory has it, the first with a number behind it that nothing has.

    Raises:
        OSError: No file can have that name.
    """
    stem, suffix = PurePosixPath(name).stem, PurePosixPath(name).suffix
    free = name
    for n in itertools.count(1):
        try:
            os.stat(free, dir_fd=folder, follow_symlinks=False)
        except FileNotFoundError:
            break
        free = f"{stem} ({n}){suffix}"
    return free


def nudge(folder: int, name: str) -> None:
    """Make a file or directory count as changed, without changing anything of it.

    Raises:
        OSError: There is none.
    """
    file = os.open(name, os.O_RDONLY | _FILE, dir_fd=folder)
    try:
        os.fchmod(file, stat.S_IMODE(os.fstat(file).st_mode))
    finally:
        os.close(file)


@contextmanager
def socket_beneath(root: str | os.PathLike[str], parts: Iterable[str]) -> Iterator[str]:
    """A path to connect to a socket by: it leads there even if the socket's name leads elsewhere meanwhile.

    Raises:
        OSError: There is no such socket.
    """
    *above, name = parts
    with folder_beneath(root, above) as folder:
        found = os.open(name, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)
    try:
        if not stat.S_ISSOCK(os.fstat(found).st_mode):
            raise FileNotFoundError(f"{name!r} is no socket.")
        yield f"/proc/self/fd/{found}"
    finally:
        os.close(found)


def _make(folder: int, name: str) -> bool:
    try:
        os.mkdir(name, 0o755, dir_fd=folder)
    except FileExistsError:
        return False
    return True


def _give(folder: int, made: int) -> None:
    """Give what root made to the owner of the directory, where that is another one."""
    owner = os.fstat(folder)
    if owner.st_uid != os.geteuid():
        os.fchown(made, owner.st_uid, owner.st_gid)
