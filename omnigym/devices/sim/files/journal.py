"""What was done to files last, so that it can be undone and done again.

A change is known by what it did, not by what there was before: undoing the move of a file that was edited since brings
the edited file back, and leaves all other files as they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from omnigym.devices.sim.vfs import Directory, Entry, File, Vfs, join, parent_of

__all__ = ["Change", "Journal"]

#: How many changes can be undone.
_MOST = 10

_Found: TypeAlias = tuple[str, Entry]


class Change(NamedTuple):
    """What one command did; compared by identity, as `Vfs` is, since what was made may be large.

    Attributes:
        what: What menus call it: "Move" of "Undo Move".
        moved: Path before and path after of what has another place or name now.
        made: Path and content of what is new.
    """

    what: str
    moved: tuple[tuple[str, str], ...]
    made: tuple[_Found, ...]

    def __eq__(self, other: object) -> bool:
        """Whether it is the very same."""
        return self is other

    def __ne__(self, other: object) -> bool:
        """As `__eq__`."""
        return self is not other

    def __hash__(self) -> int:
        """Of its identity."""
        return id(self)


class Journal(NamedTuple):
    """The changes that can be undone, and those that can be done again; the latest last."""

    done: tuple[Change, ...] = ()
    undone: tuple[Change, ...] = ()

    def after(self, what: str, before: Vfs, now: Vfs) -> Journal:
        """With the change that led from some files to others; nothing can be done again then."""
        change = _change(what, before, now)
        return Journal((*self.done, change)[-_MOST:]) if change.moved or change.made else self

    def undo(self, vfs: Vfs, now: int) -> tuple[Vfs, Journal]:
        """The files without the last change, and what is left to undo; as they are where there is none.

        Raises:
            VfsError: What was moved is gone, or another thing is where it was.
        """
        if not self.done:
            return vfs, self
        change = self.done[-1]
        made = tuple([(path, entry) for path, _ in change.made if (entry := vfs.get(path)) is not None])
        for path, _ in reversed(made):
            vfs = vfs.delete(path, now)
        for source, target in reversed(change.moved):
            vfs = vfs.make_dir(parent_of(source), now).move(target, source, now)
        return vfs, Journal(self.done[:-1], (*self.undone, change._replace(made=made)))

    def redo(self, vfs: Vfs, now: int) -> tuple[Vfs, Journal]:
        """The files with the change that was undone last; as they are where there is none.

        Raises:
            VfsError: What was moved is gone, or another thing is where it goes.
        """
        if not self.undone:
            return vfs, self
        change = self.undone[-1]
        for source, target in change.moved:
            vfs = vfs.make_dir(parent_of(target), now).move(source, target, now)
        for path, entry in change.made:
            vfs = _put(vfs, path, entry)
        return vfs, Journal((*self.done, change), self.undone[:-1])


def _put(vfs: Vfs, path: str, entry: Entry) -> Vfs:
    if isinstance(entry, File):
        return vfs.write(path, entry.content, entry.mtime_ms)
    vfs = vfs.make_dir(path, entry.mtime_ms)
    for child in entry.entries.values():
        vfs = _put(vfs, join(path, child.name), child)
    return vfs


def _change(what: str, before: Vfs, now: Vfs) -> Change:
    """What differs. What is gone from one place and new at another was moved, a folder with all that is in it."""
    gone: list[_Found] = []
    new: list[_Found] = []
    _compare("", before.root, now.root, gone, new)
    moved: list[tuple[str, str]] = []
    while gone:
        for found in tuple(gone):
            twin = next((n for n in new if _same(found[1], n[1])), None)
            if twin is not None:
                gone.remove(found)
                new.remove(twin)
                moved.append((found[0], twin[0]))
        if _opened(gone) or not gone:  # a folder that was merged into another: what was in it has moved
            continue
        if not _opened(new):  # a folder that was made for what was moved
            break
    return Change(what, tuple(moved), tuple(new))


def _opened(found: list[_Found]) -> bool:
    """Put what is in each directory into its place; False where there is none."""
    folders = [(path, entry) for path, entry in found if isinstance(entry, Directory)]
    for path, entry in folders:
        found.remove((path, entry))
        found += [(join(path, child.name), child) for _, child in sorted(entry.entries.items())]
    return bool(folders)


def _compare(path: str, before: Directory, now: Directory, gone: list[_Found], new: list[_Found]) -> None:
    """List what one directory has and the other has not; what both share is not looked into."""
    for old, entry in _differing(before, now):
        if isinstance(old, Directory) and isinstance(entry, Directory) and old.name == entry.name:
            _compare(f"{path}{entry.name}/", old, entry, gone, new)
            continue
        if old is not None:
            gone.append((path + old.name, old))
        if entry is not None:
            new.append((path + entry.name, entry))


def _differing(before: Directory, now: Directory) -> Iterator[tuple[Entry | None, Entry | None]]:
    for name in sorted({*before.entries, *now.entries}):
        old, entry = before.entries.get(name), now.entries.get(name)
        if old is not entry:
            yield old, entry


def _same(a: Entry, b: Entry) -> bool:
    """Whether one is the other with another name at most."""
    if isinstance(a, File) and isinstance(b, File):
        return a.mtime_ms == b.mtime_ms and a.content == b.content
    return isinstance(a, Directory) and isinstance(b, Directory) and a.entries is b.entries
