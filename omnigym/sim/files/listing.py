"""What a folder holds, in an order; of a folder that changed, only what changed is put in its place."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

from omnigym.sim.block_map import changes
from omnigym.sim.vfs import Directory, Entry

__all__ = ["Listings"]

T = TypeVar("T")
_NOTHING = Directory("", {}, 0)
#: So many changes are put in their places one by one; after more of them the folder is listed anew.
_FEW = 64
#: Lines of all listings that are kept: a line is some 600 bytes.
_MOST_LINES = 100_000


class _Kept(Generic[T]):
    """A folder, its lines in order, what took the place of some of them, and the listing that this made."""

    __slots__ = ("directory", "instead", "lines", "listing")

    def __init__(self) -> None:
        self.directory, self.lines = _NOTHING, list[T]()
        self.instead: tuple[T, ...] = ()
        self.listing: tuple[T, ...] = ()


class Listings(Generic[T]):
    """The last listings of folders: the same object while the folder is.

    Args:
        size: How many are kept, as long as they have no more than `_MOST_LINES`; then it begins anew.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: dict[Hashable, _Kept[T]] = {}

    def get(
        self,
        key: Hashable,
        directory: Entry | None,
        made: Callable[[Entry], T | None],
        order: Callable[[T], Any],
        instead: tuple[T, ...] = (),
    ) -> tuple[T, ...]:
        """What is listed of a folder; nothing where there is none.

        Args:
            key: Stands for ``made`` and ``order``.
            directory: The folder.
            made: What is listed for an entry, None for one that is not. The same for the same entry.
            order: A key to sort by, another one for each entry.
            instead: Items that take the places of those that have the same key in this order.
        """
        now = directory if type(directory) is Directory else _NOTHING
        kept = self._kept.get(key)
        if kept is None:
            if len(self._kept) >= self._size or sum([len(k.lines) for k in self._kept.values()]) > _MOST_LINES:
                self._kept.clear()
            kept = self._kept[key] = _Kept()
        if kept.directory is now and kept.instead == instead:
            return kept.listing
        if kept.directory is not now:
            _bring(kept.lines, changes(kept.directory.entries, now.entries), now, made, order)
            kept.directory = now
        kept.listing, kept.instead = _with(kept.lines, instead, order), instead
        return kept.listing


def _bring(
    lines: list[T],
    differing: list[tuple[str, Entry | None, Entry | None]],
    now: Directory,
    made: Callable[[Entry], T | None],
    order: Callable[[T], Any],
) -> None:
    """Make lines those of a folder as it is now, in place: of many lines a copy costs more than all else."""
    if len(differing) > _FEW:
        found = [item for entry in now.entries.values() if (item := made(entry)) is not None]
        lines[:] = sorted(found, key=order)
        return
    for _, old, _ in differing:
        gone = made(old) if old is not None else None
        if gone is not None:
            del lines[bisect_left(lines, order(gone), key=order)]
    for _, _, new in differing:
        come = made(new) if new is not None else None
        if come is not None:
            insort(lines, come, key=order)


def _with(lines: list[T], items: tuple[T, ...], order: Callable[[T], Any]) -> tuple[T, ...]:
    put: list[tuple[int, T]] = []
    for item in items:
        wanted = order(item)
        at = bisect_left(lines, wanted, key=order)
        if at < len(lines) and order(lines[at]) == wanted:
            put.append((at, lines[at]))
            lines[at] = item
    listing = tuple(lines)
    for at, was in put:
        lines[at] = was
    return listing
