"""What one more simulated device costs: memory and processor time of each further environment in a process. Linux only.

    python benchmarks/further_env.py [--count 32] [--steps 50] [--seed 0]

Each row is a process of its own. It makes and resets one environment, which loads fonts, tasks and caches, then
``--count`` more, which stay open. The columns are means of these: the growth of resident memory (``VmRSS``) and the
processor time of ``gymnasium.make`` and the first ``reset``; then both again after ``--steps`` random steps of each.
"""

from __future__ import annotations

import argparse
import gc
import multiprocessing
import time
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from rich.console import Console
from rich.table import Table
from sim_step import hits

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.spaces import encode_action

_SETUPS: Mapping[str, Mapping[str, Any]] = {
    "desktop, 1024x768 screenshot and tree": {"id": "OmniBench-Win11-v0"},
    "desktop, 320x240 screenshot and tree": {"id": "OmniBench-Win11-v0", "screenshot_size": (320, 240)},
    "desktop, tree only": {"id": "OmniBench-Win11-v0", "observation": "a11y"},
    "Ubuntu, tree only": {"id": "OmniBench-Linux-v0", "device": "sim", "observation": "a11y"},
    "phone, tree only": {"id": "OmniBench-Android-v0", "observation": "a11y"},
}


def resident() -> float:
    """Return this process's resident memory in MB (10^6 bytes)."""
    gc.collect()
    (line,) = (line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) * 1024 / 1e6


def measure(kwargs: Mapping[str, Any], count: int, steps: int, seed: int) -> tuple[float, float, float, float]:
    """Return MB and milliseconds a further environment after its reset, then MB and milliseconds a step after steps."""

    def made(number: int) -> gymnasium.Env:
        env = gymnasium.make(**kwargs)
        env.reset(seed=seed + number)
        return env

    kept = [made(0)]
    play(kept, steps, seed)
    memory, clock = resident(), time.process_time()
    kept += [made(number) for number in range(1, count + 1)]
    spent, grown = time.process_time() - clock, resident() - memory
    clock = time.process_time()
    play(kept[1:], steps, seed)
    stepped, played = time.process_time() - clock, resident() - memory
    return grown / count, spent / count * 1e3, played / count, stepped / (count * steps) * 1e3


def play(envs: list[gymnasium.Env], steps: int, seed: int) -> None:
    """Make random clicks and keys in each environment."""
    rng = np.random.default_rng(seed)
    for env in envs:
        for _ in range(steps):
            *_, terminated, truncated, _ = env.step(encode_action(hits(env.unwrapped.a11y(), rng)))  # type: ignore[attr-defined]
            if terminated or truncated:
                env.reset()


def main() -> None:
    """Measure each setup in a fresh process and print one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=32, help="further environments")
    parser.add_argument("--steps", type=int, default=50, help="random steps of each")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    table = Table(title=f"Each of {args.count} further environments in one process")
    columns = ("environment", "MB", "make and reset, ms of CPU", f"MB after {args.steps} steps", "step, ms of CPU")
    for column in columns:
        table.add_column(column, justify="left" if column == "environment" else "right")
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=fresh, max_tasks_per_child=1) as pool:
        for name, kwargs in _SETUPS.items():
            found = pool.submit(measure, kwargs, args.count, args.steps, args.seed).result()
            table.add_row(name, *(f"{value:.1f}" for value in found))
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
