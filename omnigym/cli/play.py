"""``omnigym play``."""

from __future__ import annotations

import contextlib
import importlib
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from omnigym.cli.console import stdout
from omnigym.cli.options import (
    DeviceOption,
    DisturbancesOption,
    ParametersOption,
    SeedOption,
    SplitOption,
    SuiteOption,
    TasksOption,
    VariationOption,
    make_environment,
    task_query,
)
from omnigym.errors import MissingDependencyError
from omnigym.tasks.suites import load_task
from omnigym.wrappers.record_trajectory import RecordTrajectory

if TYPE_CHECKING:
    from omnigym.play.player import Player

__all__ = ["play"]

_PORT = 8642
#: A person makes more and smaller steps than an agent: each character that is typed may be one.
_MAX_STEPS = 100_000


def play(
    env: Annotated[str, typer.Argument(metavar="ENV_ID", help="The environment's id.")] = "OmniBench-Win11-v0",
    task: Annotated[
        str | None, typer.Option("--task", metavar="TASK", help="The first task: its id, or the path of a task file.")
    ] = None,
    tasks: TasksOption = None,
    suite: SuiteOption = None,
    split: SplitOption = None,
    device: DeviceOption = None,
    disturbances: DisturbancesOption = False,
    variation: VariationOption = "none",
    parameters: ParametersOption = None,
    seed: SeedOption = 0,
    max_steps: Annotated[
        int, typer.Option("--max-steps", min=1, metavar="N", help="The step limit; by default hardly any.")
    ] = _MAX_STEPS,
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="DIR", help="Record every episode here, as omnigym record --trees does."),
    ] = None,
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, metavar="N", help="Where the page is; 0 for any free port.")
    ] = _PORT,
    browser: Annotated[bool, typer.Option("--browser", help="Open the page in the default browser too.")] = False,
) -> None:
    """Do tasks yourself: a page with the desktop, for mouse and keyboard, and the task beside it.

    The page is for this machine's browser alone. The parts of the task light up when they are done; each gesture is one
    step, and what is recorded is what an agent would have done. Ctrl+C ends it.
    """
    try:
        server = importlib.import_module("omnigym.play.server")
    except ModuleNotFoundError as e:
        raise MissingDependencyError(str(e.name), "omnigym play", "pip install 'omnigym[play]'") from None
    player = importlib.import_module("omnigym.play.player")

    def make_player() -> Player:
        first = load_task(task) if task is not None else None
        environment = make_environment(
            env,
            device,
            task_query(suite, tasks),
            split,
            observation="pixels",
            max_steps=max_steps,
            disturbances=disturbances or None,
            variation=variation,
            parameters=parameters,
        )
        recorded = environment if record is None else RecordTrajectory(environment, record, trees=True)
        made: Player = player.Player(recorded, seed, first)
        return made

    with server.Server(make_player, port) as running:
        stdout().print(f"{running.url}  (Ctrl+C ends it)", markup=False, soft_wrap=True)
        if browser:
            webbrowser.open(running.url)
        with contextlib.suppress(KeyboardInterrupt):
            running.run()
