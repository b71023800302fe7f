"""``omnigym tasks verify``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from omnigym.cli.console import STDOUT, count_of, progress, stdout, write_json
from omnigym.cli.options import (
    JsonOption,
    QueryArgument,
    SplitOption,
    SuiteOption,
    TasksOption,
    VariationOption,
    one_split,
    task_query,
)
from omnigym.devices.config import device_config
from omnigym.envs.arguments import variation_of
from omnigym.tasks.proofs.variation import Starts
from omnigym.tasks.proofs.verify import TaskProof
from omnigym.tasks.proofs.workers import ProofFile, processors, verify_all
from omnigym.tasks.suites import list_tasks
from omnigym.tasks.task import Task

__all__ = ["device_for", "verify"]

_USUAL = "sim"


def verify(
    query: QueryArgument = None,
    suite: SuiteOption = None,
    tasks: TasksOption = None,
    split: SplitOption = None,
    device: Annotated[
        str | None,
        typer.Option(
            "--device", metavar="NAME", help="Device of the proofs; by default sim, or the device of the tasks."
        ),
    ] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, metavar="N", help="Processes; by default one for each processor.")
    ] = None,
    once: Annotated[
        bool,
        typer.Option(
            "--once",
            help="Try the oracles of others once on each subtask instead of on each task: four times as fast.",
        ),
    ] = False,
    variation: VariationOption = "none",
    seeds: Annotated[
        int, typer.Option("--seeds", min=1, max=1000, metavar="N", help="Starts of each task with --variation.")
    ] = 3,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="FILE", help="Keep each proof here as it is made; what it has is not proved again."
        ),
    ] = None,
    json: JsonOption = None,
) -> None:
    """Prove that tasks measure the abilities that they claim; exit code 1 if one does not.

    - **start**: no node is satisfied before anything was done
    - **told**: the instruction says exactly the conditions
    - **oracle**: the oracle scores 1.0
    - **nulls**: doing nothing, waiting, DONE and FAIL cover nothing
    - **sweep**: clicking one thing after another does not do it, nor does trying each value of a choice
    - **necessary**: without a node's own oracle that node stays open
    - **order**: a step before the one that it waits for is not paid
    - **heart**: the values read depend on the parameters
    - **specific**: the oracles of other tasks score below 1.0
    - **frame**: the oracle damages nothing, and what it did still holds
    - **right**: other right ways score 1.0
    - **wrong**: runs that leave it undone, or damage something, do not
    - **senses**: a task needs sound and video as far as its level says
    - **varied**: with `--variation`, the oracle scores 1.0 in starts that the seed has changed

    With `--out FILE` a run that was stopped goes on where it was.
    """
    asked = task_query(suite, tasks, query)
    device = device or device_for(list_tasks(asked, split=one_split(split)))
    config = device_config(device)
    chosen = list_tasks(asked, split=one_split(split), device=device)
    starts = Starts(variation_of(variation, [config]), seeds)
    kept = None if out is None else ProofFile(out, config, once=once, starts=starts)
    with progress("Proving", len(chosen)) as advance:
        results = verify_all(
            chosen,
            config,
            workers=workers or processors(),
            progress=lambda proof: advance(1, proof.task_id),
            once=once,
            kept=kept,
            starts=starts,
        )
    if json != STDOUT:
        _report(results)
    failed = [r for r in results if not r.holds]
    if json is not None:
        summary = {"device": device, "tasks": len(results), "holding": len(results) - len(failed)}
        write_json(json, {**summary, "proofs": [r.to_plain() for r in results]})
    if failed:
        raise typer.Exit(1)


def device_for(tasks: Sequence[Task]) -> str:
    """Return the simulated desktop, or the first device of the first task if no task can be done there."""
    here = {name for task in tasks for name in task.devices}
    return _USUAL if _USUAL in here else min(tasks[0].devices, default=_USUAL)


def _report(results: Sequence[TaskProof]) -> None:
    console = stdout()
    for result in results:
        for proof in result.failures:
            console.print(f"{result.task_id}: {proof.name}: {proof.message}", markup=False, soft_wrap=True)
    failed = sum(not r.holds for r in results)
    names = dict.fromkeys(proof.name for result in results for proof in result.proofs)
    verdict = f"{failed} of them do not hold." if failed else f"All hold: {', '.join(names)}."
    console.print(f"{count_of(len(results), 'task')} proved. {verdict}")
