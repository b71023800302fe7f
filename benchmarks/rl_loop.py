"""What a training loop sees: steps a CPU second with resets, beside `sim_step.py`'s rollout, and memory. Linux only.

    python benchmarks/rl_loop.py [--steps 3000] [--count 32] [--after 50] [--seed 0]

The loop is a masked random policy on element actions, on tasks of one action with everything varied, each episode of at
most ten steps: most of its time goes to resets and to screens that no cache has. The rollout beside it makes clicks and
keys on one long episode. Both are counted in processor time, so other work on the machine weighs little; each row is a
process of its own. Memory is that of a further environment after its reset and after some steps, as `further_env.py`
measures it.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from collections import deque
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from further_env import measure
from rich.console import Console
from rich.table import Table
from sim_step import rollout

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.garbage import spare_collector
from omnigym.wrappers import ElementActions

_LOOP: Mapping[str, Any] = {"tasks": "suite:hello level:1", "variation": "all", "split": "train", "max_steps": 10}
_LONG: Mapping[str, Any] = {"tasks": "suite:composed-2 nodes:5"}
_WINDOWS = "OmniBench-Win11-v0"
_SETUPS: Mapping[str, Mapping[str, Any]] = {
    "tree only": {"observation": "a11y"},
    "1024x768 screenshot and tree": {},
}


class Speed(NamedTuple):
    """Steps of a loop per second of processor time, and its episodes."""

    steps: float
    episodes: int


def loop(steps: int, seed: int, **kwargs: Any) -> Speed:
    """Play a masked random policy; resets count."""
    env = ElementActions(gymnasium.make(_WINDOWS, **_LOOP, **kwargs))
    env.action_space.seed(seed)
    _, info = env.reset(seed=seed)
    spare_collector()  # as `omnigym train` does
    episodes, begun = 0, time.process_time()
    for _ in range(steps):
        _, _, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"].view(np.int8)))
        if terminated or truncated:
            episodes += 1
            _, info = env.reset()
    spent = time.process_time() - begun
    env.close()
    return Speed(steps / spent, episodes)


def long_rollout(steps: int, seed: int, **kwargs: Any) -> float:
    """Steps a second of processor time of the clicks and keys of `sim_step.py`."""
    played = rollout(steps, seed, id=_WINDOWS, **_LONG, **kwargs)
    next(played)  # it makes the environment
    begun = time.process_time()
    deque(played, maxlen=0)
    return (steps - 1) / (time.process_time() - begun)


def main() -> None:
    """Measure each observation and print one table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--steps", type=int, default=3000, help="steps of each loop")
    parser.add_argument("--count", type=int, default=32, help="further environments of the measurement of memory")
    parser.add_argument("--after", type=int, default=50, help="steps of each further environment")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    table = Table(title="Simulated desktop, by processor time")
    columns = ("RL loop, steps/s", "episodes", "rollout, steps/s", "MB after reset", f"MB after {args.after} steps")
    for column in ("observation", *columns):
        table.add_column(column, justify="left" if column == "observation" else "right")
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=fresh, max_tasks_per_child=1) as pool:
        for name, kwargs in _SETUPS.items():
            seen = pool.submit(loop, args.steps, args.seed, **kwargs).result()
            beside = pool.submit(long_rollout, args.steps, args.seed, **kwargs).result()
            first, _, later, _ = pool.submit(
                measure, {"id": _WINDOWS, **kwargs}, args.count, args.after, args.seed
            ).result()
            table.add_row(
                name, f"{seen.steps:,.0f}", str(seen.episodes), f"{beside:,.0f}", f"{first:.1f}", f"{later:.1f}"
            )
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
