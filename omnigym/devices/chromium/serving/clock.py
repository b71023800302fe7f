"""The clock of an application: it shows the time of the episode, not that of the machine."""

from __future__ import annotations

import datetime as dt
from typing import Any

from omnigym.devices.chromium.frames import EPOCH

__all__ = ["START", "Clock", "stopped_clock"]

#: When every episode begins, as for the pages.
START = dt.datetime.fromtimestamp(EPOCH, dt.UTC)


class Clock:
    """Stands still but for one second with each request that may change something, so that records have an order.

    Args:
        traveller: Of ``time_machine``.
    """

    def __init__(self, traveller: Any) -> None:
        self._traveller = traveller

    def tick(self) -> None:
        """A second passes."""
        self._traveller.shift(1)

    def reset(self) -> None:
        """The episode begins."""
        self._traveller.move_to(START)


def stopped_clock() -> Clock:
    """Let this whole process see the clock of an episode that begins."""
    import time_machine

    return Clock(time_machine.travel(START, tick=False).start())
