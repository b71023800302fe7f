"""Drawing from a seed: the same on every machine and in every version of Python."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

__all__ = ["Draw"]

_T = TypeVar("_T")
#: How often a text is drawn again because a word that is kept free occurs in it.
_TRIES = 40


class Draw:
    """A source of choices.

    Only ``Random.random`` is used, the one method whose values Python promises for all versions; a text as the seed is
    hashed by SHA-512.

    Args:
        seed: What decides all choices.
        free: Texts without upper-case letters that nothing made up may have in it, for a task asks about them.
    """

    def __init__(self, seed: str, free: Sequence[str] = ()) -> None:
        self._random, self._free = random.Random(seed), free

    def below(self, count: int) -> int:
        """A number in [0, count)."""
        return int(self._random.random() * count)

    def between(self, low: int, high: int) -> int:
        """A number in [low, high]."""
        return low + self.below(high - low + 1)

    def pick(self, items: Sequence[_T]) -> _T:
        """One of some items."""
        return items[self.below(len(items))]

    def some(self, items: Sequence[_T], count: int) -> list[_T]:
        """``count`` different ones of some items, or all of them if they are fewer."""
        left, out = list(items), list[_T]()
        while left and len(out) < count:
            out.append(left.pop(self.below(len(left))))
        return out

    def text(self, make: Callable[[], str]) -> str:
        """A text that says nothing that is to be kept free; "" where each of many says it."""
        for _ in range(_TRIES):
            made = make()
            if not self.says(made):
                return made
        return ""

    def says(self, text: str) -> bool:
        """Whether something that is to be kept free occurs in a text."""
        folded = text.casefold()
        for word in self._free:  # noqa: SIM110 - half the time of `any`, for each sentence that is made up
            if word in folded:
                return True
        return False
