"""Ctrl-C, sent to a real process: one line, the stated exit code, what was recorded kept, nothing left running."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from omnigym.recording import find_trajectories, read_trajectory

# As a terminal's programs have it; a runner in the background may hand down that SIGINT is ignored.
MAIN = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); import omnigym.cli; omnigym.cli.main()"


def below(pid: int) -> set[int]:
    """The processes below a process."""
    found = set()
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            found |= {child} | below(child)
    return found


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize(
    ("env_id", "device"),
    [("OmniBench-Win11-v0", "sim"), pytest.param("OmniBench-Linux-v0", "x11", marks=pytest.mark.x11)],
)
def test_ctrl_c_is_one_line_and_keeps_what_was_recorded(env_id: str, device: str, tmp_path: Path) -> None:
    options = ("--env", env_id, "--device", device, "--suite", "one-node", "--episodes", "5000", "--out", tmp_path)
    process = subprocess.Popen(
        [sys.executable, "-c", MAIN, "record", *options], stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        while len(list(tmp_path.iterdir())) < 3:
            assert process.poll() is None
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(0.1)
        processes = below(process.pid)
        os.killpg(process.pid, signal.SIGINT)  # a terminal sends it to the whole group
        _, stderr = process.communicate()
    finally:
        process.kill()
    assert (process.returncode, stderr) == (130, "error: Interrupted.\n")
    while any(Path(f"/proc/{pid}").exists() for pid in processes):  # all end; a machine may take its time
        os.sched_yield()
    assert all(read_trajectory(path).steps for path in find_trajectories(tmp_path)[:2])
