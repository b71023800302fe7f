"""The processes of a desktop, in a sandbox or not."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from omnigym.devices.protocol import ProcessInfo
from omnigym.devices.x11.place import Place
from omnigym.devices.x11.supervisor import marked_processes

__all__ = ["processes_of"]


def processes_of(place: Place) -> tuple[ProcessInfo, ...]:
    """The processes of the desktop that lives there, as their environment tells."""
    found = []
    for pid in marked_processes(str(place.root)):
        with contextlib.suppress(OSError):  # it ended meanwhile
            argv = tuple(Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").split("\0")[:-1])
            if argv:  # else it has ended, and nobody has asked how
                found.append(ProcessInfo(os.path.basename(argv[0]), argv))
    return tuple(found)
