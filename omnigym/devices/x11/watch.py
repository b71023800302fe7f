"""Watching what a desktop takes of the machine, where no control group bounds it.

The supervisor runs this by itself, so nothing is imported but the standard library.
"""

from __future__ import annotations

import contextlib
import os
import signal

__all__ = ["keep_within"]

#: Memory is not filled faster than this, in bytes a second; and a look comes no sooner and no later than this.
_FILL_RATE = 8 << 30
_SOONEST, _LATEST = 0.02, 0.25


def keep_within(pid: int, disk: str, memory: int, processes: int) -> float:
    """Kill the largest processes of a desktop that takes too much, or all if there are too many.

    This is for desktops that no control group bounds. Memory that no process maps is not seen.

    Args:
        pid: The desktop's first process.
        disk: Its disk, as it is seen through that process.
        memory: The most it may take, in bytes.
        processes: The most that there may be, threads counted.

    Returns:
        In how many seconds the next look is due.
    """
    todo, sizes, threads = [pid], {}, 0
    while todo:
        process = todo.pop()
        with contextlib.suppress(OSError, ValueError):  # it has ended meanwhile
            tasks = os.listdir(f"/proc/{process}/task")
            threads += len(tasks)
            for task in tasks:
                with open(f"/proc/{process}/task/{task}/children") as f:
                    todo += map(int, f.read().split())
            with open(f"/proc/{process}/status") as f:
                words = [line.split() for line in f if line.startswith(("RssAnon:", "RssShmem:"))]
            sizes[process] = sum(int(word[1]) << 10 for word in words)
    used = sum(sizes.values())
    with contextlib.suppress(OSError):
        found = os.statvfs(disk)
        used += (found.f_blocks - found.f_bfree) * found.f_frsize
    if threads > processes:
        sizes = {pid: 0}
    elif used <= memory:
        return min(max((memory - used) / _FILL_RATE, _SOONEST), _LATEST)
    for process in sorted(sizes, key=sizes.__getitem__, reverse=True):
        if threads <= processes and used <= memory // 2:  # they grow while they die
            break
        with contextlib.suppress(OSError):
            os.kill(process, signal.SIGKILL)
        used -= sizes[process]
    return _SOONEST
