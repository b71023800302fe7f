"""``omnigym tasks compose``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from omnigym.cli.console import counted, progress, stdout, write_text
from omnigym.cli.options import SeedOption, SplitOption, one_split
from omnigym.errors import ConfigError, UnknownNameError
from omnigym.tasks.compose import compose as compose_task
from omnigym.tasks.native import dumps_task
from omnigym.tasks.proving import processors
from omnigym.tasks.shapes import shape as graph_of
from omnigym.tasks.subtask import Subtask, all_subtasks
from omnigym.tasks.synthesis.composition import Composer, Demands
from omnigym.tasks.synthesis.composition.filling import fill_folder
from omnigym.tasks.task import Task

__all__ = ["compose"]

_LEVEL = "easy, medium, hard, a number or a range such as 3-5"


def compose(
    nodes: Annotated[str | None, typer.Option("--nodes", metavar="N", help="How many subtasks; by default 4.")] = None,
    shape: Annotated[
        str | None,
        typer.Option("--shape", metavar="NAME", help="chain, fork, join, diamond, ladder, broom, comb or parallel."),
    ] = None,
    branches: Annotated[
        int, typer.Option("--branches", min=1, metavar="N", help="How many branches the shape has, if it has any.")
    ] = 2,
    count: Annotated[
        int | None, typer.Option("-n", "--count", min=1, metavar="N", help="How many tasks, each of an intent.")
    ] = None,
    scenario: Annotated[
        list[str] | None, typer.Option("--scenario", metavar="NAME", help="Only this one; may be given several times.")
    ] = None,
    dependency: Annotated[str | None, typer.Option("--dependency", metavar="LEVEL", help=f"Edges: {_LEVEL}.")] = None,
    instruction: Annotated[str | None, typer.Option("--instruction", metavar="LEVEL", help="Nodes.")] = None,
    knowledge: Annotated[str | None, typer.Option("--knowledge", metavar="LEVEL", help="Categories of apps.")] = None,
    hierarchy: Annotated[str | None, typer.Option("--hierarchy", metavar="LEVEL", help="Depth.")] = None,
    branch: Annotated[str | None, typer.Option("--branch", metavar="LEVEL", help="Width.")] = None,
    apps: Annotated[str | None, typer.Option("--apps", metavar="A,B", help="Only subtasks of these apps.")] = None,
    device: Annotated[str, typer.Option("--device", metavar="NAME", help="Only subtasks that run on it.")] = "sim",
    split: SplitOption = None,
    seed: SeedOption = 0,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, metavar="N", help="Processes; by default one for each processor.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="PATH", help="The task file, or with -n the folder of them."),
    ] = None,
) -> None:
    """Compose new tasks from subtasks whose resources fit together.

    With -n, a scenario or a level: tasks that somebody would want, each about one intent (OmniBench B.3), of the
    complexities that are asked for. Else one task of a given shape, about anything. The same arguments give the same
    tasks on every machine, and a folder that was begun is finished.
    """
    pool = _pool(apps, device)
    levels = {
        "dependency": dependency,
        "instruction": instruction,
        "knowledge": knowledge,
        "hierarchy": hierarchy,
        "branch": branch,
    }
    if count is None and not scenario and not any(levels.values()):
        number = _whole(nodes or "4")
        dag = graph_of(shape or "chain", number, branches)
        _show(compose_task(dag, seed=seed, subtasks=pool, split=one_split(split)), output)
        return
    if shape is not None:
        raise ConfigError("--shape is for one task of that shape. Leave out -n, --scenario and the levels, or --shape.")
    composer = Composer(
        seed,
        Demands.of(None, nodes=nodes, **levels),
        tuple(scenario or ()),
        pool=tuple(s.id for s in pool),
        split=one_split(split),
        prefix=f"composed-{seed}",
    )
    if output is None:
        for task in composer.tasks(count or 1):
            _show(task, None)
        return
    with progress("Composing", count or 1) as advance:
        for task in fill_folder(output, composer, count or 1, workers or processors()):
            advance(1, task.intent)
    stdout().print(f"{output}: {counted(count or 1, 'task')}", markup=False, soft_wrap=True)


def _whole(nodes: str) -> int:
    if not nodes.isdecimal() or int(nodes) < 1:
        raise ConfigError(f"--nodes should be a number from 1 on for a task of a shape, got {nodes!r}.")
    return int(nodes)


def _show(task: Task, output: Path | None) -> None:
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
