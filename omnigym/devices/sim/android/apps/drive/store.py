"""What is in Drive: real files below one directory, with stars and with whom they are shared in tables beside it."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.devices.sim.tables.table import Table
from omnigym.devices.sim.vfs import Vfs, base_name, join

__all__ = ["DRIVE", "SHARES", "STARS", "TRASH", "Share", "Star", "inside", "outside", "uploaded"]

_FOLDER = "C:/data/data/com.google.android.apps.docs"
#: "My Drive", and where what was removed from it goes.
DRIVE = f"{_FOLDER}/drive"
TRASH = f"{_FOLDER}/trash"


class Share(NamedTuple):
    """A person with whom a file is shared: the path below My Drive, and whether "Viewer", "Commenter" or "Editor"."""

    id: int
    path: str
    email: str
    role: str = "Editor"


class Star(NamedTuple):
    """A star on a file: its path below My Drive."""

    id: int
    path: str


SHARES: Table[Share] = Table("content://drive/shares", f"{_FOLDER}/shares.json", Share)
STARS: Table[Star] = Table("content://drive/stars", f"{_FOLDER}/stars.json", Star)


def inside(path: str) -> str:
    """The path below My Drive of a file of Drive: "Work/Plan.docx"; "" for My Drive."""
    return path[len(DRIVE) + 1 :]


def outside(path: str) -> str:
    """The path in the file system of one below My Drive."""
    return f"{DRIVE}/{path}" if path else DRIVE


def uploaded(vfs: Vfs, folder: str, name: str, content: bytes, now: int) -> tuple[Vfs, str]:
    """With a file in a folder of Drive, under that name or a free one like it; and its path."""
    path = join(folder, vfs.free_name(folder, base_name(name)))
    return vfs.write(path, content, now), path
