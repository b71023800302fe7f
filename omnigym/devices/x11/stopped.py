"""Whether a process that a desktop cannot be without has been stopped, for ever as it seems.

Who has rights on a desktop may stop its message bus, its window manager or its shell (``kill -STOP``). Nothing has died
then, and each call would wait for its answer until its time is up, again and again.
"""

from __future__ import annotations

import time
from pathlib import Path

from omnigym.devices.x11.activity import processes_below

__all__ = ["PATIENCE", "StoppedWatch"]

#: For so many seconds a process must have been seen stopped, and so often.
PATIENCE = 5.0
_LOOKS = 3
_EVERY = 1.0


class StoppedWatch:
    """Looks, about once a second, at the processes that a desktop began with.

    Args:
        root: Its first process.
    """

    def __init__(self, root: int) -> None:
        self._processes = processes_below(root)
        self._seen: dict[int, tuple[float, int]] = {}
        self._due = 0.0

    def find(self) -> str:
        """The name of one that has been stopped for too long; empty if there is none."""
        now = time.monotonic()
        if now < self._due:
            return ""
        self._due = now + _EVERY
        for pid in self._processes:
            name, state = _look(pid)
            if state not in "Tt":
                self._seen.pop(pid, None)
                continue
            since, looks = self._seen.get(pid, (now, 0))
            self._seen[pid] = since, looks + 1
            if now - since >= PATIENCE and looks + 1 >= _LOOKS:
                return name
        return ""


def _look(pid: int) -> tuple[str, str]:
    """The name of a process and its state; "X" if it has ended."""
    try:
        front, _, back = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")
    except OSError:
        return "", "X"
    return front.partition("(")[2], back[1]
