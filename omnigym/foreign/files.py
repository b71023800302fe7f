"""Files that anybody may have written, named by a path of the host's: regular ones, up to a size.

Somebody else may have made the directory, too, and put a link under any name in it. So nothing is written through a
link: a file is made under a name that nothing has, and renamed; a file that is appended to is looked at first.

Where programs of an agent write at the same time, a path is not enough: see `omnigym.devices.safe_paths`.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from omnigym.errors import TooLargeError, UnreadableError
from omnigym.foreign.limits import CACHE_BYTES

#: Characters of a name that its temporary one begins with, so that this one is not too long.
_MOST_OF_NAME = 200
#: How a file of one's own is opened: not through a link, without waiting, and not for programs that are started. Of
#: these Windows has the last.
_OWN_FLAGS = sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_NOINHERIT", "O_BINARY"))


def read_bytes(path: str | Path, most: int) -> bytes:
    """The content of a regular file.

    Raises:
        FileNotFoundError: There is none.
        TooLargeError: It is larger than ``most`` bytes.
        UnreadableError: It is no regular file, or cannot be read. The message is a clause without the file's name, for
            the error of whoever reads it.
    """
    with _opened(path) as file:
        size = os.fstat(file.fileno()).st_size
        content = file.read(most + 1) if size <= most else b""
    size = max(size, len(content))
    if size > most:
        raise TooLargeError(f"it has {size:,} bytes or more, and {most:,} are the most")
    return content


def read_lines(path: str | Path, most: int) -> Iterator[str]:
    """The complete lines of a regular file, without their ends, of which one at a time is in memory.

    What follows the last newline was being written when all ended, and is passed over. A byte that is no UTF-8 is
    replaced.

    Raises:
        FileNotFoundError: There is none.
        TooLargeError: A line has more than ``most`` bytes.
        UnreadableError: It is no regular file, or cannot be read.
    """
    with _opened(path) as file:
        while (line := file.readline(most + 1)).endswith(b"\n"):
            yield line[:-1].decode("utf-8", "replace")
    if len(line) > most:
        raise TooLargeError(f"a line has at most {most:,} bytes")


@contextmanager
def _opened(path: str | Path) -> Iterator[BinaryIO]:
    """A regular file, while it is read."""
    try:
        with open(path, "rb", opener=_at_once) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise UnreadableError("it is no regular file")
            yield file
    except FileNotFoundError:
        raise
    except OSError as e:
        raise UnreadableError(f"it cannot be read: {e.strerror or e}") from None
    except UnreadableError:
        raise
    except ValueError as e:  # a path with a NUL, or with what no file system can name
        raise UnreadableError(f"its path cannot be used: {e}") from None


def _at_once(path: str, flags: int) -> int:
    """Open without waiting for the other end of a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def read_text(path: str | Path, most: int) -> str:
    """The text of a regular file in UTF-8; like `read_bytes`.

    Raises:
        FileNotFoundError: There is none.
        TooLargeError: It is larger than ``most`` bytes.
        UnreadableError: It is no regular file, no UTF-8, or cannot be read.
    """
    try:
        return read_bytes(path, most).decode("utf-8")
    except UnicodeDecodeError as e:
        raise UnreadableError(f"it is no text in UTF-8: {e.reason} at byte {e.start}") from None


def replace_file(path: str | Path, content: bytes | str, *, sync: bool = False) -> None:
    """Write a file atomically: it has its name when it is whole, and what had the name before is intact until then.

    Args:
        path: Its name. A link there is replaced, not followed.
        content: Text is written in UTF-8.
        sync: Whether it is on the disk, not just on its way there, before it has its name.

    Raises:
        OSError: It cannot be written.
    """
    with open_replacement(path, sync=sync) as file:
        file.write(content.encode() if isinstance(content, str) else content)


@contextmanager
def open_replacement(path: str | Path, *, sync: bool = False) -> Iterator[BinaryIO]:
    """A file to write, which has its name when all was written: as `replace_file`, for what comes piece by piece.

    Nothing is left of it where it cannot be written, or what writes it raises.

    Raises:
        OSError: It cannot be written.
    """
    path = Path(path)
    part = path.with_name(f"{path.name[:_MOST_OF_NAME]}.{secrets.token_hex(4)}.part")
    try:
        with part.open("xb") as file:
            yield file
            if sync:
                file.flush()
                os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def append_to(path: str | Path) -> BinaryIO:
    """Open a file to write at its end; made if there is none.

    Raises:
        OSError: It cannot be written, or is no regular file, a link, or known under another name as well.
    """
    return open(path, "ab", opener=_own)


if sys.platform == "win32":
    import msvcrt

    def lock_file(file: int, *, wait: bool = False) -> None:
        """As below; what is locked lies far behind what is in the file, for locked bytes cannot be written."""
        os.lseek(file, 1 << 30, os.SEEK_SET)
        try:
            while not _locked(file, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK):
                if not wait:
                    raise BlockingIOError(errno.EWOULDBLOCK, "Another process has the lock")
        finally:
            os.lseek(file, 0, os.SEEK_SET)

    def _locked(file: int, how: int) -> bool:
        """Whether a byte could be locked: at once, or within ten seconds."""
        try:
            msvcrt.locking(file, how, 1)
        except OSError as e:
            if e.errno not in (errno.EACCES, errno.EDEADLK):
                raise
            return False
        return True

else:
    import fcntl

    def lock_file(file: int, *, wait: bool = False) -> None:
        """Lock an opened file, until it is closed.

        Args:
            file: Its descriptor.
            wait: Whether to wait for another process that has the lock.

        Raises:
            BlockingIOError: Another process has the lock.
        """
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))


@contextmanager
def held_lock(path: str | Path) -> Iterator[None]:
    """Hold a lock that another process would have under the same name; its file stays.

    Raises:
        BlockingIOError: Another process has it.
        OSError: There is something else, or it cannot be made.
    """
    with append_to(path) as file:
        lock_file(file.fileno())
        yield


def _own(path: str, flags: int) -> int:
    """Open a regular file that has one name, which is no link."""
    file = os.open(path, flags | _OWN_FLAGS, 0o666)
    about = os.fstat(file)
    if not stat.S_ISREG(about.st_mode) or about.st_nlink != 1:
        os.close(file)
        raise OSError(errno.ELOOP, "It is a link, or no regular file", path)
    return file


# -- remembering what was read, without holding on to much memory -----------------------------------------------------

_T = TypeVar("_T")


def remember_contents(
    count: int, weigh: Callable[[bytes, Any], int] = lambda _content, _found: 0, most: int = CACHE_BYTES
) -> Callable[[Callable[[bytes], _T]], Callable[[bytes], _T]]:
    """A reader that knows what it made of the contents that it read last.

    As `functools.lru_cache`, but what an agent leaves may be large, and another one at each step.

    Args:
        count: How many at most.
        weigh: About how many bytes the result takes besides the content.
        most: How many bytes all of them may take. The last one is kept however much it takes.

    >>> read = remember_contents(2, lambda content, length: 0)(len)
    >>> read(b"abc")
    3
    """

    def decorate(read: Callable[[bytes], _T]) -> Callable[[bytes], _T]:
        known: OrderedDict[bytes, tuple[_T, int]] = OrderedDict()
        lock = threading.Lock()
        held = 0

        @wraps(read)
        def remembering(content: bytes) -> _T:
            nonlocal held
            with lock:
                if content in known:
                    known.move_to_end(content)
                    return known[content][0]
            found = read(content)
            size = len(content) + weigh(content, found)
            with lock:
                held += size - known.pop(content, (found, 0))[1]
                known[content] = found, size
                while len(known) > count or (held > most and len(known) > 1):
                    held -= known.popitem(last=False)[1][1]
            return found

        return remembering

    return decorate
