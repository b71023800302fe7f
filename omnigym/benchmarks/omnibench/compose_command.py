"""Commands that make tasks: compose them, generate datasets, export them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Annotated

import typer

from omnigym.benchmarks.omnibench.folder import write_folder
from omnigym.benchmarks.omnibench.synthesis.composition import Composer, Demands
from omnigym.benchmarks.omnibench.synthesis.composition.folder_writer import fill_folder
from omnigym.benchmarks.omnibench.synthesis.dataset.dataset_reader import FILE, Shelf
from omnigym.benchmarks.omnibench.synthesis.dataset.generating import generate
from omnigym.benchmarks.omnibench.synthesis.dataset.recipe import COUNT, DatasetRecipe
from omnigym.benchmarks.omnibench.synthesis.dataset.statistics import statistics
from omnigym.benchmarks.omnibench.synthesis.dataset.trajectories import write_trajectories
from omnigym.benchmarks.omnibench.trajectories import TrajectoryDemonstration, demonstrate
from omnigym.cli.console import count_of, print_table, progress, stdout, write_text
from omnigym.cli.options import QueryArgument, SeedOption, SplitOption, SuiteOption, TasksOption, one_split, task_query
from omnigym.devices.config import build_device, device_config
from omnigym.errors import ConfigError, UnknownNameError
from omnigym.tasks.complexity import shape as graph_of
from omnigym.tasks.compose import compose as compose_task
from omnigym.tasks.proofs.workers import processors
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.suites import list_tasks
from omnigym.tasks.task import Task
from omnigym.tasks.task_file import dumps_task

# -- ``omnigym tasks compose`` ----------------------------------------------------------------------------------------

_LEVEL = "easy, medium, hard, a number or a range such as 3-5"


def compose(
    nodes: Annotated[str | None, typer.Option("--nodes", metavar="N", help="Number of subtasks; by default 4.")] = None,
    shape: Annotated[
        str | None,
        typer.Option("--shape", metavar="NAME", help="chain, fork, join, diamond, ladder, broom, comb or parallel."),
    ] = None,
    branches: Annotated[
        int, typer.Option("--branches", min=1, metavar="N", help="Number of branches, of a shape that has any.")
    ] = 2,
    count: Annotated[
        int | None, typer.Option("-n", "--count", min=1, metavar="N", help="Number of tasks, each of an intent.")
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
    stdout().print(f"{output}: {count_of(count or 1, 'task')}", markup=False, soft_wrap=True)


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


# -- ``omnigym tasks generate`` ---------------------------------------------------------------------------------------

_SUITES = ("omnibench",)


def generate_tasks(
    suite: Annotated[str, typer.Option("--suite", metavar="NAME", help="The suite; there is omnibench.")] = _SUITES[0],
    count: Annotated[int, typer.Option("-n", "--count", min=1, metavar="N", help="Number of tasks.")] = COUNT,
    seed: SeedOption = 0,
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FILE", help="The file of the dataset, by default in this folder.")
    ] = Path(FILE),
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
    """Generate a proved dataset of composed tasks (OmniBench 3.2).

    The same seed gives the same file, byte for byte, for any number of processes. An interrupted generation goes on
    where it stopped: what was made and proved is in two journals beside the file.
    """
    if suite not in _SUITES:
        raise UnknownNameError("suite to generate", suite, _SUITES)
    with progress("Generating", count) as advance:
        made = generate(
            output,
            count=count,
            recipe=DatasetRecipe(seed, suite),
            config=None if unproved else device_config("sim"),
            once=not each,
            workers=workers or processors(),
            progress=advance,
        )
    refused = ", ".join(f"{n:,} {why}" for why, n in made.refused.most_common()) or "none"
    what = f"{count_of(made.tasks, 'task')} of {made.drawn:,} candidates and {made.classes:,} compositions"
    stdout().print(f"{what}; not kept: {refused}.", highlight=False)
    shelf = Shelf(output)
    print_table(("statistics", suite, "OmniBench"), statistics(shelf))
    if trajectories is not None:
        with progress("Recording", len(shelf)) as advance:
            for task in write_trajectories(shelf, trajectories, device_config("sim")):
                advance(1, task.id)


# -- ``omnigym tasks export`` -----------------------------------------------------------------------------------------


def export(
    query: QueryArgument = None,
    suite: SuiteOption = None,
    tasks: TasksOption = None,
    split: SplitOption = None,
    device: Annotated[str, typer.Option("--device", metavar="NAME", help="Only tasks that run on it.")] = "sim",
    demonstrations: Annotated[
        bool, typer.Option("--demonstrations", help="Write what the oracles do, too (C.2, C.5).")
    ] = False,
    output: Annotated[Path, typer.Option("-o", "--output", metavar="DIR", help="Output directory.")] = Path(
        "omnibench"
    ),
) -> None:
    """Write tasks as OmniBench's metadata (Appendix C), one JSON object per line, and list data that it cannot express.

    Each node has an entry with its parameters, so that the tasks are read back as they are.
    """
    chosen = list_tasks(task_query(suite, tasks, query), split=one_split(split), device=device)
    config = device_config(device)
    with closing(build_device(config)) if demonstrations else nullcontext() as made:
        play: Callable[[Task], TrajectoryDemonstration] | None = None
        if made is not None:
            here = made

            def play(task: Task) -> TrajectoryDemonstration:
                return demonstrate(task, here)

        with progress("Exporting", len(chosen)) as advance:
            lost = write_folder(_told(chosen, advance), output, play)
    console = stdout()
    for loss, count in sorted(lost.items(), key=lambda item: (-item[1], item[0]))[:20]:
        console.print(f"{count_of(count, 'task')}: {loss}", markup=False, soft_wrap=True)
    console.print(f"{count_of(len(chosen), 'task')} written to {output}.", markup=False, soft_wrap=True)


def _told(tasks: Sequence[Task], advance: Callable[[int, str], None]) -> Iterator[Task]:
    for task in tasks:
        yield task
        advance(1, task.id)
