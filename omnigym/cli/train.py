"""``omnigym train``."""

from __future__ import annotations

import dataclasses
import importlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

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
from omnigym.cli.stopping import Stop, stop_on_signals
from omnigym.errors import ConfigError, MissingDependencyError, UnknownNameError

if TYPE_CHECKING:
    from omnigym.baselines._config import TrainConfig
    from omnigym.baselines._run_file import Run
    from omnigym.baselines.clone import Saved

__all__ = ["train"]

#: What a run's file says itself.
_FIXED = ("env", "device", "suite", "tasks", "begin", "seed")


def train(
    context: typer.Context,
    env: EnvOption = "OmniBench-Win11-v0",
    device: DeviceOption = None,
    suite: SuiteOption = None,
    tasks: TasksOption = None,
    begin: Annotated[
        Path | None,
        typer.Option(
            "--from", metavar="PATH", help="The clone to begin with; without it the oracles are cloned first."
        ),
    ] = None,
    steps: Annotated[
        int | None, typer.Option("--steps", min=1, metavar="N", help="Environment steps to learn from, in all.")
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Any other field of TrainConfig; may be given again."),
    ] = None,
    seed: SeedOption = 0,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="DIR", help="Directory for the model and the learning curve.")
    ] = Path("runs/train"),
    resume: Annotated[
        Path | None,
        typer.Option("--resume", metavar="PATH", help="Go on from this run.safetensors, and write next to it."),
    ] = None,
) -> None:
    """Train a clone further, by PPO that stays near it, on the training parameters of the tasks.

    What comes of it is never below the clone: where nothing was better, it is the clone. Evaluate it on parameters
    that it has not seen:

        omnigym evaluate --agent ppo:runs/train/model.safetensors --tasks nodes:1 --split heldout

    Ctrl-C and SIGTERM keep the best; --resume goes on, with the same tasks, seed and learning curve.
    """
    try:
        ppo = importlib.import_module("omnigym.baselines.ppo")
        cloning = importlib.import_module("omnigym.baselines.clone")
    except ModuleNotFoundError as e:
        raise MissingDependencyError(str(e.name), "Training", "pip install 'omnigym[train]'") from None
    given = {name for name in context.params if _is_given(context, name)}
    run: Run | None = None
    if resume is None:
        config = ppo.TrainConfig(env_id=env, device=device, tasks=task_query(suite, tasks) or "nodes:1", seed=seed)
        config = dataclasses.replace(config, out=out)
    else:
        twice = ["--" + {"begin": "from"}.get(name, name) for name in _FIXED if name in given]
        if twice:
            raise ConfigError(f"{', '.join(twice)} cannot be given with --resume: the run says it. Leave it out.")
        run = ppo.read_run(resume)
        config = dataclasses.replace(run.document.config, out=out if "out" in given else resume.parent)
    config = _changed(config, [*(settings or ()), *([f"steps={steps}"] if steps else ())])
    if config.env_id not in environment_ids():
        raise UnknownNameError("environment", config.env_id, environment_ids())
    with stop_on_signals() as stop:
        start: Saved | Run = run or cloning.read_clone(begin or _cloned(cloning, config, stop))
        if run is not None:
            text = (
                f"Going on with {config.env_id}, {config.tasks}: {run.document.steps} of {config.steps} steps are done."
            )
            stdout().print(text, markup=False, soft_wrap=True)
        with progress("Training", config.steps) as advance:
            model = ppo.train(config, start, advance, stop=stop)
    if stop():
        text = (
            f"Interrupted. {model} is the best so far. Go on with: omnigym train --resume {config.out}/run.safetensors"
        )
        error_line(InterruptedError(text))
        raise typer.Exit(stop.exit_code)
    stdout().print(f"Model: {model}", markup=False, soft_wrap=True)


def _is_given(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _changed(config: TrainConfig, settings: list[str]) -> TrainConfig:
    """The configuration with fields as they are given on the command line."""
    changes: dict[str, Any] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals or name == "out":
            raise ConfigError(f"--set takes NAME=VALUE, such as learning_rate=1e-4, got {setting!r}.")
        changes[name] = value
    return config.changed(changes)


def _cloned(cloning: Any, config: TrainConfig, stop: Stop) -> Path:
    """Clone the oracles on the same tasks."""
    same = {name: getattr(config, name) for name in ("env_id", "device", "tasks", "split", "seed", "processes")}
    told = cloning.CloneConfig(**same, out=config.out / "clone")
    with progress("Cloning", told.epochs) as advance:
        model: Path | None = cloning.train(
            told, lambda _, right: advance(1, f"{right:.0%} of the actions are likely"), stop=stop
        )
    if not stop() and model is not None:
        return model
    more = f"Go on with: omnigym clone --resume {model}, then omnigym train --from {model}" if model else ""
    error_line(InterruptedError(f"Interrupted while cloning. {more}".strip()))
    raise typer.Exit(stop.exit_code)
