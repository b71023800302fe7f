"""``omnigym tasks list``."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from omnigym.cli.console import escape, stdout
from omnigym.cli.options import SplitOption, SuiteOption, TasksOption, one_split, task_query
from omnigym.tasks.split import split_of
from omnigym.tasks.suites import list_tasks as select_tasks

__all__ = ["list_tasks"]


def list_tasks(
    suite: SuiteOption = None,
    tasks: TasksOption = None,
    split: SplitOption = None,
    device: Annotated[str, typer.Option("--device", metavar="NAME", help="Those that run on this device.")] = "",
    count: Annotated[bool, typer.Option("--count", help="Print how many they are, and nothing else.")] = False,
) -> None:
    """List the tasks: all of them, or those of a suite or a query."""
    found = select_tasks(task_query(suite, tasks), split=one_split(split), device=device)
    if count:
        typer.echo(len(found))
        return
    table = Table(caption=f"{len(found)} tasks", caption_justify="left")
    for heading in ("task", "nodes", "apps", "devices", "split", "instruction"):
        table.add_column(heading, overflow="fold", justify="right" if heading == "nodes" else "left")
    for t in found:
        row = (t.id, str(len(t.nodes)), ", ".join(t.apps), ", ".join(sorted(t.devices)), split_of(t), t.instruction)
        table.add_row(*map(escape, row))
    stdout().print(table)
