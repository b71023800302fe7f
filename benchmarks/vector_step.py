"""How fast eight environments are at once, beside Gymnasium's own ways of it, in one run.

    python benchmarks/vector_step.py [--num-envs 8] [--blocks 7] [--steps 40] [--seed 0] [--workers N] [--only TEXT]

`gymnasium.make_vec` of an id of omnigym, `AsyncVectorEnv` (a process an environment) and `SyncVectorEnv` (no process)
make the same steps of the same environments: random element actions among those that the mask allows, on tasks of five
nodes, the last observation kept until the next. All three are there from the beginning and take turns of a few steps
each, so that they meet the same machine; the first turn is not counted. The table has medians over turns:

* **ms**: of a step of all environments, masks and infos included;
* **cpu ms**: processor time of all processes for it (Linux), which says more where a machine is shared: who has eight
  processes is given more of it than who has two;
* **ratio**: how many times as long the contestant takes as omnigym's, turn by turn.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.wrappers import ElementActions

_ID = "OmniBench-Win11-v0"
_TASK: dict[str, Any] = {
    "tasks": "suite:composed nodes:5",
    "max_steps": 200,
    "limits": {"max_idle_steps": 10**9},
}
_SETUPS: dict[str, dict[str, Any]] = {
    "tree only": {"observation": "a11y"},
    "320x240, screenshot and tree": {"screenshot_size": (320, 240)},
    "1024x768, screenshot and tree": {},
}
_TICK_S = 1 / os.sysconf("SC_CLK_TCK")


def _single(kwargs: dict[str, Any]) -> gymnasium.Env[Any, Any]:
    return ElementActions(gymnasium.make(_ID, **_TASK, **kwargs))


def _pids() -> set[int]:
    found = {os.getpid()}
    for tasks in Path("/proc/self/task").glob("*/children"):
        found |= {int(pid) for pid in tasks.read_text().split()}
    return found


def _cpu_s(pids: set[int]) -> float:
    """Processor time of processes so far."""
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks * _TICK_S


class Contestant:
    """A vector environment and its random agent: all contestants' agents do the same."""

    def __init__(self, make: Callable[[], gymnasium.vector.VectorEnv], seed: int) -> None:
        before = _pids()
        self.envs = make()
        self._pids = _pids() - before | {os.getpid()}
        self._rng = np.random.default_rng(seed)
        self._observation, self._info = self.envs.reset(seed=seed)
        self.done = 0

    def _masks(self) -> NDArray[np.bool_]:
        if "action_mask" in self._info:
            return self._info["action_mask"]
        return np.stack(self.envs.call("action_masks"))  # type: ignore[attr-defined]

    def turn(self, steps: int) -> tuple[float, float]:
        """Seconds of a step, and of the processor for it."""
        cpu, start = _cpu_s(self._pids), time.perf_counter()
        for _ in range(steps):
            actions = np.array([self._rng.choice(np.flatnonzero(mask)) for mask in self._masks()])
            self._observation, *_, self._info = self.envs.step(actions)
            self.done += 1
        return (time.perf_counter() - start) / steps, (_cpu_s(self._pids) - cpu) / steps


def contest(kwargs: dict[str, Any], args: argparse.Namespace) -> dict[str, list[tuple[float, float]]]:
    """The turns of each contestant, in the same order of turns."""
    makers = [partial(_single, kwargs)] * args.num_envs
    ours = partial(
        gymnasium.make_vec, _ID, args.num_envs, wrap=ElementActions, num_workers=args.workers, **_TASK, **kwargs
    )
    contestants = {
        "omnigym": Contestant(ours, args.seed),
        "async": Contestant(lambda: AsyncVectorEnv(makers), args.seed),
        "sync": Contestant(lambda: SyncVectorEnv(makers), args.seed),
    }
    turns: dict[str, list[tuple[float, float]]] = {name: [] for name in contestants}
    for number in range(args.blocks + 1):
        for name, contestant in contestants.items():
            took = contestant.turn(args.steps)
            if number:
                turns[name].append(took)
    for contestant in contestants.values():
        contestant.envs.close()
    return turns


def main() -> None:
    """Run all and print one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--num-envs", type=int, default=8)
    parser.add_argument("--blocks", type=int, default=7, help="turns of each")
    parser.add_argument("--steps", type=int, default=40, help="in a turn")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, help="of omnigym's; as many as cores unless given")
    parser.add_argument("--only", default="", metavar="TEXT", help="the rows whose name has this in it")
    args = parser.parse_args()
    table = Table(title=f"{args.num_envs} environments at once, on {os.cpu_count()} cores")
    for column in ("observation", "contestant", "ms", "cpu ms", "ratio", "cpu ratio"):
        table.add_column(column, justify="left" if column in ("observation", "contestant") else "right")
    for name, kwargs in _SETUPS.items():
        if args.only not in name:
            continue
        turns = contest(kwargs, args)
        for contestant, took in turns.items():
            ratios = [
                statistics.median(t[k] / max(own[k], 1e-9) for t, own in zip(took, turns["omnigym"], strict=True))
                for k in (0, 1)
            ]
            times = [statistics.median(t[k] for t in took) * 1e3 for k in (0, 1)]
            table.add_row(name, contestant, *(f"{t:.1f}" for t in times), *(f"{r:.2f}" for r in ratios))
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
