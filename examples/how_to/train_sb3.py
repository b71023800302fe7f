"""MaskablePPO of Stable-Baselines3 contrib on eight simulated desktops, saved and played."""

from __future__ import annotations

from pathlib import Path

import gymnasium
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecMonitor

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.baselines.agent import make_agent
from omnigym.baselines.evaluate import run_episodes
from omnigym.baselines.vec_env import SB3VecEnv
from omnigym.evaluation.report import summarise
from omnigym.wrappers import ElementActions


def main(
    steps: int = 100_000, num_envs: int = 8, rollout: int = 128, episodes: int = 20, out: Path = Path("model.zip")
) -> float:
    """Train, save, and return the coverage rate on parameters that training never saw."""
    arguments = {"tasks": "suite:one-node app:calculator", "observation": "a11y", "max_steps": 20}
    envs = gymnasium.make_vec(
        "OmniBench-Win11-v0", num_envs, wrap=ElementActions, autoreset_mode="SameStep", split="train", **arguments
    )
    model = MaskablePPO("MultiInputPolicy", VecMonitor(SB3VecEnv(envs)), n_steps=rollout, verbose=1)
    model.learn(steps)
    model.save(out)
    model.env.close()
    # the file is a pickle, so playing it is running its author's code: trust=True says that this is wanted
    agent = make_agent(f"sb3:{out}", trust=True)
    env = gymnasium.make("OmniBench-Win11-v0", split="heldout", **arguments)
    report = summarise(list(run_episodes(env, agent, episodes=episodes)))
    return float(report["coverage_rate"])


if __name__ == "__main__":
    print(f"coverage rate on held-out parameters: {main():.2f}")
