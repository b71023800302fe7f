"""The trash: a folder that keeps what was deleted, and for each thing a note of where it was.

As the desktops of Linux have it: ``~/.local/share/Trash/files/NAME`` and ``~/.local/share/Trash/info/NAME.trashinfo``.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import NamedTuple
from urllib.parse import quote, unquote

from omnigym.sim.files.operations import check_few, check_unprotected
from omnigym.sim.linux.paths import inward, outward
from omnigym.sim.vfs import HOME, Stat, Vfs, VfsError, base_name, join, parent_of

_TRASH = f"{HOME}/.local/share/Trash"
FILES, _INFO = f"{_TRASH}/files", f"{_TRASH}/info"


class Deleted(NamedTuple):
    """Something in the trash: ``entry`` under the name that it had, ``path`` where it was."""

    entry: Stat
    path: str


def delete(vfs: Vfs, paths: tuple[str, ...], now: int) -> Vfs:
    """With ``paths`` in the trash; what is in it already goes for good.

    Raises:
        VfsError: One of them is a folder of the system, or they are too many.
    """
    check_few(paths)
    when = datetime.fromtimestamp(now // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%S")
    for path in paths:
        check_unprotected(path)
        if vfs.get(path) is None:
            continue
        if path.startswith(f"{FILES}/"):
            vfs = _without_note(vfs.delete(path, now), path, now)
            continue
        name = vfs.free_name(FILES, base_name(path))
        note = f"[Trash Info]\nPath={quote(outward(path))}\nDeletionDate={when}\n"
        vfs = vfs.write(_note(join(FILES, name)), note.encode(), now).make_dir(FILES, now)
        vfs = vfs.move(path, join(FILES, name), now)
    return vfs


def _note(kept: str) -> str:
    return join(_INFO, f"{base_name(kept)}.trashinfo")


def _without_note(vfs: Vfs, kept: str, now: int) -> Vfs:
    return vfs.delete(_note(kept), now) if vfs.get(_note(kept)) is not None else vfs


def deleted(vfs: Vfs) -> tuple[Deleted, ...]:
    """All that is in the trash; what has no note was nowhere else."""
    kept = vfs.list(FILES) if vfs.is_dir(FILES) else ()
    return tuple([Deleted(s._replace(name=base_name(_was_at(vfs, s.path))), _was_at(vfs, s.path)) for s in kept])


def _was_at(vfs: Vfs, kept: str) -> str:
    note = vfs.content(_note(kept)).decode("utf-8", "replace")
    said = next((line[5:] for line in note.split("\n") if line.startswith("Path=")), "")
    return inward(unquote(said)) if said.startswith("/") else kept


def restore(vfs: Vfs, kept: str, now: int) -> Vfs:
    """With a thing in the trash back where it was.

    Raises:
        VfsError: Something of that name is there, or the thing is gone.
    """
    if not kept.startswith(f"{FILES}/") or vfs.get(kept) is None:
        raise VfsError("missing", kept, "This item is no longer in the trash.")
    path = _was_at(vfs, kept)
    return _without_note(vfs.make_dir(parent_of(path), now).move(kept, path, now), kept, now)


def empty(vfs: Vfs, now: int) -> Vfs:
    """With nothing in the trash."""
    for folder in (FILES, _INFO):
        vfs = vfs.delete(folder, now).make_dir(folder, now) if vfs.is_dir(folder) else vfs
    return vfs
