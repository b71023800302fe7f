"""Waiting until an action can be seen: the screen is looked at until it is the same twice."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from omnigym.devices.adb.deadline import Deadline
from omnigym.devices.protocol import Frame

__all__ = ["at_rest"]


def at_rest(take: Callable[[], Frame], cap: float) -> Frame:
    """The screen once it has come to rest.

    There is no sleep in it: how fast the phone gives screenshots is how often it is looked at. An animation that does
    not end does not stop the episode, but costs the whole cap.

    Args:
        take: Takes a screenshot.
        cap: The longest to wait, in seconds.
    """
    deadline = Deadline(cap)
    last = take()
    while not deadline.passed:
        now = take()
        if np.array_equal(now, last):
            return now
        last = now
    return last
