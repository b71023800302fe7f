"""``omnigym train``."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Annotated

import typer

from omnigym.cli.console import progress, stdout
from omnigym.cli.options import (
    DeviceOption,
    EnvOption,
    SeedOption,
    SuiteOption,
    TasksOption,
    environment_ids,
    task_query,
)
from omnigym.errors import MissingDependencyError, UnknownNameError

__all__ = ["train"]


def train(
    env: EnvOption = "OmniBench-Win11-v0",
    device: DeviceOption = None,
    suite: SuiteOption = None,
    tasks: TasksOption = None,
    steps: Annotated[int, typer.Option("--steps", min=1, metavar="N", help="Environment steps in all.")] = 20_480,
    envs: Annotated[int, typer.Option("--envs", min=1, metavar="N", help="Environments that step side by side.")] = 16,
    seed: SeedOption = 0,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="DIR", help="Directory for the model and the learning curve.")
    ] = Path("runs/train"),
) -> None:
    """Train the PPO baseline on the training parameters of the tasks.

    It acts on accessibility nodes (masked) and reads the accessibility arrays, so nothing is painted. Evaluate what
    it learned on parameters that it has not seen:

        omnigym evaluate --agent ppo:runs/train/model.zip --split heldout
    """
    if env not in environment_ids():
        raise UnknownNameError("environment", env, environment_ids())
    try:
        ppo = importlib.import_module("omnigym.baselines.ppo")
    except ModuleNotFoundError as e:
        raise MissingDependencyError(str(e.name), "Training", "pip install 'omnigym[train]'") from None
    config = ppo.TrainConfig(
        env_id=env, device=device, tasks=task_query(suite, tasks), steps=steps, n_envs=envs, seed=seed, out=out
    )
    with progress("Training", config.work) as advance:
        model = ppo.train(config, lambda n: advance(n, ""))
    stdout().print(f"Model: {model}", markup=False, soft_wrap=True)
