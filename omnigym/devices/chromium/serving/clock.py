"""The clock of an application: it shows the time of the episode, not that of the machine."""

from __future__ import annotations

import datetime as dt
from typing import Protocol

from omnigym.devices.chromium.frames import EPOCH

__all__ = ["START", "Clock", "stopped_clock"]

#: When every episode begins, as for the pages.
START = dt.datetime.fromtimestamp(EPOCH, dt.UTC)


class Traveller(Protocol):
    """What moves the time of a process."""

    def shift(self, delta: float) -> None:
        """Let so many seconds pass."""

    def move_to(self, destination: dt.datetime) -> None:
        """Make it that time."""


class Clock:
    """Stands still but for one second with each request that may change something, so that records have an order.

    Args:
        traveller: Of ``time_machine``.
    """

    def __init__(self, traveller: Traveller) -> None:
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
