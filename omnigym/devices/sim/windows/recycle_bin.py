"""The recycle bin: a folder that keeps, for each thing deleted, the thing and a note of where it was.

As on Windows these are a pair of files, ``$R000001.txt`` and ``$I000001.txt``; the note holds the path as UTF-8 text.
"""

from __future__ import annotations

from typing import NamedTuple

from omnigym.devices.sim.files.kinds import split_name
from omnigym.devices.sim.files.operations import check_unprotected
from omnigym.devices.sim.vfs import Stat, Vfs, VfsError, base_name, join, parent_of

__all__ = ["BIN", "Deleted", "delete", "deleted", "empty", "restore"]

BIN = "C:/$Recycle.Bin"


class Deleted(NamedTuple):
    """Something in the bin: ``entry`` under its old name, ``path`` where it was."""

    entry: Stat
    path: str


def delete(vfs: Vfs, paths: tuple[str, ...], now: int) -> Vfs:
    """With ``paths`` in the bin; what is in the bin already goes for good.

    Raises:
        VfsError: One of them is a folder of the system.
    """
    for path in paths:
        check_unprotected(path)
        if vfs.get(path) is None:
            continue
        if path.startswith(BIN + "/"):
            vfs = _forget(vfs, path, now)
            continue
        end = "" if vfs.is_dir(path) else split_name(base_name(path))[1]
        number = 1 + max([int(base_name(s.path)[2:8]) for s in _kept(vfs)], default=0)
        vfs = vfs.write(join(BIN, f"$I{number:06}{end}"), path.encode(), now)
        entry = vfs.get(path)
        vfs = vfs.move(path, join(BIN, f"$R{number:06}{end}"), entry.mtime_ms if entry is not None else now)
    return vfs


def _kept(vfs: Vfs) -> list[Stat]:
    """The kept things, not their notes."""
    if not vfs.is_dir(BIN):
        return []
    return [s for s in vfs.list(BIN) if s.name.startswith("$R") and s.name[2:8].isdigit()]


def _note(kept: str) -> str:
    return join(BIN, "$I" + base_name(kept)[2:])


def deleted(vfs: Vfs) -> tuple[Deleted, ...]:
    """All that is in the bin, the oldest first; what has no note keeps its name in the bin."""
    out = []
    for kept in _kept(vfs):
        path = vfs.read(_note(kept.path)).decode("utf-8", "replace") if vfs.is_file(_note(kept.path)) else kept.path
        out.append(Deleted(kept._replace(name=base_name(path)), path))
    return tuple(out)


def restore(vfs: Vfs, kept: str, now: int) -> Vfs:
    """With a thing in the bin back where it was.

    Raises:
        VfsError: Something of that name is there, or the thing is gone.
    """
    found = next((d for d in deleted(vfs) if d.entry.path == kept), None)
    if found is None:
        raise VfsError("missing", kept, "This item is no longer in the Recycle Bin.")
    vfs = vfs.make_dir(parent_of(found.path), now).move(kept, found.path, now)
    return vfs.delete(_note(kept), now)


def _forget(vfs: Vfs, kept: str, now: int) -> Vfs:
    vfs = vfs.delete(kept, now)
    return vfs.delete(_note(kept), now) if vfs.get(_note(kept)) is not None else vfs


def empty(vfs: Vfs, now: int) -> Vfs:
    """With nothing in the bin."""
    return vfs.delete(BIN, now).make_dir(BIN, now) if vfs.is_dir(BIN) else vfs
