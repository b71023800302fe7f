"""What is undone and done again leaves the same files, but for what Windows does not bring back either."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from omnigym.sim.files.journal import Journal
from omnigym.sim.files.operations import paste, rename
from omnigym.sim.vfs import Vfs, VfsError
from omnigym.sim.windows.recycle_bin import delete, deleted, restore

FILES = Vfs().make_dir("C:/To/Sub/Empty", 1)
for _path in ("C:/a.txt", "C:/b.txt", "C:/Sub/In/c.txt", "C:/Sub/d.txt", "C:/To/Sub/e.txt"):
    FILES = FILES.write(_path, _path.encode(), 1)
for _path in ("C:/x.txt", "C:/y.txt"):  # which nothing but their names tells apart
    FILES = FILES.write(_path, b"", 1)
BIN = delete(FILES, ("C:/a.txt", "C:/Sub"), 2)


def tree(vfs: Vfs, path: str = "C:") -> dict[str, bytes | None]:
    """All directories, and all files with their contents; an empty bin is as none."""
    found: dict[str, bytes | None] = {}
    for entry in vfs.list(path):
        below = tree(vfs, entry.path) if entry.is_dir else {entry.path: vfs.read(entry.path)}
        found |= below if entry.name == "$Recycle.Bin" else {**below, entry.path: below.get(entry.path)}
    return found


CHANGES: dict[str, tuple[Vfs, Callable[[Vfs], Vfs]]] = {
    "copy": (FILES, lambda v: paste(v, ("C:/a.txt", "C:/Sub"), "C:/To/Sub/Empty", cut=False, now=3)[0]),
    "move": (FILES, lambda v: paste(v, ("C:/y.txt", "C:/x.txt", "C:/a.txt"), "C:/To", cut=True, now=3)[0]),
    "merge": (FILES, lambda v: paste(v, ("C:/Sub",), "C:/To", cut=True, now=3)[0]),
    "rename": (FILES, lambda v: rename(v, "C:/Sub", "SUB", 3)),
    "first into the bin": (FILES, lambda v: delete(v, ("C:/y.txt", "C:/Sub", "C:/x.txt"), 3)),
    "more into the bin": (BIN, lambda v: delete(v, ("C:/b.txt", "C:/To"), 3)),
    "out of the bin": (BIN, lambda v: restore(v, deleted(v)[1].entry.path, 3)),
}


@pytest.mark.parametrize("name", CHANGES)
def test_undone_and_done_again(name: str) -> None:
    before, change = CHANGES[name]
    after = change(before)
    journal = Journal().after("Change", before, after)
    vfs = after
    for _ in range(2):
        vfs, journal = journal.undo(vfs, 4)
        assert tree(vfs) == tree(before)
        vfs, journal = journal.redo(vfs, 5)
        assert tree(vfs) == tree(after)


def test_what_was_replaced_is_lost_and_what_is_in_the_way_is_said() -> None:
    other = FILES.write("C:/To/a.txt", b"old", 1)
    after, _ = paste(other, ("C:/a.txt",), "C:/To", cut=True, now=3, replace=True)
    journal = Journal().after("Move", other, after)
    vfs, _ = journal.undo(after, 4)
    assert tree(vfs) == tree(FILES)
    with pytest.raises(VfsError):
        journal.undo(after.write("C:/a.txt", b"new", 4), 5)


def test_nothing_is_no_change_and_ten_are_kept() -> None:
    journal, vfs = Journal().after("Nothing", FILES, FILES), FILES
    assert journal == Journal()
    for number in range(12):
        before, vfs = vfs, vfs.make_dir(f"C:/{number}", number)
        journal = journal.after("New", before, vfs)
    while journal.done:
        vfs, journal = journal.undo(vfs, 20)
    assert vfs.is_dir("C:/1") and not vfs.is_dir("C:/2")
