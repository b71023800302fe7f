"""The common prefix of two texts."""

from __future__ import annotations

__all__ = ["common_start"]


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
