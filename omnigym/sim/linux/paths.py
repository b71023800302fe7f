"""Paths of the simulated Ubuntu: the user's files are in ``/home/user``.

Inside the virtual file system `omnigym.sim.vfs.HOME` stands for ``/home/user`` and its drive for the root.
"""

from __future__ import annotations

import re

from omnigym.sim.files.kinds import is_hidden
from omnigym.sim.vfs import HOME, Stat, Vfs, base_name, canonical, parent_of

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


# -- names ------------------------------------------------------------------------------------------------------------

# Names of files as Linux shows them, which differ from those inside the virtual file system at its root alone.


def name_of(entry: Stat) -> str:
    """What it is called: "home" for the folder of all homes."""
    return base_name(outward(entry.path)) or "/"


def entries_in(vfs: Vfs, path: str) -> tuple[Stat, ...]:
    """What is in a folder, by name; hidden files are among it, what the device keeps for itself is not."""
    found = [e for e in vfs.list(path) if not is_hidden(e)]
    return tuple(sorted(found, key=lambda e: _order(name_of(e))))


def names_in(vfs: Vfs, path: str) -> list[str]:
    """The names of `entries_in`."""
    return [name_of(e) for e in entries_in(vfs, path)]


def shown_entries(vfs: Vfs, path: str) -> tuple[Stat, ...]:
    """What is in a folder without the hidden files."""
    return tuple([e for e in entries_in(vfs, path) if not e.name.startswith(".")])


def _order(name: str) -> tuple[str, str]:
    """As in an English locale: letter case and a leading dot count only where nothing else does."""
    return name.lstrip(".").casefold(), name


# -- the places beside lists of files ---------------------------------------------------------------------------------

# The user's folders, the trash, the computer.

#: The location of the trash, which is no folder.
TRASH = "trash:"
#: Key, name, location and icon of what is in the side bar.
PLACES: tuple[tuple[str, str, str, str], ...] = (
    ("home", "Home", HOME, "home"),
    ("desktop", "Desktop", f"{HOME}/Desktop", "desktop"),
    ("documents", "Documents", f"{HOME}/Documents", "document"),
    ("downloads", "Downloads", f"{HOME}/Downloads", "download"),
    ("music", "Music", f"{HOME}/Music", "music"),
    ("pictures", "Pictures", f"{HOME}/Pictures", "image"),
    ("videos", "Videos", f"{HOME}/Videos", "video"),
    ("trash", "Trash", TRASH, "delete"),
    ("computer", "Computer", ROOT, "hard-drive"),
)
