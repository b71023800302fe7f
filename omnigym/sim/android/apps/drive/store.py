"""What is in Drive: real files below one directory, with stars and with whom they are shared in tables beside it."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.documents import plain, write_docx
from omnigym.sim.memo import IdentityCache
from omnigym.sim.tables.table import Table
from omnigym.sim.vfs import Stat, Vfs, base_name, join

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


_BELOW: IdentityCache[tuple[Stat, ...]] = IdentityCache(8)


def below(vfs: Vfs, folder: str = DRIVE) -> tuple[Stat, ...]:
    """All files and folders below a folder, those changed last first."""
    return _BELOW.get(folder, vfs.get(folder), lambda: _walked(vfs, folder))


def _walked(vfs: Vfs, folder: str) -> tuple[Stat, ...]:
    found: list[Stat] = []
    waiting = [folder] if vfs.is_dir(folder) else []
    while waiting:
        for entry in vfs.list(waiting.pop()):
            found.append(entry)
            if entry.is_dir:
                waiting.append(entry.path)
    return tuple(sorted(found, key=lambda e: (-e.mtime_ms, e.path)))


# -- the documents that are on the drive when an episode starts -------------------------------------------------------

_HOUR = 3_600_000
#: (path below My Drive, what it says, hours ago)
_FILES = (
    ("Recipes.docx", "Lemon cake\n\n250 g flour\n200 g sugar\n4 eggs\n2 lemons", 300),
    ("Work/Project plan.docx", "Project plan\n\nApril: design\nMay: first version\nJune: tests", 27),
    ("Work/Minutes of March 10.docx", "Present: Daniel, Alice, Alex\n\nThe budget stays as it is.", 94),
    ("Work/Budget.csv", "Month,Planned,Spent\nJanuary,1200,1130\nFebruary,1200,1240\n", 170),
    ("Personal/Packing list.docx", "Passport\nCharger\nRain coat\nBooks", 50),
    ("Personal/Reading.txt", "Piranesi\nThe Overstory\n", 410),
)


def with_drive(vfs: Vfs, now: int) -> Vfs:
    """The files with the drive of a user, as of the virtual moment ``now``."""
    for path, words, hours in _FILES:
        content = write_docx(plain(words)) if path.endswith(".docx") else words.encode()
        vfs = vfs.write(f"{DRIVE}/{path}", content, now - hours * _HOUR)
    vfs = SHARES.written(vfs, (Share(1, "Work/Project plan.docx", "daniel.cho@example.com"),), now)
    return STARS.written(vfs, (Star(1, "Recipes.docx"),), now)
