"""Remembering what was read, without holding on to much memory."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from omnigym.foreign.limits import CACHE_BYTES

__all__ = ["remembered"]

_T = TypeVar("_T")


def remembered(
    count: int, weigh: Callable[[bytes, Any], int] = lambda _content, _found: 0, most: int = CACHE_BYTES
) -> Callable[[Callable[[bytes], _T]], Callable[[bytes], _T]]:
    """A reader that knows what it made of the contents that it read last.

    As `functools.lru_cache`, but what an agent leaves may be large, and another one at each step.

    Args:
        count: How many at most.
        weigh: About how many bytes the result takes besides the content.
        most: How many bytes all of them may take. The last one is kept however much it takes.

    >>> read = remembered(2, lambda content, length: 0)(len)
    >>> read(b"abc")
    3
    """

    def decorate(read: Callable[[bytes], _T]) -> Callable[[bytes], _T]:
        known: OrderedDict[bytes, tuple[_T, int]] = OrderedDict()
        lock = threading.Lock()
        held = 0

        @wraps(read)
        def remembering(content: bytes) -> _T:
            nonlocal held
            with lock:
                if content in known:
                    known.move_to_end(content)
                    return known[content][0]
            found = read(content)
            size = len(content) + weigh(content, found)
            with lock:
                held += size - known.pop(content, (found, 0))[1]
                known[content] = found, size
                while len(known) > count or (held > most and len(known) > 1):
                    held -= known.popitem(last=False)[1][1]
            return found

        return remembering

    return decorate
