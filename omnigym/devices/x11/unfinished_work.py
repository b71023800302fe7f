"""Whether the programs of a desktop work on something, by what the kernel, the window manager and the home show."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from typing import NamedTuple

from omnigym.devices.x11.activity import Activity, process_within, state_of
from omnigym.devices.x11.windows import XWindows

__all__ = ["UnfinishedWork"]

#: Programs work that had a processor, or waited for one, for this share of a moment. A desktop at rest with a blinking
#: text cursor takes less than a tenth of it.
_SHARE = 0.25
#: A process whose last window closed is waited for, so many seconds long: then it is one that stays.
_CLOSING_S = 10.0


class _Look(NamedTuple):
    """The state of the desktop's programs at one time.

    Attributes:
        at: The time, in seconds.
        demand: The processor time that each thread had or waited for, in seconds, by its directory.
        disk: Whether a thread waits for a disk.
        windows: The managed windows.
        files: A value that is another one when the user's files changed.
    """

    at: float
    demand: dict[str, float]
    disk: bool
    windows: list[int]
    files: Hashable

    @property
    def processes(self) -> set[str]:
        """The ids of the processes."""
        return {folder.split("/")[2] for folder in self.demand}


class UnfinishedWork:
    """Compares a desktop before and after a moment.

    Args:
        activity: Knows its processes.
        windows: Its windows.
        files: Returns a value that is another one when the user's files changed.
    """

    def __init__(self, activity: Activity, windows: XWindows, files: Callable[[], Hashable]) -> None:
        self._activity, self._windows, self._files = activity, windows, files

    def done_during(self, moment: Callable[[], object]) -> bool:
        """Return whether programs worked on something in a moment.

        They did if they used the processors, wait for a disk, started or ended, changed files of the user, opened or
        closed a window; or if one whose last window closed has not ended yet.
        """
        before = self._look()
        moment()
        after = self._look()
        if after.disk or before.processes != after.processes:
            return True
        if (before.windows, before.files) != (after.windows, after.files):
            return True
        wanted = sum(seconds - before.demand.get(thread, 0.0) for thread, seconds in after.demand.items())
        return wanted >= _SHARE * (after.at - before.at) or self._closes(after)

    def _look(self) -> _Look:
        demand = self._activity.demand()
        disk = any(state_of(thread) == "D" for thread in demand)
        return _Look(time.monotonic(), demand, disk, self._windows.managed_ids(), self._files())

    def _closes(self, look: _Look) -> bool:
        """Whether a process lives whose last window has closed not long ago."""
        closed = self._windows.closed_since(look.at - _CLOSING_S)
        return bool(closed) and any(process_within(int(process)) in closed for process in look.processes)
