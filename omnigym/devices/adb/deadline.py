"""How long a call may still take, all its waits together."""

from __future__ import annotations

import time

__all__ = ["Deadline"]


class Deadline:
    """A moment by which a call must be over.

    Args:
        seconds: From now.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """The seconds that are left.

        Raises:
            TimeoutError: There are none.
        """
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError(f"no answer within {self.seconds:g} s")
        return left

    @property
    def passed(self) -> bool:
        """Whether it is over."""
        return time.monotonic() >= self._end
