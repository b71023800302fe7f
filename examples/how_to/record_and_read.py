"""An episode recorded step by step, and read again."""

from __future__ import annotations

from pathlib import Path

import gymnasium

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.actions import Press, Type
from omnigym.recording import read_trajectory
from omnigym.wrappers import RecordTrajectory


def main(folder: Path = Path("runs/recorded")) -> list[str]:
    """Record three steps, read them, and return what was done."""
    env = RecordTrajectory(gymnasium.make("OmniBench-Win11-v0", tasks="suite:one-node"), folder, trees=True)
    env.reset(seed=0)
    for action in (Press("meta"), Type("notepad"), Press("enter")):
        env.step(action)
    env.close()

    episode = read_trajectory(env.path)
    print(episode.meta["instruction"])
    for n, step in enumerate(episode.steps):
        frame, tree = episode.frame(n), episode.tree(n)  # before the step; n + 1 is after it
        print(n, step.action, step.reward, frame.shape, len(tree), step.info["coverage_rate"])
    return [type(step.action).__name__ for step in episode.steps]


if __name__ == "__main__":
    main()
