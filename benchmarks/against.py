"""The same rollout by two checkouts of omnigym, in turns, so that both meet the same machine.

A worker process imports omnigym from its checkout and makes so many steps whenever it is told to; between its turns it
waits, so that the two never share a processor.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

__all__ = ["compare", "serve"]

#: Steps in a turn: long enough that a turn's mean has slow steps in it, short enough that the machine stays the same.
_TURN = 250


def serve(rollout: Iterator[tuple[float, float]]) -> None:
    """Be a worker: for each number read from the input, make so many steps and print their seconds as a JSON list."""
    for line in sys.stdin:
        sys.stdout.write(json.dumps([took for took, _ in islice(rollout, int(line))]) + "\n")
        sys.stdout.flush()


def _worker(script: str, checkout: Path, setup: dict[str, Any], seed: int) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(checkout)}
    argv = [sys.executable, script, "--worker", json.dumps(setup), "--seed", str(seed)]
    return subprocess.Popen(argv, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def _turn(worker: subprocess.Popen[str], steps: int) -> list[float]:
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write(f"{steps}\n")
    worker.stdin.flush()
    answer = worker.stdout.readline()
    if not answer:
        raise SystemExit("A checkout could not make the rollout; what it said is above.")
    times: list[float] = json.loads(answer)
    return times


def compare(
    script: str, checkouts: Sequence[Path], setup: dict[str, Any], seed: int, steps: int
) -> tuple[list[float], list[float], float]:
    """Both checkouts' step times in seconds, and the median over turns of their ratio of means (first by second).

    Args:
        script: The benchmark's file; with ``--worker SETUP`` it calls `serve`.
        checkouts: Two directories that hold a package ``omnigym``.
        setup: Arguments of `gymnasium.make`.
        seed: Of the rollout.
        steps: Of each checkout.
    """
    workers = [_worker(script, checkout.resolve(), setup, seed) for checkout in checkouts]
    try:
        for worker in workers:
            _turn(worker, _TURN)  # caches fill in the first one, which is not counted
        times: tuple[list[float], list[float]] = ([], [])
        ratios = []
        for number in range(-(-steps // _TURN)):
            turn = [[], []]  # type: list[list[float]]
            for which in (0, 1) if number % 2 else (1, 0):  # neither is always the first
                turn[which] = _turn(workers[which], _TURN)
                times[which].extend(turn[which])
            ratios.append(statistics.fmean(turn[0]) / statistics.fmean(turn[1]))
        return *times, statistics.median(ratios)
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()
