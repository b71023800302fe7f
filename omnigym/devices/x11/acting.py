"""Being the user of a desktop for a moment: who connects to one of its sockets is asked for by the other side."""

from __future__ import annotations

import ctypes
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["acting_as"]

#: The call itself changes one thread; the C library's function of that name, all of them.
_SETRESUID = {"x86_64": 117, "aarch64": 147}.get(platform.machine())
_LIBC = ctypes.CDLL(None, use_errno=True)
_UNCHANGED = -1


@contextmanager
def acting_as(user: int | None) -> Iterator[None]:
    """Be another user, this thread alone.

    Args:
        user: Who; None changes nothing.
    """
    if user is None:
        yield
        return
    _become(user)
    try:
        yield
    finally:
        _become(0)


def _become(user: int) -> None:
    if _SETRESUID is None:
        os.seteuid(user)
    elif _LIBC.syscall(_SETRESUID, _UNCHANGED, user, _UNCHANGED) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
