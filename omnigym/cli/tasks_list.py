"""``omnigym tasks list``."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.table import Table

from omnigym.cli.console import STDOUT, escape, stdout, write_json
from omnigym.cli.options import (
    ListJsonOption,
    QueryArgument,
    SplitOption,
    SuiteOption,
    TasksOption,
    one_split,
    task_query,
)
from omnigym.tasks.split import split_of
from omnigym.tasks.suites import list_tasks as select_tasks
from omnigym.tasks.task import Task

__all__ = ["list_tasks"]


def list_tasks(
    query: QueryArgument = None,
    suite: SuiteOption = None,
    tasks: TasksOption = None,
    split: SplitOption = None,
    device: Annotated[str, typer.Option("--device", metavar="NAME", help="Those that run on this device.")] = "",
    count: Annotated[bool, typer.Option("--count", help="Print how many they are, and nothing else.")] = False,
    json: ListJsonOption = False,
) -> None:
    """List the tasks: all of them, or those of a suite or a query.

    In a pipe each is a line of its own, with tabs between the columns: id, nodes, apps, devices, split, instruction.
    """
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
