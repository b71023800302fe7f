"""Paths of the simulated Ubuntu: the user's files are in ``/home/user``.

Inside the virtual file system `omnigym.devices.sim.vfs.HOME` stands for ``/home/user`` and its drive for the root.
"""

from __future__ import annotations

import re

from omnigym.devices.sim.vfs import HOME, canonical, parent_of

__all__ = ["ROOT", "USER_HOME", "inward", "outward"]

USER_HOME = "/home/user"
#: The root inside the virtual file system, and the folder in it that stands for ``/home``.
ROOT, _HOMES = "C:", parent_of(HOME)
_SCHEME = re.compile("[a-z][a-z-]+:")


def inward(path: str) -> str:
    """The path inside the virtual file system. What begins with a scheme is no path and stays as it is.

    >>> inward("/home/user/a.txt"), inward("~/a.txt"), inward("a.txt"), inward("/etc/hosts"), inward("https://a.b")
    ('C:/Users/user/a.txt', 'C:/Users/user/a.txt', 'C:/Users/user/a.txt', 'C:/etc/hosts', 'https://a.b')
    """
    if _SCHEME.match(path):
        return path
    full = canonical(path)
    if full == "C:/home" or full.startswith("C:/home/"):
        return _HOMES + full[len("C:/home") :]
    return full


def outward(path: str) -> str:
    """The path as Linux writes it.

    >>> outward("Documents/a.txt"), outward("C:/etc/hosts"), outward("C:/Users"), outward("C:")
    ('/home/user/Documents/a.txt', '/etc/hosts', '/home', '/')
    """
    full = inward(path)
    if full == _HOMES or full.startswith(f"{_HOMES}/"):
        return "/home" + full[len(_HOMES) :]
    return full[2:] or "/"
