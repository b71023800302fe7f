"""What is stored on the phone, as its apps list it: kinds of files, what opens them, sizes, and the trash.

What was deleted stays for thirty days where it was, under the name ``.trashed-<expiry>-<name>``, as Android does it;
the expiry is in seconds since the epoch. Names that begin with a dot are not listed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from omnigym.sim.android.catalogue import CATALOGUE
from omnigym.sim.files.kinds import extension, is_hidden
from omnigym.sim.memo import IdentityCache
from omnigym.sim.vfs import HOME, Directory, Stat, Vfs, base_name, canonical, join, parent_of

_TRASHED = ".trashed-"
_KEPT_SECONDS = 30 * 86_400


class Category(NamedTuple):
    """A sort of files, by what their names end with."""

    name: str
    label: str
    image: str
    ends: frozenset[str]


IMAGES = ("bmp", "gif", "jpeg", "jpg", "png")
SOUNDS = ("m4a", "mp3", "ogg", "wav")
TEXTS = ("csv", "json", "log", "md", "txt")
CATEGORIES = (
    Category("images", "Images", "image", frozenset(IMAGES)),
    Category("videos", "Videos", "movie", frozenset({"mkv", "mp4", "webm"})),
    Category("audio", "Audio", "music_note", frozenset(SOUNDS)),
    Category("documents", "Documents", "description", frozenset({*TEXTS, "docx", "pdf", "pptx", "xlsx"})),
    Category("archives", "Archives", "folder_zip", frozenset({"7z", "gz", "tar", "zip"})),
)


@lru_cache(maxsize=1024)
def category_of(name: str) -> Category | None:
    """The category of a file of that name."""
    end = extension(name)
    return next((c for c in CATEGORIES if end in c.ends), None)


def image_of(entry: Stat) -> str:
    """The icon of a file or folder."""
    if entry.is_dir:
        return "folder"
    known, category = CATALOGUE.kinds.get(extension(entry.name)), category_of(entry.name)
    if known is not None and known[1].icon:
        return known[1].icon
    return category.image if category is not None else "insert_drive_file"


def opener(name: str) -> str:
    """The app that opens a file of that name, or ""."""
    known = CATALOGUE.kinds.get(extension(name))
    return known[0] if known is not None else ""


@lru_cache(maxsize=1024)
def size_text(size: int) -> str:
    """A size in bytes as Android writes it.

    >>> size_text(900), size_text(34_000), size_text(2_345_678)
    ('900 B', '34.00 kB', '2.35 MB')
    """
    if size < 1000:
        return f"{size} B"
    return f"{size / 1000:.2f} kB" if size < 1_000_000 else f"{size / 1_000_000:.2f} MB"


def listed(vfs: Vfs, folder: str) -> tuple[Stat, ...]:
    """What a folder shows of its entries, by name; nothing where there is no folder."""
    if not vfs.is_dir(folder):
        return ()
    return tuple([e for e in vfs.list(folder) if not (e.name.startswith(".") or is_hidden(e))])


_STORED: IdentityCache[tuple[Stat, ...]] = IdentityCache(4)
_DISCARDED: IdentityCache[tuple[Stat, ...]] = IdentityCache(4)


def stored(vfs: Vfs) -> tuple[Stat, ...]:
    """All files of the user, the latest first."""
    return _STORED.get("", vfs.get(HOME), lambda: _below(vfs, lambda e: not e.name.startswith(".")))


def in_trash(vfs: Vfs) -> tuple[Stat, ...]:
    """What was deleted, the latest first."""
    return _DISCARDED.get("", vfs.get(HOME), lambda: _below(vfs, lambda e: e.name.startswith(_TRASHED)))


def _below(vfs: Vfs, wanted: Callable[[Stat], bool]) -> tuple[Stat, ...]:
    """The files, and deleted folders, that are wanted."""
    found: list[Stat] = []
    waiting = [HOME]
    while waiting:
        folder = waiting.pop()
        for entry in vfs.list(folder) if type(vfs.get(folder)) is Directory else ():
            if entry.is_dir and not entry.name.startswith(".") and not is_hidden(entry):
                waiting.append(entry.path)
            elif wanted(entry) and not is_hidden(entry):
                found.append(entry)
    return tuple(sorted(found, key=lambda e: (-e.mtime_ms, e.path)))


def discarded(vfs: Vfs, path: str, now: int) -> Vfs:
    """With a file or folder in the trash.

    Raises:
        VfsError: There is none.
    """
    folder = parent_of(path)
    name = vfs.free_name(folder, f"{_TRASHED}{now // 1000 + _KEPT_SECONDS}-{base_name(path)}")
    return vfs.move(path, join(folder, name), now)


def original(path: str) -> str:
    """The name that something in the trash had.

    >>> original("C:/Users/user/.trashed-1744534800-a-b.jpg")
    'a-b.jpg'
    """
    return base_name(path).removeprefix(_TRASHED).partition("-")[2]


def restored(vfs: Vfs, path: str, now: int) -> Vfs:
    """With something from the trash where it was; under a new name where its own is taken.

    Raises:
        VfsError: There is nothing.
    """
    folder = parent_of(path)
    return vfs.move(path, join(folder, vfs.free_name(folder, original(path))), now)


# -- the user's files are in ``/sdcard``, those of apps in ``/data/data`` ---------------------------------------------

# Inside the virtual file system `omnigym.sim.vfs.HOME` stands for ``/sdcard``.

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
