"""A bounded cache of pure results."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Memo(Generic[T]):
    """A cache of recently used values in two generations, in which a hit costs one look-up.

    When the young generation is full it becomes the old one, and what the old one held and nobody asked for is gone.

    Args:
        size: Of a generation.
    """

    __slots__ = ("_old", "_size", "_young")

    def __init__(self, size: int) -> None:
        self._size = size
        self._young: dict[Hashable, T] = {}
        self._old: dict[Hashable, T] = {}

    def get(self, key: Hashable) -> T | None:
        """Return the value put under ``key``, or None."""
        found = self._young.get(key)
        if found is None:
            found = self._old.get(key)
            if found is not None:
                self.put(key, found)
        return found

    def put(self, key: Hashable, value: T) -> T:
        """Cache ``value``, and return it."""
        if len(self._young) >= self._size:
            self._old, self._young = self._young, {}
        self._young[key] = value
        return value


class IdentityCache(Generic[T]):
    """A cache of results of values that are compared by identity, such as a directory.

    Args:
        size: How many results are kept; then it begins anew.
    """

    __slots__ = ("_kept", "_size")

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: dict[Hashable, tuple[object, T]] = {}

    def get(self, key: Hashable, source: object, make: Callable[[], T]) -> T:
        """Return the last result of ``make`` for ``key``, if it was for the very same ``source``."""
        known = self._kept.get(key)
        if known is not None and known[0] is source:
            return known[1]
        if len(self._kept) >= self._size:
            self._kept.clear()
        made = make()
        self._kept[key] = (source, made)
        return made
