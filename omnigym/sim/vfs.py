"""A persistent file system: every change gives a new `Vfs` that shares all unchanged parts with the old one.

Paths are Windows ones with forward slashes, ``C:/Users/user/Documents/a.txt``. Names keep the letter case they were
given and ignore it in look-ups. A path without a drive is relative to the user's home.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from omnigym.sim.block_map import with_name, without_name

HOME = "C:/Users/user"
#: The disk: how many files and directories fit on it, and how many bytes. What is selected and copied into its own
#: folder doubles that, so that without a bound a few keys would make a step last for minutes.
DISK_ENTRIES = 1 << 16
DISK_BYTES = 128 << 20
#: So many entries more may be written one by one: on a full disk one can still save, and delete all of it into a bin,
#: which keeps a note of each thing.
_RESERVE = DISK_ENTRIES
#: How many names a path may have, its drive among them: files are walked by recursion. Paths of Windows have 260
#: letters, room for as many.
DEEPEST = 128
#: How many letters a path may have before dots are taken out of it, as on Linux.
PATH_MAX = 4096
#: How many letters a name may have.
LONGEST_NAME = 255
#: What a longer path stands for: nothing is there, and nothing can be, as it is deeper than any.
_NOWHERE = "/".join(["C:", *["_"] * DEEPEST])
_FORBIDDEN = frozenset('<>:"/\\|?*')
_RESERVED = frozenset({"con", "prn", "aux", "nul", *(f"{p}{i}" for p in ("com", "lpt") for i in range(1, 10))})


class VfsError(Exception):
    """A file operation that cannot be done; the message can be shown to a person.

    Args:
        kind: "missing", "exists", "not_dir", "is_dir", "name", "into_itself", "full", "deep".
        path: What it is about.
        message: What a dialog says.
    """

    def __init__(self, kind: str, path: str, message: str) -> None:
        self.kind, self.path = kind, path
        super().__init__(message)


class Stat(NamedTuple):
    """One entry of a directory: path is canonical, size in bytes (0 for a directory), mtime_ms virtual."""

    name: str
    path: str
    is_dir: bool
    size: int
    mtime_ms: int


class File(NamedTuple):
    """A file."""

    name: str
    content: bytes
    mtime_ms: int


class Directory(NamedTuple):
    """A directory; the keys of ``entries`` are the folded names. Never changed in place.

    Attributes:
        name, entries, mtime_ms: As their names say.
        inside: The number of files and directories in it, at any depth.
        size: Their bytes.
    """

    name: str
    entries: Mapping[str, Entry]
    mtime_ms: int
    inside: int = 0
    size: int = 0


Entry: TypeAlias = File | Directory


def canonical(path: str) -> str:
    r"""Return the normal form of a path: forward slashes, a drive, no dots. Nothing is at one that is too long.

    >>> canonical("Documents\\a.txt"), canonical("c:/Windows/../x"), canonical("")
    ('C:/Users/user/Documents/a.txt', 'C:/x', 'C:/Users/user')
    """
    return _canonical(path) if len(path) <= PATH_MAX else _NOWHERE


@lru_cache(maxsize=4096)
def _canonical(path: str) -> str:
    path = path.strip().replace("\\", "/")
    if path[:1] == "/":
        path = f"C:{path}"
    elif path[1:2] != ":":
        path = f"{HOME}/{path.removeprefix('~')}"
    parts = [path[:2].upper()]
    for part in path[2:].split("/"):
        part = part.rstrip()
        if part == "..":
            del parts[max(1, len(parts) - 1) :]
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def native(path: str) -> str:
    r"""Return the path in the notation of Windows.

    >>> print(native("Documents/a.txt"))
    C:\Users\user\Documents\a.txt
    """
    full = canonical(path)
    return (full if "/" in full else full + "/").replace("/", "\\")


def base_name(path: str) -> str:
    """Return the last part of a path."""
    return path.rsplit("/", 1)[-1]


def parent_of(path: str) -> str:
    """Return the directory that holds a canonical path; a drive is its own."""
    return path.rsplit("/", 1)[0]


def join(directory: str, name: str) -> str:
    """Return the path of ``name`` in a canonical directory."""
    return f"{directory}/{name}"


def valid_name(name: str) -> bool:
    """Return whether Windows accepts a name for a file."""
    if not name or name != name.strip() or name.endswith(".") or len(name) > LONGEST_NAME:
        return False
    return not (_FORBIDDEN & set(name)) and min(name) >= " " and name.split(".")[0].casefold() not in _RESERVED


@lru_cache(maxsize=4096)
def _keys(path: str) -> tuple[str, ...]:
    return tuple(canonical(path).casefold().split("/"))


class Vfs(NamedTuple):
    """All files. Reading methods are total unless they say what they raise; changing ones return a new `Vfs`.

    Compared by the identity of the root, as a key of caches.
    """

    root: Directory = Directory("", {}, 0)

    def __eq__(self, other: object) -> bool:
        """Whether it is the very same state of all files."""
        return type(other) is Vfs and other.root is self.root

    def __ne__(self, other: object) -> bool:
        """As `__eq__`."""
        return not self == other

    def __hash__(self) -> int:
        """Of the root's identity."""
        return id(self.root)

    def get(self, path: str) -> Entry | None:
        """Return the entry itself; its identity changes exactly when it, or something in it, does."""
        entry: Entry = self.root
        for key in _keys(path if len(path) <= PATH_MAX else _NOWHERE):  # a cache holds no long ones
            if type(entry) is not Directory:
                return None
            found = entry.entries.get(key)
            if found is None:
                return None
            entry = found
        return entry

    def real_path(self, path: str) -> str:
        """Return ``path`` in canonical form with the letter case of existing entries."""
        parts = canonical(path).split("/")
        entry: Entry | None = self.root
        for i, part in enumerate(parts):
            entry = entry.entries.get(part.casefold()) if type(entry) is Directory else None
            if entry is None:
                break
            parts[i] = entry.name
        return "/".join(parts)

    def stat(self, path: str) -> Stat | None:
        """Return the entry at ``path``, or None."""
        entry = self.get(path)
        return None if entry is None else stat_of(self.real_path(path), entry)

    def is_dir(self, path: str) -> bool:
        """Return whether a directory exists."""
        return type(self.get(path)) is Directory

    def is_file(self, path: str) -> bool:
        """Return whether a file exists."""
        return type(self.get(path)) is File

    def read(self, path: str) -> bytes:
        """Return the content of a file.

        Raises:
            VfsError: There is none.
        """
        entry = self.get(path)
        if type(entry) is not File:
            raise VfsError("missing", path, f"{native(path)}\nFile not found. Check the file name and try again.")
        return entry.content

    def content(self, path: str) -> bytes:
        """Return the content of a file for display; empty if the file does not exist."""
        entry = self.get(path)
        return entry.content if type(entry) is File else b""

    def list(self, path: str) -> tuple[Stat, ...]:
        """Return the entries of a directory, sorted by folded name; computed once per state of the directory.

        Raises:
            VfsError: There is no such directory.
        """
        entry = self.get(path)
        if type(entry) is not Directory:
            raise VfsError("missing", path, f"{native(path)}\nThe location is not available.")
        base = self.real_path(path)
        return tuple([stat_of(f"{base}/{e.name}", e) for _, e in sorted(entry.entries.items())])

    def write(self, path: str, content: bytes, mtime_ms: int = 0) -> Vfs:
        """Return the files with a file created or replaced, and the directories above it created.

        Raises:
            VfsError: A directory is there, a file is in the way, the disk is full, or the path is too deep.
        """
        if self.is_dir(path):
            raise VfsError("is_dir", path, f"{native(path)} is a folder.")
        old = self.get(path)
        name = old.name if old else base_name(canonical(path))
        return self._room_for(self._put(path, File(name, content, mtime_ms), mtime_ms), _RESERVE)

    def make_dir(self, path: str, mtime_ms: int = 0) -> Vfs:
        """Return the files with a directory and its parents; unchanged if it exists.

        Raises:
            VfsError: A file is in the way, the disk is full, or the path is too deep.
        """
        entry = self.get(path)
        if type(entry) is Directory:
            return self
        if entry is not None:
            raise VfsError("exists", path, f"There is already a file named '{entry.name}'.")
        return self._room_for(self._put(path, Directory(base_name(canonical(path)), {}, mtime_ms), mtime_ms), _RESERVE)

    def delete(self, path: str, mtime_ms: int = 0) -> Vfs:
        """Return the files without a file, or without a directory and its contents.

        Raises:
            VfsError: There is nothing.
        """
        if self.get(path) is None:
            raise VfsError("missing", path, f"Could not find this item.\n{native(path)} is no longer there.")
        return self._put(path, None, mtime_ms)

    def copy(self, source: str, target: str, mtime_ms: int = 0) -> Vfs:
        """Return the files with a full copy of ``source`` at the path ``target``.

        Raises:
            VfsError: There is no source, something is at the target, the target is inside the source, the disk is
                full, or something would lie too deep.
        """
        return self._room_for(self._copied(source, target, mtime_ms))

    def _copied(self, source: str, target: str, mtime_ms: int) -> Vfs:
        entry = self.get(source)
        if entry is None:
            raise VfsError("missing", source, f"Could not find this item.\n{native(source)} is no longer there.")
        if self.get(target) is not None:
            name = base_name(canonical(target))
            raise VfsError("exists", target, f"The destination already has a file named '{name}'.")
        if _keys(canonical(target))[: len(_keys(source))] == _keys(source):  # there is something at the source
            raise VfsError("into_itself", target, "The destination folder is a subfolder of the source folder.")
        return self._put(target, entry._replace(name=base_name(canonical(target))), mtime_ms)

    def move(self, source: str, target: str, mtime_ms: int = 0) -> Vfs:
        """Return the files with ``source`` moved or renamed to the path ``target`` (letter case alone may differ).

        Raises:
            VfsError: As `copy`, but it needs no room.
        """
        entry = self.get(source)
        if entry is not None and _keys(source) == _keys(canonical(target)):
            return self._put(target, entry._replace(name=base_name(canonical(target))), mtime_ms)
        return self._copied(source, target, mtime_ms).delete(source, mtime_ms)

    def free_name(self, directory: str, name: str) -> str:
        """Return ``name``, or "name (2)", "name (3)"... if it is taken; the extension stays last."""
        stem, dot, extension = name.rpartition(".")
        if not stem or self.is_dir(join(directory, name)):
            stem, dot, extension = name, "", ""
        count, candidate = 1, name
        while self.get(join(directory, candidate)) is not None:
            count += 1
            candidate = f"{stem} ({count}){dot}{extension}"
        return candidate

    def _room_for(self, changed: Vfs, reserve: int = 0) -> Vfs:
        """What these files become by a change, where the disk has room for it; what makes them less always has.

        Raises:
            VfsError: It has none.
        """
        old, new = self.root, changed.root
        more = new.inside > DISK_ENTRIES + reserve and new.inside > old.inside
        if more or (new.size > DISK_BYTES and new.size > old.size):
            raise VfsError(
                "full",
                "C:",
                "There is not enough space on Local Disk (C:).\nDelete or move files so you have enough space, and try "
                "again.",
            )
        return changed

    def put(self, path: str, entry: Entry, mtime_ms: int) -> Vfs:
        """Return the files with an entry at a path, replacing any other, however full the disk is.

        Raises:
            VfsError: A file is in the way, or something would lie too deep.
        """
        return self._put(path, entry, mtime_ms)

    def _put(self, path: str, entry: Entry | None, mtime_ms: int) -> Vfs:
        names = canonical(path).split("/")
        if entry is not None and len(names) + _depth(entry, DEEPEST - len(names)) > DEEPEST:
            raise VfsError(
                "deep",
                path,
                "The file name(s) would be too long for the destination folder. You can shorten the file name and try "
                "again, or try a location that has a shorter path.",
            )
        return Vfs(_with(self.root, names, 0, entry, mtime_ms))


class Reads(NamedTuple):
    """The record of reads of files, without data of other files.

    Attributes:
        entries: What was at a path.
        paths: How a path was written.
    """

    entries: dict[str, Entry | None]
    paths: dict[str, str]

    def alike(self, vfs: Vfs) -> bool:
        """Return whether the same reads of other files would give the same data."""
        return all(vfs.get(path) is entry for path, entry in self.entries.items()) and all(
            vfs.real_path(path) == real for path, real in self.paths.items()
        )


class WatchedVfs(Vfs):
    """Files that record all reads, so that a reader knows when to read again.

    Args:
        root: As of a `Vfs`; reading that itself is not taken down.

    Attributes:
        reads: What was read so far.
    """

    def __init__(self, _root: Directory) -> None:
        self.reads = Reads({}, {})

    def get(self, path: str) -> Entry | None:
        """Return the same as `Vfs.get`."""
        found = self.reads.entries[path] = super().get(path)
        return found

    def real_path(self, path: str) -> str:
        """Return the same as `Vfs.real_path`."""
        found = self.reads.paths[path] = super().real_path(path)
        return found


def _with(directory: Directory, names: list[str], depth: int, entry: Entry | None, mtime_ms: int) -> Directory:
    name = names[depth]
    key = name.casefold()
    entries = directory.entries
    old, last = entries.get(key), depth == len(names) - 1
    if not last:
        child = old or Directory(name, {}, mtime_ms)
        if type(child) is not Directory:
            path = "/".join(names[: depth + 1])
            raise VfsError("not_dir", path, f"{native(path)} is a file, not a folder.")
        entry = _with(child, names, depth + 1, entry, mtime_ms)
    entries = without_name(entries, key) if entry is None else with_name(entries, key, entry)
    (inside, size), (less, smaller) = weight(entry), weight(old)
    at = mtime_ms if last else directory.mtime_ms
    return Directory(directory.name, entries, at, directory.inside + inside - less, directory.size + size - smaller)


def _depth(entry: Entry, room: int) -> int:
    """How deep things lie in an entry; where that is at most ``room``, some bound of it that is, too."""
    if type(entry) is not Directory or entry.inside <= room:
        return entry.inside if type(entry) is Directory else 0
    return 1 + max([_depth(inside, room - 1) for inside in entry.entries.values()], default=-1)


def weight(entry: Entry | None) -> tuple[int, int]:
    """Return the number of entries in and including an entry, and their bytes."""
    if entry is None:
        return 0, 0
    if type(entry) is Directory:
        return 1 + entry.inside, entry.size
    return 1, len(entry.content) if type(entry) is File else 0


def stat_of(path: str, entry: Entry) -> Stat:
    """Return the listed properties of an entry at a path."""
    size = len(entry.content) if type(entry) is File else 0
    return Stat(entry.name, path, type(entry) is Directory, size, entry.mtime_ms)
