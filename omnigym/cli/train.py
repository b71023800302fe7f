"""``omnigym train``."""

from __future__ import annotations

import dataclasses
import importlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from omnigym.cli.console import error_line, progress, stdout
from omnigym.cli.options import (
    DeviceOption,
    EnvOption,
    SeedOption,
    SuiteOption,
    TasksOption,
    environment_ids,
    task_query,
)
from omnigym.cli.stopping import stop_on_signals
from omnigym.errors import ConfigError, MissingDependencyError, UnknownNameError

if TYPE_CHECKING:
    from omnigym.baselines._checkpoint import Saved
    from omnigym.baselines._config import TrainConfig

__all__ = ["train"]

#: What a checkpoint says itself.
_FIXED = ("env", "device", "suite", "tasks", "envs", "seed")


def train(
    context: typer.Context,
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
    checkpoint_every: Annotated[
        int, typer.Option("--checkpoint-every", min=1, metavar="N", help="Write the model after every N steps.")
    ] = 10_240,
    resume: Annotated[
        Path | None,
        typer.Option("--resume", metavar="PATH", help="Go on from this model.safetensors, and write next to it."),
    ] = None,
) -> None:
    """Train the PPO baseline on the training parameters of the tasks.

    It acts on accessibility nodes (masked) and reads the accessibility arrays, so nothing is painted. Evaluate what
    it learned on parameters that it has not seen:

        omnigym evaluate --agent ppo:runs/train/model.safetensors --split heldout

    Ctrl-C and SIGTERM write what was learned; --resume goes on, with the same tasks, seed and learning curve.
    """
    try:
        ppo = importlib.import_module("omnigym.baselines.ppo")
    except ModuleNotFoundError as e:
        raise MissingDependencyError(str(e.name), "Training", "pip install 'omnigym[train]'") from None
    given = {name for name in context.params if _is_given(context, name)}
    saved = None
    if resume is None:
        query = task_query(suite, tasks)
        config = ppo.TrainConfig(env_id=env, device=device, tasks=query, n_envs=envs, seed=seed, out=out)
        given |= {"steps", "checkpoint_every"}
    else:
        saved = ppo.read_checkpoint(resume)
        config = _resumed(saved, given, out if "out" in given else resume.parent)
    changed = {"steps": steps, "checkpoint_every": checkpoint_every}
    config = dataclasses.replace(config, **{name: value for name, value in changed.items() if name in given})
    if config.env_id not in environment_ids():
        raise UnknownNameError("environment", config.env_id, environment_ids())
    console = stdout()
    if saved is not None:
        console.print(
            f"Going on with {config.env_id}, {config.tasks or 'all tasks'}: {saved.checkpoint.steps} of {config.steps} "
            "steps are done.",
            markup=False,
            soft_wrap=True,
        )
    with stop_on_signals() as stop, progress("Training", config.work) as advance:
        model = ppo.train(config, lambda n: advance(n, ""), stop=stop, resume=saved)
    if not stop():
        console.print(f"Model: {model}", markup=False, soft_wrap=True)
        return
    if model is not None:
        error_line(InterruptedError(f"Interrupted. Go on with: omnigym train --resume {model}"))
    else:
        error_line(InterruptedError("Interrupted before anything was learned: there is nothing to go on from."))
    raise typer.Exit(stop.exit_code)


def _is_given(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _resumed(saved: Saved, given: set[str], out: Path) -> TrainConfig:
    """The configuration of a run that goes on."""
    twice = [f"--{name}" for name in _FIXED if name in given]
    if twice:
        raise ConfigError(f"{', '.join(twice)} cannot be given with --resume: the checkpoint says it. Leave it out.")
    config = saved.checkpoint.config
    if config.env_options:
        raise ConfigError(
            f"This run had env_options={dict(config.env_options)!r}, which the command line does not take from a file. "
            "Go on in a program: train(config, resume=read_checkpoint(path))."
        )
    return dataclasses.replace(config, out=out)
