"""The processes of a desktop, in a sandbox or not."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable

from omnigym.devices.protocol import ProcessInfo
from omnigym.devices.x11.cleanup import marked_processes
from omnigym.devices.x11.host_paths import Place

__all__ = ["processes_of", "told_of"]


#: So much of a command is told, in bytes.
_LONGEST = 1 << 16


def processes_of(place: Place) -> tuple[ProcessInfo, ...]:
    """The processes of the desktop that lives there, as their environment tells."""
    return told_of(marked_processes(str(place.root)))


def told_of(pids: Iterable[int]) -> tuple[ProcessInfo, ...]:
    """What is told of processes, by their ids; nothing of those that have ended."""
    found = []
    for pid in pids:
        with contextlib.suppress(OSError):  # it ended meanwhile
            with open(f"/proc/{pid}/cmdline", "rb") as f:
                argv = tuple(f.read(_LONGEST).decode(errors="replace").split("\0")[:-1])
            if argv:  # else it has ended, and nobody has asked how
                found.append(ProcessInfo(os.path.basename(argv[0]), argv))
    return tuple(found)
