"""The recycle bin: a folder that keeps, for each thing deleted, the thing and a note of where it was.

As on Windows these are a pair of files, ``$R000001.txt`` and ``$I000001.txt``; the note holds the path as UTF-8 text.
"""

from __future__ import annotations

from typing import NamedTuple

from omnigym.counts import count_of
from omnigym.sim.app import Context, Effect, OpenDialog, SetFiles
from omnigym.sim.common.message_box import MessageBox
from omnigym.sim.files.kinds import split_name
from omnigym.sim.files.operations import check_few, check_unprotected
from omnigym.sim.memo import IdentityCache
from omnigym.sim.vfs import Directory, Stat, Vfs, VfsError, base_name, join, parent_of

BIN = "C:/$Recycle.Bin"


class Deleted(NamedTuple):
    """Something in the bin: ``entry`` under its old name, ``path`` where it was."""

    entry: Stat
    path: str


#: What was in the bin that was looked at last.
_DELETED: IdentityCache[tuple[Deleted, ...]] = IdentityCache(1)


def delete(vfs: Vfs, paths: tuple[str, ...], now: int) -> Vfs:
    """With ``paths`` in the bin; what is in the bin already goes for good.

    Raises:
        VfsError: One of them is a folder of the system, or they are too many.
    """
    check_few(paths)
    kept = vfs.get(BIN)
    names = kept.entries if type(kept) is Directory else ()
    number = max([int(name[2:8]) for name in names if name[:2] == "$r" and name[2:8].isdigit()], default=0)
    for path in paths:
        check_unprotected(path)
        if vfs.get(path) is None:
            continue
        if path.startswith(BIN + "/"):
            vfs = _forget(vfs, path, now)
            continue
        end = "" if vfs.is_dir(path) else split_name(base_name(path))[1]
        number += 1
        vfs = vfs.write(join(BIN, f"$I{number:06}{end}"), path.encode(), now)
        entry = vfs.get(path)
        vfs = vfs.move(path, join(BIN, f"$R{number:06}{end}"), entry.mtime_ms if entry is not None else now)
    return vfs


def _kept(vfs: Vfs) -> list[Stat]:
    """The kept things, not their notes."""
    if not vfs.is_dir(BIN):
        return []
    return [s for s in vfs.list(BIN) if _names_kept(s.name)]


def _names_kept(name: str) -> bool:
    return name.startswith("$R") and name[2:8].isdigit()


def _is_kept(vfs: Vfs, path: str) -> bool:
    return parent_of(path) == BIN and _names_kept(base_name(path)) and vfs.get(path) is not None


def _note(kept: str) -> str:
    return join(BIN, "$I" + base_name(kept)[2:])


def deleted(vfs: Vfs) -> tuple[Deleted, ...]:
    """All that is in the bin, the oldest first; what has no note keeps its name in the bin."""
    return _DELETED.get("", vfs.get(BIN), lambda: tuple([_deleted(vfs, kept) for kept in _kept(vfs)]))


def _deleted(vfs: Vfs, kept: Stat) -> Deleted:
    path = _was_at(vfs, kept.path)
    return Deleted(kept._replace(name=base_name(path)), path)


def _was_at(vfs: Vfs, kept: str) -> str:
    """Where a kept thing was, as its note says; its place in the bin where it has none."""
    note = _note(kept)
    return vfs.read(note).decode("utf-8", "replace") if vfs.is_file(note) else kept


def restore(vfs: Vfs, kept: str, now: int) -> Vfs:
    """With a thing in the bin back where it was.

    Raises:
        VfsError: Something of that name is there, or the thing is gone.
    """
    if not _is_kept(vfs, kept):
        raise VfsError("missing", kept, "This item is no longer in the Recycle Bin.")
    path = _was_at(vfs, kept)
    return _out(vfs.make_dir(parent_of(path), now), kept, path, now)


def taken_out(vfs: Vfs, paths: tuple[str, ...], directory: str, now: int) -> tuple[Vfs, tuple[str, ...]]:
    """With things of the bin in a folder, under the names that they had, and the paths that are not of the bin.

    Raises:
        VfsError: Something of that name is there.
    """
    there = {d.entry.path: d for d in deleted(vfs)}
    for path in paths:
        if path in there:
            vfs = _out(vfs, path, join(directory, there[path].entry.name), now)
    return vfs, tuple([path for path in paths if path not in there])


def _out(vfs: Vfs, kept: str, to: str, now: int) -> Vfs:
    note = _note(kept)
    vfs = vfs.move(kept, to, now)
    return vfs.delete(note, now) if vfs.get(note) is not None else vfs


def _forget(vfs: Vfs, kept: str, now: int) -> Vfs:
    vfs = vfs.delete(kept, now)
    return vfs.delete(_note(kept), now) if vfs.get(_note(kept)) is not None else vfs


def empty(vfs: Vfs, now: int) -> Vfs:
    """With nothing in the bin."""
    return vfs.delete(BIN, now).make_dir(BIN, now) if vfs.is_dir(BIN) else vfs


# -- emptying ---------------------------------------------------------------------------------------------------------

# Emptying the Recycle Bin, from its window and from its icon; Windows asks first, since nothing brings it back.


def ask_to_empty(ctx: Context) -> tuple[Effect, ...]:
    """The question before it, whose answer comes back as ``("emptied", answer)``; none where nothing is in it."""
    found = deleted(ctx.vfs)
    if not found:
        return ()
    one = len(found) == 1
    what = f"'{found[0].entry.name}'" if one else f"these {count_of(len(found), 'item')}"
    title = ("Delete Folder" if found[0].entry.is_dir else "Delete File") if one else "Delete Multiple Items"
    box = MessageBox(title, f"Are you sure you want to permanently delete {what}?", ("Yes", "No"), "No", "warning")
    return (OpenDialog("message_box", box, ("emptied",)),)


def emptied(ctx: Context, answer: str | None) -> tuple[Effect, ...]:
    """The effects of an answer."""
    return (SetFiles(empty(ctx.vfs, ctx.clock_ms)),) if answer == "Yes" else ()
