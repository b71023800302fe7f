"""``omnigym tasks generate``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from omnigym.cli.console import counted, print_table, progress, stdout
from omnigym.cli.options import SeedOption
from omnigym.devices.config import device_config
from omnigym.errors import UnknownNameError
from omnigym.tasks.proving import processors
from omnigym.tasks.synthesis.dataset.generating import generate
from omnigym.tasks.synthesis.dataset.recipe import COUNT, Recipe
from omnigym.tasks.synthesis.dataset.shelf import SHIPPED, Shelf
from omnigym.tasks.synthesis.dataset.statistics import statistics
from omnigym.tasks.synthesis.dataset.trajectories import write_trajectories

__all__ = ["generate_tasks"]

_SUITES = ("omnibench",)


def generate_tasks(
    suite: Annotated[str, typer.Option("--suite", metavar="NAME", help="The suite; there is omnibench.")] = _SUITES[0],
    count: Annotated[int, typer.Option("-n", "--count", min=1, metavar="N", help="How many tasks.")] = COUNT,
    seed: SeedOption = 0,
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FILE", help="The file of the dataset; by default omnigym's own.")
    ] = SHIPPED,
    each: Annotated[
        bool,
        typer.Option("--each", help="Prove every task, not only one of each composition; takes six times as long."),
    ] = False,
    unproved: Annotated[bool, typer.Option("--unproved", help="Prove nothing.")] = False,
    trajectories: Annotated[
        Path | None, typer.Option("--trajectories", metavar="DIR", help="Write what the oracles do, a file a task.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, metavar="N", help="Processes; by default one for each processor.")
    ] = None,
) -> None:
    """Generate a dataset of composed tasks, proved (OmniBench 3.2).

    The same seed gives the same file, byte for byte, for any number of processes. An interrupted generation goes on
    where it stopped: what was made and proved is in two journals beside the file.
    """
    if suite not in _SUITES:
        raise UnknownNameError("suite to generate", suite, _SUITES)
    with progress("Generating", count) as advance:
        made = generate(
            output,
            count=count,
            recipe=Recipe(seed, suite),
            config=None if unproved else device_config("sim"),
            once=not each,
            workers=workers or processors(),
            progress=advance,
        )
    refused = ", ".join(f"{n:,} {why}" for why, n in made.refused.most_common()) or "none"
    what = f"{counted(made.tasks, 'task')} of {made.drawn:,} candidates and {made.classes:,} compositions"
    stdout().print(f"{what}; not kept: {refused}.", highlight=False)
    shelf = Shelf(output)
    print_table(("statistics", suite, "OmniBench"), statistics(shelf))
    if trajectories is not None:
        with progress("Recording", len(shelf)) as advance:
            for task in write_trajectories(shelf, trajectories, device_config("sim")):
                advance(1, task.id)
