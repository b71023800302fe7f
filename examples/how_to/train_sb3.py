"""MaskablePPO of Stable-Baselines3 contrib on eight simulated desktops, from nothing; saved and evaluated."""

from __future__ import annotations

from pathlib import Path

import gymnasium
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecMonitor

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.baselines.agent import make_agent
from omnigym.baselines.evaluate import run_episodes
from omnigym.baselines.sb3_ppo import PointerPolicy, PointerView, pointer_kwargs
from omnigym.baselines.vec_env import SB3VecEnv
from omnigym.evaluation.report import summarise

ID, TASKS = "OmniBench-Win11-v0", {"tasks": "suite:hello level:1", "variation": "all", "observation": "a11y"}


def main(
    steps: int = 15_000, num_envs: int = 8, rollout: int = 32, episodes: int = 20, out: Path = Path("model.zip")
) -> float:
    """Train, save, and return the success rate on held-out tasks."""
    envs = gymnasium.make_vec(ID, num_envs, wrap=PointerView, autoreset_mode="SameStep", split="train", **TASKS)
    model = MaskablePPO(
        PointerPolicy,
        VecMonitor(SB3VecEnv(envs)),
        policy_kwargs=pointer_kwargs(envs),
        n_steps=rollout,
        batch_size=128,
        n_epochs=4,
        learning_rate=2e-3,
        gamma=0.95,
        gae_lambda=0.9,
        ent_coef=0.01,
        target_kl=0.05,
        verbose=1,
    )
    model.learn(steps)
    model.save(out)
    model.env.close()
    # the file is a pickle, so loading it executes its author's code: trust=True allows that
    agent = make_agent(f"sb3:{out}", trust=True)
    env = gymnasium.make(ID, split="heldout", **TASKS)
    report = summarise(list(run_episodes(env, agent, episodes=episodes)))
    return float(report["success_rate"])


if __name__ == "__main__":
    print(f"success rate on held-out tasks: {main():.2f}")
