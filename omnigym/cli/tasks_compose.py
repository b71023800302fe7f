"""``omnigym tasks compose``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from omnigym.cli.console import stdout, write_text
from omnigym.cli.options import SeedOption, SplitOption, one_split
from omnigym.errors import ConfigError, UnknownNameError
from omnigym.tasks.compose import compose as compose_task
from omnigym.tasks.native import dumps_task
from omnigym.tasks.shapes import shape as graph_of
from omnigym.tasks.subtask import Subtask, all_subtasks

__all__ = ["compose"]


def compose(
    nodes: Annotated[int, typer.Option("--nodes", min=1, metavar="N", help="How many subtasks.")] = 4,
    shape: Annotated[
        str,
        typer.Option("--shape", metavar="NAME", help="chain, fork, join, diamond, ladder, broom, comb or parallel."),
    ] = "chain",
    branches: Annotated[
        int, typer.Option("--branches", min=1, metavar="N", help="How many branches it has, if it has any.")
    ] = 2,
    apps: Annotated[str | None, typer.Option("--apps", metavar="A,B", help="Only subtasks of these apps.")] = None,
    device: Annotated[str, typer.Option("--device", metavar="NAME", help="Only subtasks that run on it.")] = "sim",
    split: SplitOption = None,
    seed: SeedOption = 0,
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write the task file.")] = None,
) -> None:
    """Compose a new task from subtasks whose resources fit together.

    Writes a task file, or prints it. The same arguments give the same task on every machine.
    """
    pool = _pool(apps, device)
    task = compose_task(graph_of(shape, nodes, branches), seed=seed, subtasks=pool, split=one_split(split))
    if output is None:
        typer.echo(dumps_task(task), nl=False)
        return
    write_text(output, dumps_task(task))
    stdout().print(f"{output}: {task.instruction}", markup=False, soft_wrap=True)


def _pool(apps: str | None, device: str) -> list[Subtask]:
    here = [s for s in all_subtasks() if device in s.devices]
    if not here:
        raise UnknownNameError("device", device, {d for s in all_subtasks() for d in s.devices})
    wanted = [a for a in (apps or "").split(",") if a]
    known = {s.app for s in here}
    for app in wanted:
        if app not in known:
            raise UnknownNameError("app", app, known)
    if apps is not None and not wanted:
        raise ConfigError(f"--apps names no app. Name some of {', '.join(sorted(known))}, or leave it out.")
    return [s for s in here if not wanted or s.app in wanted]
