"""``omnigym tasks validate``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from omnigym.agents.endpoint import Endpoint
from omnigym.agents.model import PromptMessage
from omnigym.cli.console import print_table, progress, stdout, write_text
from omnigym.cli.options import QueryArgument, SplitOption, SuiteOption, TasksOption, one_split, task_query
from omnigym.errors import ConfigError, ModelAnswerError, TaskFileError
from omnigym.tasks.instruction_styles.reading import InstructionReader, TextReader, consistency
from omnigym.tasks.instruction_styles.writers import ROUNDS, Ask, ModelReader, ModelWriter, write_validated
from omnigym.tasks.suites import list_tasks
from omnigym.tasks.task import Task
from omnigym.tasks.task_file import dumps_line

__all__ = ["validate"]


def validate(
    query: QueryArgument = None,
    suite: SuiteOption = None,
    tasks: TasksOption = None,
    split: SplitOption = None,
    model: Annotated[
        str, typer.Option("--model", metavar="NAME", help="Have this model read, instead of the grammar backwards.")
    ] = "",
    url: Annotated[
        str, typer.Option("--url", metavar="URL", help="The model's endpoint, such as http://localhost:8000/v1.")
    ] = "",
    write: Annotated[bool, typer.Option("--write", help="Have the model write the instructions anew, too.")] = False,
    rounds: Annotated[
        int, typer.Option("--rounds", min=1, metavar="N", help="Rounds of writing an instruction.")
    ] = ROUNDS,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write the tasks that hold, a line each.")
    ] = None,
) -> None:
    """Check that instructions state their graphs (OmniBench B.4); exit code 1 if one does not.

    A reader who has the text and the subtasks in no order says what waits for what; that is compared with the graph.
    """
    ask = _asking(model, url, write)
    reader: InstructionReader = TextReader() if ask is None else ModelReader(ask)
    chosen = list_tasks(task_query(suite, tasks, query), split=one_split(split))
    held, faults = list[Task](), list[str]()
    with progress("Validating", len(chosen)) as advance:
        for task in chosen:
            try:
                told = write_validated(task, ModelWriter(ask), reader, rounds) if write and ask is not None else task
                fault = "" if write else consistency(told, reader).complaint
            except (ModelAnswerError, TaskFileError) as e:
                told, fault = task, str(e)
            if fault:
                faults.append(f"{task.id}: {fault}")
            else:
                held.append(told)
            advance(1, task.id)
    for fault in faults:
        stdout().print(fault, markup=False, soft_wrap=True)
    print_table(
        ("tasks", "consistent", "share"), [(str(len(chosen)), str(len(held)), f"{len(held) / len(chosen):.3f}")]
    )
    if output is not None:
        write_text(output, "".join(f"{dumps_line(task)}\n" for task in held))
    if faults:
        raise typer.Exit(1)


def _asking(model: str, url: str, write: bool) -> Ask | None:
    if bool(model) != bool(url):
        raise ConfigError("--model and --url belong together: the name of a model, and where it is asked.")
    if write and not model:
        raise ConfigError("--write has a model write the instructions. Name it: --model NAME --url URL")
    if not model:
        return None
    endpoint = Endpoint(model, url)
    return lambda text: endpoint.answer([PromptMessage("user", (text,))]).text
