"""What a guest does when its machine was restored: time and chance are those of the last life until then."""

from __future__ import annotations

import ctypes
import sys
import time
from pathlib import Path
from typing import Any, Final

__all__ = ["set_clock", "stir"]

_POOL: Final = Path("/dev/urandom")


def set_clock(ms: int) -> bool:
    """Set the machine's clock to milliseconds since 1970 (UTC); whether this process may.

    On Linux it may with CAP_SYS_TIME, on Windows as an administrator.
    """
    try:
        if sys.platform == "win32":
            return _set_windows_clock(ms)
        time.clock_settime(time.CLOCK_REALTIME, ms / 1000)
    except OSError:
        return False
    return True


def _set_windows_clock(ms: int) -> bool:
    kernel: Any = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]
    ticks = ctypes.c_ulonglong((ms + 11_644_473_600_000) * 10_000)  # from 1601, in 100 ns
    moment = (ctypes.c_ushort * 8)()
    return bool(kernel.FileTimeToSystemTime(ctypes.byref(ticks), moment) and kernel.SetSystemTime(moment))


def stir(entropy: bytes) -> None:
    """Mix bytes into the kernel's pool, where it takes some: Windows and QEMU's generation counter do without."""
    try:
        with _POOL.open("wb", buffering=0) as pool:
            pool.write(entropy)
    except OSError:
        pass
