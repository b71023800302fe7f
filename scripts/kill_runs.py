"""Kill an evaluation at random moments, resume it each time, and see that the report is the same as without.

Run from the repository: ``python scripts/kill_runs.py [KILLS] [EPISODES]``, by default 20 kills of 120 episodes.
"""

from __future__ import annotations

import contextlib
import random
import subprocess
import sys
import tempfile
from pathlib import Path

OPTIONS = ("--tasks", "suite:one-node", "--agent", "oracle", "--record", "--workers", "2")
#: A process is killed up to so many episodes after it began, and then up to so many seconds later.
MOST, LATER = 5, 0.5


def evaluate(*arguments: object) -> subprocess.Popen[bytes]:
    """`omnigym evaluate` in a process of its own."""
    command = [sys.executable, "-m", "omnigym.cli", "evaluate", *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL)


def lines(run: Path) -> int:
    """How many episodes have ended."""
    path = run / "episodes.jsonl"
    return path.read_bytes().count(b"\n") if path.exists() else 0


def kill(process: subprocess.Popen[bytes], run: Path, chance: random.Random) -> None:
    """Kill it at some moment, if it does not end before."""
    until = lines(run) + chance.randint(0, MOST)
    with contextlib.suppress(subprocess.TimeoutExpired):
        while lines(run) < until:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(0.01)
                return
        process.wait(chance.uniform(0, LATER))
    process.kill()
    process.wait()


def main(kills: int = 20, episodes: int = 120) -> None:
    """Play, kill, resume, compare."""
    chance = random.Random(0)
    with tempfile.TemporaryDirectory() as folder:
        whole, killed = Path(folder, "whole"), Path(folder, "killed")
        if evaluate(*OPTIONS, "--episodes", episodes, "--out", whole).wait():
            raise SystemExit("The run that nobody killed failed.")
        for number in range(1, kills + 1):
            begun = (killed / "run.json").exists()
            more = (
                ("--resume", killed, "--workers", 2) if begun else (*OPTIONS, "--episodes", episodes, "--out", killed)
            )
            kill(evaluate(*more), killed, chance)
            print(f"kill {number}: {lines(killed)} of {episodes} episodes", flush=True)
        if evaluate("--resume", killed, "--workers", 2).wait():
            raise SystemExit("The run could not be resumed.")
        same = (whole / "report.json").read_bytes() == (killed / "report.json").read_bytes()
        recorded = [len(list((run / "trajectories").iterdir())) for run in (whole, killed)]
        print(f"report: {'the same, byte for byte' if same else 'ANOTHER'}; recordings: {recorded}")
        if not same or recorded[0] != recorded[1]:
            raise SystemExit(1)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
