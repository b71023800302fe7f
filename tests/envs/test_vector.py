"""Environments in worker processes: what is left of them when they are closed."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import gymnasium
import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


def descriptors() -> list[str]:
    """What this process has open."""
    found = []
    for entry in os.listdir("/proc/self/fd"):
        try:
            found.append(os.readlink(f"/proc/self/fd/{entry}"))
        except OSError:  # the directory that was listed
            continue
    return sorted(found)


def children() -> set[str]:
    """The command lines of this process's children."""
    tasks = Path("/proc/self/task").glob("*/children")
    pids = {pid for task in tasks for pid in task.read_text().split()}
    return {Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode() for pid in pids}


def play_and_close() -> None:
    envs = gymnasium.vector.AsyncVectorEnv(
        [lambda: gymnasium.make("omnigym:OmniBench-Win11-v0", tasks="app:text_editor nodes:1")] * 2,
        context="forkserver",
    )
    envs.reset(seed=0)
    envs.step(envs.action_space.sample())
    envs.close()


def test_what_is_left_of_worker_processes_is_pythons_own_and_does_not_grow() -> None:
    """Arenas of shared memory, which the next ones are given, and the helpers that all worker processes share."""
    before, known = descriptors(), children()
    play_and_close()
    once = descriptors()
    new = [name for name in once if name not in before]
    assert all(name.startswith(("/dev/shm/pym-", "pipe:", "socket:")) for name in new), new
    assert sum(not name.startswith("/dev/shm/") for name in new) <= 4  # of the two helpers
    assert all("resource_tracker" in c or "forkserver" in c for c in children() - known)
    play_and_close()
    assert len(descriptors()) == len(once)
    assert all("resource_tracker" in c or "forkserver" in c for c in children() - known)
