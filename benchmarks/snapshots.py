"""What a snapshot of an environment costs, beside other ways back to a moment: all in CPU time of this process.

    python benchmarks/snapshots.py --steps 20

A way is there and back: keep the moment, come back to it, and observe it. Each is told as a ratio to the first.
"""

from __future__ import annotations

import argparse
import copy
import statistics
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.envs.snapshots import Snapshot
from omnigym.wrappers import ElementActions


def _seconds(call: Callable[[], object], times: int) -> float:
    """The median of a call's CPU time, of several rounds."""
    rounds = []
    for _ in range(7):
        began = time.process_time()
        for _ in range(times):
            call()
        rounds.append((time.process_time() - began) / times)
    return statistics.median(rounds)


def measure(env_id: str, steps: int) -> None:
    """Print the costs after so many random steps."""
    env = ElementActions(gymnasium.make(env_id, observation="a11y", reward="progress"))
    base: Any = env.unwrapped
    rng, actions = np.random.default_rng(0), []
    env.reset(seed=0)
    for _ in range(steps):
        actions.append(int(rng.choice(np.flatnonzero(env.action_masks()))))
        if any(env.step(actions[-1])[2:4]):
            break
    kept = base.snapshot()

    def replay() -> None:
        env.reset(seed=0)
        for action in actions:
            env.step(action)

    def there_and_back() -> None:
        base.restore(base.snapshot())

    def deep() -> None:
        copied = {}  # what is plain, and no code
        copy.deepcopy(kept.device.registers, copied)
        base.restore(kept)

    one = _seconds(there_and_back, 20)
    rows = [
        ("snapshot alone", _seconds(base.snapshot, 500)),
        ("device.restore alone", _seconds(lambda: base.device.restore(kept.device), 500)),
        ("snapshot and restore, observed", one),
        ("the same as bytes", _seconds(lambda: base.restore(Snapshot.from_bytes(bytes(base.snapshot()))), 1)),
        ("the same by copy.deepcopy", _seconds(deep, 1)),
        (f"reset and {len(actions)} steps again", _seconds(replay, 1)),
    ]
    print(f"{env_id} after {len(actions)} steps, screen not painted")
    for name, seconds in rows:
        print(f"  {name:34} {seconds * 1e6:10.1f} us   x {seconds / one:8.3f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--steps", type=int, default=20)
    given = parser.parse_args()
    for name in ("OmniBench-Win11-v0", "OmniBench-Android-v0"):
        measure(name, given.steps)
