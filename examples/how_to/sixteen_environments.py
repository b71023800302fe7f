"""Sixteen desktops at once, a few in each process; masks come with the batch."""

from __future__ import annotations

import time

import gymnasium
import numpy as np

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.wrappers import ElementActions


def main(steps: int = 200, num_envs: int = 16) -> int:
    """Play random possible actions, and return how many episodes ended."""
    envs = gymnasium.make_vec(
        "OmniBench-Win11-v0", num_envs, wrap=ElementActions, tasks="suite:one-node", observation="a11y", max_steps=30
    )
    rng, ended = np.random.default_rng(0), 0
    _, info = envs.reset(seed=0)
    begun = time.perf_counter()
    for _ in range(steps):
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in info["action_mask"]])
        _, _, terminated, truncated, info = envs.step(actions)
        ended += int((terminated | truncated).sum())
    print(f"{steps * num_envs / (time.perf_counter() - begun):.0f} steps/s, {ended} episodes")
    envs.close()
    return ended


if __name__ == "__main__":
    main()
