"""What was done to files last, so that it can be undone and done again.

A change is known by what it did, not by what there was before: undoing the move of a file that was edited since brings
the edited file back, and leaves all other files as they are.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from typing import NamedTuple, TypeAlias

from omnigym.sim.block_map import changes
from omnigym.sim.vfs import Directory, Entry, File, Vfs, join, parent_of

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
        gone: Path and content of what is nowhere any more, folders as empty ones. A file that another one replaced is
            not among it: as in Windows, that is lost.
    """

    what: str
    moved: tuple[tuple[str, str], ...]
    made: tuple[_Found, ...]
    gone: tuple[_Found, ...]

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
        return Journal((*self.done, change)[-_MOST:]) if any(change[1:]) else self

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
        for path, entry in change.gone:
            vfs = _put(vfs, path, entry)
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
        for path, _ in reversed(change.gone):
            if vfs.is_file(path) or (vfs.is_dir(path) and not vfs.list(path)):
                vfs = vfs.delete(path, now)
        return vfs, Journal((*self.done, change), self.undone[:-1])


def _put(vfs: Vfs, path: str, entry: Entry) -> Vfs:
    if isinstance(entry, File):
        return vfs.write(path, entry.content, entry.mtime_ms)
    vfs = vfs.make_dir(path, entry.mtime_ms)
    for child in entry.entries.values():
        vfs = _put(vfs, join(path, child.name), child)
    return vfs


class _New:
    """What is new, in order, and found by what it is."""

    def __init__(self, found: list[_Found]) -> None:
        self._count = 0
        self._there: dict[int, _Found] = {}
        self._alike: dict[Hashable, deque[int]] = {}
        self._folders: dict[int, Entry] = {}
        self._add(found)

    def _add(self, found: list[_Found]) -> None:
        for path, entry in found:
            self._there[self._count] = path, entry
            self._alike.setdefault(_kind(entry), deque()).append(self._count)
            if isinstance(entry, Directory):
                self._folders[self._count] = entry
            self._count += 1

    def left(self) -> tuple[_Found, ...]:
        """What was not taken."""
        return tuple(self._there.values())

    def take_twin(self, entry: Entry) -> _Found | None:
        """Where an entry is now. A folder that was made for it, and others, is taken apart."""
        while True:
            alike = self._alike.get(_kind(entry))
            while alike:
                number = alike.popleft()
                if number in self._there:
                    self._folders.pop(number, None)
                    return self._there.pop(number)
            holder = next((n for n, folder in self._folders.items() if _holds(folder, entry)), None)
            if holder is None:
                return None
            del self._folders[holder]
            self._add(_children(*self._there.pop(holder)))


def _change(what: str, before: Vfs, now: Vfs) -> Change:
    """What differs. What is gone from one place and new at another was moved, a folder with all that is in it."""
    found: list[_Found] = []
    made: list[_Found] = []
    _compare("", before.root, now.root, found, made)
    new, gone = _New(made), deque(found)
    moved: list[tuple[str, str]] = []
    lost: list[_Found] = []
    while gone:
        path, entry = gone.popleft()
        twin = new.take_twin(entry)
        if twin is not None:
            if twin[0] != path:  # else it was written again as it was
                moved.append((path, twin[0]))
        elif isinstance(entry, Directory):  # merged into another: what was in it has moved
            lost.append((path, entry._replace(entries={})))
            gone.extendleft(reversed(_children(path, entry)))
        elif now.get(path) is None:
            lost.append((path, entry))
    return Change(what, tuple(moved), new.left(), tuple(lost))


def _holds(folder: Entry, entry: Entry) -> bool:
    children = folder.entries.values() if isinstance(folder, Directory) else ()
    return any(_kind(entry) == _kind(child) or _holds(child, entry) for child in children)


def _children(path: str, entry: Entry) -> list[_Found]:
    entries = entry.entries if isinstance(entry, Directory) else {}
    return [(join(path, child.name), child) for _, child in sorted(entries.items())]


def _compare(path: str, before: Directory, now: Directory, gone: list[_Found], new: list[_Found]) -> None:
    """List what one directory has and the other has not; what both share is not looked into."""
    for _, old, entry in changes(before.entries, now.entries):
        if isinstance(old, Directory) and isinstance(entry, Directory) and old.name == entry.name:
            _compare(f"{path}{entry.name}/", old, entry, gone, new)
            continue
        if old is not None:
            gone.append((path + old.name, old))
        if entry is not None:
            new.append((path + entry.name, entry))


def _kind(entry: Entry) -> Hashable:
    """What an entry has in common with one that is the same with another name at most."""
    return (entry.mtime_ms, entry.content) if isinstance(entry, File) else id(entry.entries)
