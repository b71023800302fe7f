"""The cause of a desktop's end: the machine below it, or a program on it, which an agent controls."""

from __future__ import annotations

from pathlib import Path

from omnigym.devices.x11.cleanup import noted_groups
from omnigym.devices.x11.host_paths import Place
from omnigym.devices.x11.supervisor_client import Keeper
from omnigym.errors import DeviceError, DeviceFaultError

__all__ = ["is_by_agent", "killed_by_machine"]

#: Files of a control group with what it ran out of: of version 2, and two of version 1.
_COUNTS = ("memory.events", "memory.oom_control", "memory.failcnt")


def is_by_agent(error: DeviceError, keeper: Keeper, place: Place, *, sandboxed: bool, starved: bool) -> bool:
    """Whether programs of a desktop can have caused a failure: nothing shows that the machine did.

    Args:
        error: The failure.
        keeper: Started the desktop.
        place: The desktop's directory.
        sandboxed: Whether its first process is outside of the programs' reach.
        starved: Whether it got no processor when a deadline passed.
    """
    if isinstance(error, DeviceFaultError) or starved or not keeper.alive:
        return False
    if sandboxed and keeper.killed(place):
        return False
    return not any(killed_by_machine(Path(group)) for group in noted_groups(str(place.root)))


def killed_by_machine(group: Path) -> bool:
    """Whether the kernel killed a process of a control group for memory, though the group kept within its own limit."""
    counts: dict[str, int] = {}
    for file in _COUNTS:
        try:
            lines = (group / file).read_text().splitlines()
        except OSError:
            continue
        for line in lines:
            name, _, number = line.rpartition(" ")
            counts[name or "max"] = int(number)
    return counts.get("oom_kill", 0) > 0 and not counts.get("max", 0)
