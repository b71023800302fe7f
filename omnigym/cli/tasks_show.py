"""Commands that show tasks: their list, one of them, and the schema of task files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from omnigym.cli.console import STDOUT, escape, stdout, write_json
from omnigym.cli.graph_view import draw
from omnigym.cli.options import (
    ListJsonOption,
    OSWorldVersionOption,
    QueryArgument,
    SplitOption,
    SuiteOption,
    TasksOption,
    one_split,
    task_query,
)
from omnigym.discovery import resolve
from omnigym.errors import ConfigError
from omnigym.manifest import manifests
from omnigym.tasks import subtask_file
from omnigym.tasks.complexity import DIMENSIONS, complexity_of, level
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.schema import json_schema
from omnigym.tasks.split import split_of
from omnigym.tasks.suites import list_tasks as select_tasks
from omnigym.tasks.suites import load_task
from omnigym.tasks.task import Task

# -- ``omnigym tasks list`` -------------------------------------------------------------------------------------------


def list_tasks(
    query: QueryArgument = None,
    suite: SuiteOption = None,
    tasks: TasksOption = None,
    split: SplitOption = None,
    device: Annotated[str, typer.Option("--device", metavar="NAME", help="Those that run on this device.")] = "",
    count: Annotated[bool, typer.Option("--count", help="Print how many they are, and nothing else.")] = False,
    json: ListJsonOption = False,
    osworld: Annotated[
        Path | None, typer.Option("--osworld", metavar="DIR", help="The census of OSWorld's task files in a folder.")
    ] = None,
    osworld_version: OSWorldVersionOption = None,
    tried: Annotated[
        bool, typer.Option("--try", help="With --osworld: reset each file, and print those that score at the start.")
    ] = False,
) -> None:
    """List the tasks: all of them, or those of a suite or a query.

    In a pipe each is a line of its own, with tabs between the columns: id, nodes, apps, devices, split, instruction.
    With `--osworld DIR` the census of task files of OSWorld is printed: how many run on which device, and why the
    others do not. With `--json` that is said of each file, with every reason. With `--try` each file that runs is
    reset, and those that score before anything is done are printed.
    """
    if (tried or osworld_version is not None) and osworld is None:
        raise ConfigError("--try and --osworld-version are about the files of a folder. Name it with --osworld DIR.")
    if osworld is not None:
        if suite or tasks or query or split or device or count:
            raise ConfigError("--osworld DIR lists the files of a folder. Give no query, split, device or --count.")
        resolve(next(f.census for m in manifests() for f in m.folders if f.name == "osworld"))(
            osworld, json, tried=tried, **({} if osworld_version is None else {"version": osworld_version})
        )
        return
    found = select_tasks(task_query(suite, tasks, query), split=one_split(split), device=device)
    if count:
        typer.echo(len(found))
    elif json:
        write_json(STDOUT, [_plain(t) for t in found])
    elif sys.stdout.isatty():
        _table(found)
    else:
        for t in found:
            typer.echo("\t".join(" ".join(cell.split()) for cell in _row(t)))
    if not (count or json):
        for manifest in manifests():
            if manifest.summary:
                resolve(manifest.summary)(found)


def _row(t: Task) -> tuple[str, ...]:
    return t.id, str(len(t.nodes)), ", ".join(t.apps), ", ".join(sorted(t.devices)), split_of(t), t.instruction


def _plain(t: Task) -> dict[str, object]:
    lists = {"apps": list(t.apps), "devices": sorted(t.devices), "tags": list(t.tags)}
    about = {"suite": t.suite, "nodes": [n.subtask for n in t.nodes], "split": split_of(t)}
    return {"id": t.id, **about, **lists, "instruction": t.instruction}


def _table(found: tuple[Task, ...]) -> None:
    table = Table(caption=f"{len(found)} tasks", caption_justify="left")
    for heading in ("task", "nodes", "apps", "devices", "split", "instruction"):
        table.add_column(heading, overflow="fold", justify="right" if heading == "nodes" else "left")
    for t in found:
        table.add_row(*map(escape, _row(t)))
    stdout().print(table)


# -- ``omnigym tasks show`` -------------------------------------------------------------------------------------------

#: A larger graph is no picture any more.
_DRAWN_NODES, _DRAWN_EDGES = 64, 128


def show(
    task: Annotated[
        str, typer.Argument(metavar="TASK", help="The id of a task or of a subtask, or the path of a task file.")
    ],
) -> None:
    """Show one task: its instruction, its graph, its nodes and its complexity (OmniBench, Table 2)."""
    subtask = next((s for s in all_subtasks(None) if s.id == task), None)
    t = load_task(task if subtask is None else f"{task}@0")
    console = stdout()
    if subtask is not None and len(subtask.parameters) > 1:
        last = len(subtask.parameters) - 1
        console.print(f"The first of {last + 1} parameter sets, {task}@0 to {task}@{last}:\n", markup=False)
    console.print(f"[bold]{escape(t.id)}[/]  {split_of(t)}, on {', '.join(sorted(t.devices)) or 'no device'}")
    console.print(escape(t.instruction))
    console.print()
    nodes, edges = len(t.expanded_dag.ids), len(t.expanded_dag.edges)
    if nodes > _DRAWN_NODES or edges > _DRAWN_EDGES:
        console.print(f"A graph of {nodes} nodes and {edges} edges: too large to be drawn.\n")
    else:
        _draw(t)
    console.print(_nodes(t))
    numbers = zip(DIMENSIONS, complexity_of(t), strict=True)
    console.print("Complexity: " + ", ".join(f"{name} {n} ({level(name, n)})" for name, n in numbers))


def _draw(t: Task) -> None:
    console = stdout()
    names = {i: b.subtask.id for i, (b, _) in t.parts.items()}
    boxes = {i: [i, name] if i != name else [i] for i, name in names.items()}
    console.print(draw(boxes, t.expanded_dag.edges), markup=False, no_wrap=True, overflow="ignore", crop=False)
    console.print()


def _nodes(task: Task) -> Table:
    table = Table()
    for heading in ("node", "after", "app", "instruction", "weight"):
        table.add_column(heading, overflow="fold", justify="right" if heading == "weight" else "left")
    dag, said = task.expanded_dag, set()
    for i in dag.order:
        node, part = task.parts[dag.ids[i]]
        after = ", ".join(dag.ids[p] for p in dag.predecessors[i])
        instruction = "" if node.id in said else node.instruction  # once, however many parts it has
        said.add(node.id)
        table.add_row(*map(escape, (part.id, after, part.app, instruction, f"{dag.weights[i]:.3f}")))
    return table


# -- ``omnigym tasks schema`` -----------------------------------------------------------------------------------------


def schema(
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FILE", help="Write it here; by default it is printed.")
    ] = STDOUT,
    subtasks: Annotated[
        bool, typer.Option("--subtasks", help="That of files of subtasks, with verbs and words.")
    ] = False,
) -> None:
    """Print the JSON schema of task files, for editors: fields, checks, setup steps, platforms."""
    write_json(output, subtask_file.json_schema() if subtasks else json_schema())
