"""Paths of the phone: the user's files are in ``/sdcard``, those of apps in ``/data/data``.

Inside the virtual file system `omnigym.devices.sim.vfs.HOME` stands for ``/sdcard``.
"""

from __future__ import annotations

import re

from omnigym.devices.sim.vfs import HOME, canonical

__all__ = ["SDCARD", "inward", "outward"]

SDCARD = "/sdcard"
_SCHEME = re.compile("[a-z]{2,}:")
#: Other names of the same directory.
_ALIASES = ("/storage/emulated/0", "/storage/self/primary", "/mnt/sdcard", SDCARD)


def inward(path: str) -> str:
    """The path inside the virtual file system. What begins with a scheme is no path and stays as it is.

    >>> inward("/sdcard/Download/a.txt"), inward("Download/a.txt"), inward("/data/x"), inward("to:555")
    ('C:/Users/user/Download/a.txt', 'C:/Users/user/Download/a.txt', 'C:/data/x', 'to:555')
    """
    if _SCHEME.match(path):
        return path
    for alias in _ALIASES:
        if path == alias or path.startswith(f"{alias}/"):
            return canonical(f"{HOME}{path[len(alias) :]}")
    return canonical(path)


def outward(path: str) -> str:
    """The path as Android writes it.

    >>> outward("Download/a.txt"), outward("C:/data/x")
    ('/sdcard/Download/a.txt', '/data/x')
    """
    full = inward(path)
    if full == HOME or full.startswith(f"{HOME}/"):
        return SDCARD + full[len(HOME) :]
    return full[2:] or "/"
