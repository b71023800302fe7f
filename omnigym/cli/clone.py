"""``omnigym clone``."""

from __future__ import annotations

import dataclasses
import importlib
from pathlib import Path
from typing import Annotated

import typer

from omnigym.baselines.transfer import FOR_ELSEWHERE
from omnigym.cli.console import error_line, progress, stdout
from omnigym.cli.options import (
    DeviceOption,
    EnvOption,
    SeedOption,
    SuiteOption,
    TasksOption,
    environment_ids,
    size_of_text,
    task_query,
)
from omnigym.cli.stopping import stop_on_signals
from omnigym.errors import MissingDependencyError, UnknownNameError

__all__ = ["clone"]

#: Steps in a gradient step where pixels are seen: what a step costs is its cells, and more gradient steps learn more.
_PIXELS_BATCH = 16


def clone(
    env: EnvOption = "OmniBench-Win11-v0",
    device: DeviceOption = None,
    suite: SuiteOption = None,
    tasks: TasksOption = None,
    data: Annotated[
        list[str] | None,
        typer.Option("--data", metavar="SET", help="Learn from recorded episodes: a Minari set, or directories."),
    ] = None,
    pixels: Annotated[
        bool, typer.Option("--pixels", help="Look at the screenshot alone, not at the accessibility tree.")
    ] = False,
    size: Annotated[
        str, typer.Option("--size", metavar="WxH", help="Size of that screenshot; multiples of --cell.")
    ] = "256x192",
    cell: Annotated[
        int, typer.Option("--cell", min=1, metavar="N", help="Side in pixels of a cell, the unit of pointing.")
    ] = 8,
    batch: Annotated[int | None, typer.Option("--batch", min=1, metavar="N", help="Steps in a gradient step.")] = None,
    epochs: Annotated[
        int | None, typer.Option("--epochs", min=1, metavar="N", help="Passes over the demonstrations.")
    ] = None,
    width: Annotated[int, typer.Option("--width", min=4, metavar="N", help="Width of the network's vectors.")] = 64,
    reader: Annotated[
        str, typer.Option("--reader", metavar="NAME", help="Text encoder: minilm, pretrained on English.")
    ] = "",
    reworded: Annotated[
        float | None,
        typer.Option(
            "--reworded", min=0, max=1, metavar="SHARE", help="Share of demonstrations with a rephrased instruction."
        ),
    ] = None,
    chains: Annotated[
        int, typer.Option("--chains", min=0, metavar="N", help="Chains of two for each task, learned from as well.")
    ] = 0,
    elsewhere: Annotated[
        bool,
        typer.Option("--elsewhere", help="Learn for desktops that are not seen: names, whole paths, changed screens."),
    ] = False,
    visible: Annotated[bool, typer.Option("--visible", help="Read no text of a node under another window.")] = False,
    click_only: Annotated[
        bool, typer.Option("--click-only", help="Act by clicks, wheel and typing alone; see clicks:DEVICE.")
    ] = False,
    controls: Annotated[
        float,
        typer.Option("--controls", min=0, max=1, metavar="SHARE", help="Share of shortcuts done by menus and buttons."),
    ] = 0.0,
    processes: Annotated[
        int, typer.Option("--processes", min=1, metavar="N", help="Processes in which the oracle plays.")
    ] = 2,
    seed: SeedOption = 0,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="DIR", help="Directory for the model; runs/clone by default.")
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option("--resume", metavar="PATH", help="Go on from this model.safetensors, and write next to it."),
    ] = None,
) -> None:
    """Clone the oracles on the training parameters of the tasks, in node actions.

    Evaluate what it learned on parameters that it has not seen:

        omnigym evaluate --agent clone:runs/clone/model.safetensors --tasks nodes:1 --split heldout

    With --pixels it looks at the screenshot and points at cells of it, and with --data the recordings need screenshots
    instead of trees.

    With --elsewhere a clone of the simulated Ubuntu plays the real desktop:

        omnigym clone --env Crab-Ubuntu-v0 --device ubuntu --elsewhere --out runs/elsewhere

    With --data they come from `omnigym record --trees`, with or without --minari, or `omnigym play --record`.

    The model is written after every epoch. --resume goes on from the last, with the same tasks and seed.
    """
    try:
        learner = importlib.import_module("omnigym.baselines.clone")
    except ModuleNotFoundError as e:
        raise MissingDependencyError(str(e.name), "Training", "pip install 'omnigym[train]'") from None
    saved = None
    if resume is None:
        chosen = {"tasks": task_query(suite, tasks) or "nodes:1", "width": width, "processes": processes, "seed": seed}
        chosen |= {"chains": chains, "reader": reader} | ({} if reworded is None else {"reworded": reworded})
        chosen |= {"visible": visible, "click_only": click_only, "controls": controls}
        chosen |= FOR_ELSEWHERE if elsewhere else {}
        seen = {"observation": "pixels", "screen": size_of_text(size), "cell": cell} if pixels else {}
        config = learner.CloneConfig(env_id=env, device=device, data=tuple(data or ()), **chosen, **seen)
        config = dataclasses.replace(config, batch=batch or (_PIXELS_BATCH if pixels else config.batch))
    else:
        saved = learner.read_clone(resume)
        config = saved.document.config
    config = dataclasses.replace(
        config, epochs=epochs or config.epochs, out=out or (config.out if resume is None else resume.parent)
    )
    if config.env_id not in environment_ids():
        raise UnknownNameError("environment", config.env_id, environment_ids())
    with stop_on_signals() as stop, progress("Cloning", config.epochs) as advance:
        model = learner.train(
            config, lambda _, right: advance(1, f"{right:.0%} of the actions are likely"), stop=stop, resume=saved
        )
    if not stop():
        stdout().print(f"Model: {model}", markup=False, soft_wrap=True)
        return
    what = f"Go on with: omnigym clone --resume {model}" if model else "Not one epoch was finished."
    error_line(InterruptedError(f"Interrupted. {what}"))
    raise typer.Exit(stop.exit_code)
