"""``omnigym tasks show``."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from omnigym.cli.console import escape, stdout
from omnigym.cli.graph_view import draw
from omnigym.tasks.complexity import DIMENSIONS, complexity_of, level
from omnigym.tasks.split import split_of
from omnigym.tasks.suites import load_task
from omnigym.tasks.task import Task

__all__ = ["show"]

#: A larger graph is no picture any more.
_DRAWN_NODES, _DRAWN_EDGES = 64, 128


def show(task: Annotated[str, typer.Argument(metavar="TASK", help="A task's id, or the path of a task file.")]) -> None:
    """Show one task: its instruction, its graph, its nodes and how complex it is (OmniBench, Table 2)."""
    t = load_task(task)
    console = stdout()
    console.print(f"[bold]{escape(t.id)}[/]  {split_of(t)}, on {', '.join(sorted(t.devices)) or 'no device'}")
    console.print(escape(t.instruction))
    console.print()
    if len(t.nodes) > _DRAWN_NODES or len(t.edges) > _DRAWN_EDGES:
        console.print(f"A graph of {len(t.nodes)} nodes and {len(t.edges)} edges: too large to be drawn.\n")
    else:
        _draw(t)
    console.print(_nodes(t))
    numbers = zip(DIMENSIONS, complexity_of(t), strict=True)
    console.print("Complexity: " + ", ".join(f"{name} {n} ({level(name, n)})" for name, n in numbers))


def _draw(t: Task) -> None:
    console = stdout()
    boxes = {n.id: [n.id, t.bound[n.id].subtask.id] if n.id != n.subtask else [n.id] for n in t.nodes}
    console.print(draw(boxes, t.edges), markup=False, no_wrap=True, overflow="ignore", crop=False)
    console.print()


def _nodes(task: Task) -> Table:
    table = Table()
    for heading in ("node", "after", "app", "instruction", "weight"):
        table.add_column(heading, overflow="fold", justify="right" if heading == "weight" else "left")
    for i in task.dag.order:
        node = task.bound[task.dag.ids[i]]
        after = ", ".join(task.dag.ids[p] for p in task.dag.predecessors[i])
        table.add_row(*map(escape, (node.id, after, node.subtask.app, node.instruction, f"{task.dag.weights[i]:.3f}")))
    return table
