"""Deadlines that are fair on a crowded machine."""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["Deadline"]


class Deadline:
    """A time until which something is waited for, put off by as long as those who are to do it get no processor.

    Without that, an application that the machine has no time for would count as hung.

    Args:
        seconds: How long is waited if they get one at once.
        delay: How many seconds they have waited for a processor since now (see `Activity.delays`).
        most: The most that it is put off, in seconds.
    """

    def __init__(self, seconds: float, delay: Callable[[], float], most: float) -> None:
        self._end = time.monotonic() + seconds
        self._delay, self._most = delay, most

    def left(self) -> float:
        """Seconds that are left; zero or less if it has passed."""
        left = self._end - time.monotonic()
        # The delay costs a look at every process, so it is asked for only when it matters.
        return left if left > 0 else left + min(self._delay(), self._most)
