"""Memory that several processes share. It has no name, so nothing is left of it however they end."""

from __future__ import annotations

import mmap
import os
import sys
import tempfile

if sys.platform == "linux":
    import fcntl

__all__ = ["attach", "attach_to", "create"]


def create(size: int) -> int:
    """Return a descriptor of new, zeroed memory of a size; the memory is freed when it is neither open nor mapped."""
    if sys.platform == "linux":  # not in /dev/shm, which has 64 MB in most containers
        descriptor = os.memfd_create("omnigym", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    else:
        with tempfile.TemporaryFile() as file:
            descriptor = os.dup(file.fileno())
    try:
        os.ftruncate(descriptor, size)
        if sys.platform == "linux":  # whoever else maps it cannot make it shorter, which would be SIGBUS here
            fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def attach(descriptor: int, size: int) -> mmap.mmap:
    """Map the memory of a descriptor and close the descriptor; it stays mapped as long as an array refers to it."""
    try:
        return mmap.mmap(descriptor, size)
    finally:
        os.close(descriptor)


def attach_to(pid: int, descriptor: int, size: int) -> mmap.mmap:
    """Map the memory of another process's descriptor; the process must belong to this user, on Linux.

    Raises:
        OSError: There is none: it is on another machine, of another user, or shorter than ``size``.
    """
    path = f"/proc/{int(pid)}/fd/{int(descriptor)}"
    if not os.readlink(path).startswith("/memfd:omnigym"):  # opening a pipe, say, would wait
        raise FileNotFoundError(path)
    found = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    if os.fstat(found).st_size < size:
        os.close(found)
        raise FileNotFoundError(path)
    return attach(found, size)
