"""Stable-Baselines3's own policy on ranked elements: ``MaskablePPO("MultiInputPolicy")``, from nothing, evaluated."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecMonitor

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.baselines.agent import make_agent
from omnigym.baselines.evaluate import run_episodes
from omnigym.baselines.vec_env import SB3VecEnv
from omnigym.evaluation.report import summarise
from omnigym.wrappers import RankedElements

ID, TASKS = "OmniBench-Win11-v0", {"tasks": "suite:hello level:1", "variation": "all", "observation": "a11y"}


def train(
    steps: int = 10_000,
    num_envs: int = 8,
    rollout: int = 32,
    *,
    seed: int = 0,
    stop: Callable[[], bool] = lambda: False,
    **arguments: Any,
) -> MaskablePPO:
    """Train on so many steps, or until ``stop()``; further arguments are those of ``make_vec``."""
    made = {**TASKS, "split": "train", "wrap": RankedElements, **arguments}
    envs = gymnasium.make_vec(ID, num_envs, autoreset_mode="SameStep", num_workers=1, **made)
    model = MaskablePPO(
        "MultiInputPolicy",
        VecMonitor(SB3VecEnv(envs)),
        n_steps=rollout,
        batch_size=128,
        n_epochs=4,
        learning_rate=2e-3,
        gamma=0.95,
        gae_lambda=0.9,
        ent_coef=0.01,
        target_kl=0.05,
        seed=seed,
        device="cpu",
    )
    model.learn(steps, callback=lambda *_: not stop())
    model.env.close()
    return model


def main(
    steps: int = 10_000, num_envs: int = 8, rollout: int = 32, episodes: int = 64, out: Path = Path("ranked.zip")
) -> dict[str, float]:
    """Train, save, and return the success rates on held-out tasks, of the model and of the controls."""
    train(steps, num_envs, rollout).save(out)
    rates = {}
    # the file is a pickle, so loading it executes its author's code: trust=True allows that
    for name in (f"sb3:{out}", "first_rank", "first_rank:turn", "random:ranked"):
        env = gymnasium.make(ID, split="heldout", **TASKS)
        report = summarise(list(run_episodes(env, make_agent(name, trust=True), episodes)))
        rates[name] = float(report["success_rate"])
    return rates


if __name__ == "__main__":
    print(main())
