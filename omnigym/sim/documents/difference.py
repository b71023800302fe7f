"""Where two states of a text differ: of a long one, what did not change is neither laid out nor counted again.

The same goes for any other long tuple, such as that of tasks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from omnigym.documents import Document, Paragraph

_Paragraphs: TypeAlias = tuple[Paragraph, ...]
_Many: TypeAlias = tuple[Any, ...]


class Difference(NamedTuple):
    """The items from ``start`` to before ``old_end`` have become those from ``start`` to before ``new_end``."""

    start: int
    old_end: int
    new_end: int


#: The differences that were asked for or made last, with the two texts, which must not go before their identity does.
_KNOWN: dict[tuple[int, int], tuple[_Many, _Many, Difference]] = {}
_MOST = 16


def _known(old: _Many, new: _Many) -> Difference | None:
    found = _KNOWN.get((id(old), id(new)))
    return found[2] if found is not None else None


def _keep(old: _Many, new: _Many, found: Difference) -> Difference:
    if len(_KNOWN) >= _MOST:
        _KNOWN.clear()
    _KNOWN[id(old), id(new)] = old, new, found
    return found


def difference(old: _Many, new: _Many) -> Difference:
    """Where one text differs from another: all before and behind that is equal."""
    if old is new:
        return Difference(len(new), len(old), len(new))
    known = _known(old, new)
    if known is not None:
        return known
    most = min(len(old), len(new))
    start = _most_equal(most, lambda a, b: old[a:b] == new[a:b])
    a, b = len(old), len(new)
    behind = _most_equal(most - start, lambda m, n: old[a - n : a - m] == new[b - n : b - m])
    return _keep(old, new, Difference(start, a - behind, b - behind))


def _most_equal(most: int, equal: Callable[[int, int], bool]) -> int:
    """The greatest number, up to ``most``, of items that are equal; by bisection, as slices compare at C's speed."""
    if equal(0, most):
        return most
    low, high = 0, most
    while low < high - 1:
        middle = (low + high) // 2
        if equal(low, middle):
            low = middle
        else:
            high = middle
    return low


def with_paragraphs(document: Document, start: int, end: int, new: _Paragraphs) -> Document:
    """A document with others in the place of the paragraphs from ``start`` to before ``end``."""
    old = document.paragraphs
    lines = list(old)
    lines[start:end] = new
    whole = tuple(lines)
    _keep(old, whole, Difference(start, end, start + len(new)))
    return Document(whole)


class Tally:
    """A sum over the paragraphs of texts; of one that was changed only what is new is counted.

    Args:
        of: What a paragraph counts.
    """

    def __init__(self, of: Callable[[Paragraph], int]) -> None:
        self._of = of
        self._last: list[tuple[_Paragraphs, int]] = []

    def __call__(self, paragraphs: _Paragraphs) -> int:
        """The sum over these paragraphs."""
        for old, count in self._last:
            if old is paragraphs:
                return count
        base = next((kept for kept in self._last if _known(kept[0], paragraphs) is not None), None)
        old, count = base or (self._last[0] if self._last else ((), 0))
        start, old_end, new_end = difference(old, paragraphs)
        count += sum(map(self._of, paragraphs[start:new_end])) - sum(map(self._of, old[start:old_end]))
        self._last = [(paragraphs, count), *self._last[:_TEXTS]]
        return count


#: Of how many more texts a sum is kept.
_TEXTS = 3

# -- the common prefix of two texts -----------------------------------------------------------------------------------


def common_start(a: str, b: str) -> int:
    """The length of the common prefix of two texts, found by bisection: comparing slices runs at C speed.

    >>> common_start("the cat", "the car"), common_start("", "x")
    (6, 0)
    """
    low, high = 0, min(len(a), len(b))
    if a[:high] == b[:high]:
        return high
    # The texts agree up to low and differ before high.
    while low < high - 1:
        middle = (low + high) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle
    return low
