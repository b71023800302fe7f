"""``omnigym tasks export``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Annotated

import typer

from omnigym.cli.console import counted, progress, stdout
from omnigym.cli.options import QueryArgument, SplitOption, SuiteOption, TasksOption, one_split, task_query
from omnigym.devices.config import build_device, device_config
from omnigym.tasks.omnibench.demonstrating import Demonstration, demonstrate
from omnigym.tasks.omnibench.folder import write_folder
from omnigym.tasks.suites import list_tasks
from omnigym.tasks.task import Task

__all__ = ["export"]


def export(
    query: QueryArgument = None,
    suite: SuiteOption = None,
    tasks: TasksOption = None,
    split: SplitOption = None,
    device: Annotated[str, typer.Option("--device", metavar="NAME", help="Only tasks that run on it.")] = "sim",
    demonstrations: Annotated[
        bool, typer.Option("--demonstrations", help="Write what the oracles do, too (C.2, C.5).")
    ] = False,
    output: Annotated[Path, typer.Option("-o", "--output", metavar="DIR", help="Where the files are written.")] = Path(
        "omnibench"
    ),
) -> None:
    """Write tasks as OmniBench's metadata (Appendix C), a JSON object a line; says what that cannot say.

    Each node has an entry with its parameters, so that the tasks are read back as they are.
    """
    chosen = list_tasks(task_query(suite, tasks, query), split=one_split(split), device=device)
    config = device_config(device)
    with closing(build_device(config)) if demonstrations else nullcontext() as made:
        play: Callable[[Task], Demonstration] | None = None
        if made is not None:
            here = made

            def play(task: Task) -> Demonstration:
                return demonstrate(task, here)

        with progress("Exporting", len(chosen)) as advance:
            lost = write_folder(_told(chosen, advance), output, play)
    console = stdout()
    for loss, count in sorted(lost.items(), key=lambda item: (-item[1], item[0]))[:20]:
        console.print(f"{counted(count, 'task')}: {loss}", markup=False, soft_wrap=True)
    console.print(f"{counted(len(chosen), 'task')} written to {output}.", markup=False, soft_wrap=True)


def _told(tasks: Sequence[Task], advance: Callable[[int, str], None]) -> Iterator[Task]:
    for task in tasks:
        yield task
        advance(1, task.id)
