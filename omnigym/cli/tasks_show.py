"""``omnigym tasks show``."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from omnigym.cli.console import escape, stdout
from omnigym.cli.graph_view import draw
from omnigym.tasks.complexity import DIMENSIONS, complexity_of, level
from omnigym.tasks.split import split_of
from omnigym.tasks.subtask import all_subtasks
from omnigym.tasks.suites import load_task
from omnigym.tasks.task import Task

__all__ = ["show"]

#: A larger graph is no picture any more.
_DRAWN_NODES, _DRAWN_EDGES = 64, 128


def show(
    task: Annotated[
        str, typer.Argument(metavar="TASK", help="The id of a task or of a subtask, or the path of a task file.")
    ],
) -> None:
    """Show one task: its instruction, its graph, its nodes and how complex it is (OmniBench, Table 2)."""
    subtask = next((s for s in all_subtasks(None) if s.id == task), None)
    t = load_task(task if subtask is None else f"{task}@0")
    console = stdout()
    if subtask is not None and len(subtask.parameters) > 1:
        last = len(subtask.parameters) - 1
        console.print(f"The first of {last + 1} parameter sets, {task}@0 to {task}@{last}:\n", markup=False)
    console.print(f"[bold]{escape(t.id)}[/]  {split_of(t)}, on {', '.join(sorted(t.devices)) or 'no device'}")
    console.print(escape(t.instruction))
    console.print()
    nodes, edges = len(t.expanded.ids), len(t.expanded.edges)
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
    console.print(draw(boxes, t.expanded.edges), markup=False, no_wrap=True, overflow="ignore", crop=False)
    console.print()


def _nodes(task: Task) -> Table:
    table = Table()
    for heading in ("node", "after", "app", "instruction", "weight"):
        table.add_column(heading, overflow="fold", justify="right" if heading == "weight" else "left")
    dag, said = task.expanded, set()
    for i in dag.order:
        node, part = task.parts[dag.ids[i]]
        after = ", ".join(dag.ids[p] for p in dag.predecessors[i])
        instruction = "" if node.id in said else node.instruction  # once, however many parts it has
        said.add(node.id)
        table.add_row(*map(escape, (part.id, after, part.app, instruction, f"{dag.weights[i]:.3f}")))
    return table
