"""How much faster several workers evaluate than one, and what they cost besides: ``python benchmarks/workers.py [N]``.

Plays the oracle on N episodes (by default 400) of the one-node suite, by one process and by four. Wall time is what a
person waits for, and tells something on a machine that does nothing else; processor time is told by a busy one, too:
what it grows by is what the workers cost, and its share is a bound on the speedup.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import subprocess
import sys
import time

OPTIONS = ("--tasks", "suite:one-node", "--agent", "oracle", "--json", os.devnull)

#: Linux: what loses its parent becomes this process's child, whose processor time can be known then.
_SUBREAPER = 36


def measure(workers: int, episodes: int) -> tuple[float, float]:
    """Wall time and processor time of an evaluation, in seconds."""
    command = [sys.executable, "-m", "omnigym.cli", "evaluate", *OPTIONS]
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([*command, "--episodes", str(episodes), "--workers", str(workers)], check=True)
    wall = time.perf_counter() - begun
    with contextlib.suppress(ChildProcessError):
        while True:  # the process from which the workers were copied, and what it has reaped
            os.wait()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(episodes: int = 400) -> None:
    """Print the table."""
    ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)
    cores = os.cpu_count() or 1
    print(f"{episodes} episodes of the oracle, one-node suite, {cores} cores")
    print(f"{'workers':>8} {'wall s':>8} {'CPU s':>8} {'speedup':>8} {'CPU bound':>10}")
    first: tuple[float, float] | None = None
    for workers in (1, 2, 4):
        wall, cpu = measure(workers, episodes)
        first = first or (wall, cpu)
        bound = first[1] / cpu * min(workers, cores)
        print(f"{workers:>8} {wall:>8.1f} {cpu:>8.1f} {first[0] / wall:>8.2f} {bound:>10.2f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
