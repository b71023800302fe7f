"""Memory that several processes have in common. It has no name, so nothing is left of it however they end."""

from __future__ import annotations

import mmap
import os
import sys
import tempfile

__all__ = ["attach", "create"]


def create(size: int) -> int:
    """A descriptor of so many new bytes of memory, all 0; the memory is freed when it is neither open nor mapped."""
    if sys.platform == "linux":  # not in /dev/shm, which has 64 MB in most containers
        descriptor = os.memfd_create("omnigym", os.MFD_CLOEXEC)
    else:
        with tempfile.TemporaryFile() as file:
            descriptor = os.dup(file.fileno())
    try:
        os.ftruncate(descriptor, size)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def attach(descriptor: int, size: int) -> mmap.mmap:
    """The memory of a descriptor, which is closed by this; it stays mapped for as long as an array looks into it."""
    try:
        return mmap.mmap(descriptor, size)
    finally:
        os.close(descriptor)
