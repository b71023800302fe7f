"""A mapping of many names that is changed by copying a small part: the entries of a large folder.

Names are in order and in blocks. A change copies one block and the list of blocks, and whoever compares two states of
the mapping looks only into the blocks that are not the same.
"""

from __future__ import annotations

from bisect import bisect, bisect_right
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Generic, TypeVar

from omnigym.errors import UnreadableError

__all__ = ["Many", "changes", "with_name", "without_name"]

V = TypeVar("V")

#: A plain dictionary becomes blocks when it has more names: below that, a copy of all costs as little.
_MOST_PLAIN = 512
#: Names of a block when it is made; with twice as many it is two.
_BLOCK = 256


class Many(Mapping[str, V], Generic[V]):
    """A mapping in the order of its names. Never changed in place.

    Args:
        blocks: Dictionaries with their names in order, none of them empty.
    """

    __slots__ = ("_count", "_firsts", "blocks")

    def __init__(self, blocks: tuple[dict[str, V], ...], firsts: tuple[str, ...], count: int) -> None:
        self.blocks, self._firsts, self._count = blocks, firsts, count

    @classmethod
    def of(cls, entries: Mapping[str, V]) -> Many[V]:
        """The same names and values in blocks."""
        items = sorted(entries.items(), key=lambda item: item[0])
        blocks = tuple([dict(items[i : i + _BLOCK]) for i in range(0, len(items), _BLOCK)])
        return cls(blocks, tuple([next(iter(block)) for block in blocks]), len(items))

    def to_plain(self) -> tuple[object, ...]:
        """What it is made of, for `omnigym.foreign.plain`."""
        return (dict(self.items()),)

    @classmethod
    def from_plain(cls, entries: object = None) -> Many[V]:
        """That of a dictionary by text.

        Raises:
            UnreadableError: It is none.
        """
        if not isinstance(entries, dict) or not all(isinstance(key, str) for key in entries):
            raise UnreadableError("Expected the entries of a folder, got something else.")
        return cls.of(entries)

    def _at(self, key: str) -> int:
        return max(0, bisect_right(self._firsts, key) - 1)

    def __getitem__(self, key: str) -> V:
        if not self.blocks:
            raise KeyError(key)
        return self.blocks[self._at(key)][key]

    def __iter__(self) -> Iterator[str]:
        return chain.from_iterable(self.blocks)

    def __len__(self) -> int:
        return self._count

    def having(self, key: str, value: V) -> Many[V]:
        """With a value under a name, whether it was there or not."""
        if not self.blocks:
            return Many(({key: value},), (key,), 1)
        at = self._at(key)
        block = self.blocks[at]
        if key in block:
            return self._with(at, ({**block, key: value},), 0)
        items = list(block.items())
        items.insert(bisect(list(block), key), (key, value))
        halves = (items,) if len(items) < 2 * _BLOCK else (items[:_BLOCK], items[_BLOCK:])
        return self._with(at, tuple([dict(half) for half in halves]), 1)

    def lacking(self, key: str) -> Many[V]:
        """Without a name that is there."""
        at = self._at(key)
        block = {k: v for k, v in self.blocks[at].items() if k != key}
        return self._with(at, (block,) if block else (), -1)

    def _with(self, at: int, new: tuple[dict[str, V], ...], more: int) -> Many[V]:
        firsts = tuple([next(iter(block)) for block in new])
        return Many(
            (*self.blocks[:at], *new, *self.blocks[at + 1 :]),
            (*self._firsts[:at], *firsts, *self._firsts[at + 1 :]),
            self._count + more,
        )


def with_name(entries: Mapping[str, V], key: str, value: V) -> Mapping[str, V]:
    """Entries with a value under a name: in blocks, once they are many."""
    if type(entries) is Many:
        return entries.having(key, value)
    out = {**entries, key: value}
    return out if len(out) <= _MOST_PLAIN else Many.of(out)


def without_name(entries: Mapping[str, V], key: str) -> Mapping[str, V]:
    """Entries without a name that is among them."""
    if type(entries) is Many:
        return entries.lacking(key)
    out = dict(entries)
    del out[key]
    return out


def changes(before: Mapping[str, V], now: Mapping[str, V]) -> list[tuple[str, V | None, V | None]]:
    """Each name whose values are not the same object, in order, with both; None where there is none."""
    if before is now:
        return []
    if type(before) is Many and type(now) is Many:
        kept = {id(block) for block in before.blocks}
        there = {id(block) for block in now.blocks}
        before = dict(chain.from_iterable([b.items() for b in before.blocks if id(b) not in there]))
        now = dict(chain.from_iterable([b.items() for b in now.blocks if id(b) not in kept]))
    other = [key for key, value in now.items() if before.get(key) is not value]
    other += [key for key in before if key not in now]
    return [(key, before.get(key), now.get(key)) for key in sorted(other)]
