"""Archives as folders at their own paths, so that every file operation also works inside them."""

from __future__ import annotations

from collections.abc import Callable

from omnigym.documents.archives import Member, read_zip, write_zip
from omnigym.errors import UnreadableError
from omnigym.foreign import within
from omnigym.sim.vfs import Vfs, join, valid_name

#: Files in an archive that is shown as a folder: each is written into a directory that is copied for it.
_MOST = 2000


def is_archive(path: str) -> bool:
    """Return whether a file of that name is an archive."""
    return path.lower().endswith(".zip")


def _archive_in(vfs: Vfs, path: str) -> str:
    """The archive that a path leads to or into; "" for none."""
    ends = [n for n in range(1, len(path) + 1) if path[n : n + 1] in ("", "/") and is_archive(path[:n])]
    return next((path[:n] for n in ends if vfs.is_file(path[:n])), "")


def mounted(vfs: Vfs, path: str) -> Vfs:
    """Return the files with the archive on a canonical path mounted as a folder; unchanged if there is none.

    Raises:
        VfsError: A file in it is in another one's way.
        UnreadableError: It is damaged, too large, or has names that lead out of it or that Windows does not allow.
    """
    archive = _archive_in(vfs, path)
    if not archive:
        return vfs
    members, found = read_zip(vfs.read(archive)), vfs.delete(archive).make_dir(archive)
    within(len(members), _MOST, "files in an archive")
    for name, member in members.items():
        if not all(valid_name(part) for part in name.split("/")):
            raise UnreadableError("Expected files that can be unpacked, got one whose name is not allowed.")
        found = found.write(join(archive, name), member.content, member.mtime_ms)
    return found


def files_below(vfs: Vfs, path: str, within: str = "") -> dict[str, Member]:
    """Return a file, or all files in a folder, by their paths from there."""
    if not vfs.is_dir(path):
        return {within: Member(vfs.read(path))}
    found: dict[str, Member] = {}
    for s in vfs.list(path):
        name = f"{within}{s.name}"
        found |= files_below(vfs, s.path, f"{name}/") if s.is_dir else {name: Member(vfs.read(s.path), s.mtime_ms)}
    return found


def changed_in(vfs: Vfs, path: str, change: Callable[[Vfs], Vfs], now: int) -> Vfs:
    """Return the files after a change in a `mounted` archive, which is packed again if it changed.

    An archive that is not there yet begins empty.

    Raises:
        VfsError, UnreadableError: As of `mounted`, and what ``change`` raises.
    """
    if is_archive(path) and vfs.get(path) is None:
        vfs = vfs.write(path, write_zip({}), now)
    archive = _archive_in(vfs, path)
    before = mounted(vfs, path)
    after = change(before)
    if not archive:
        return after
    if after.get(archive) is not before.get(archive):
        return after.delete(archive, now).write(archive, write_zip(files_below(after, archive)), now)
    kept = vfs.stat(archive)
    return after.delete(archive).write(archive, vfs.read(archive), kept.mtime_ms if kept is not None else now)
