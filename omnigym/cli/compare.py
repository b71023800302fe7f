"""``omnigym compare`` and ``omnigym leaderboard``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

import typer

from omnigym.cli.console import STDOUT, error_line, print_table, stdout, write_json
from omnigym.cli.options import JsonOption
from omnigym.errors import ConfigError
from omnigym.evaluation.record import EpisodeRecord
from omnigym.evaluation.report import summarise
from omnigym.runs import Comparison, ComparisonRow, RunDirectory, compare, leader_row

__all__ = ["compare_runs", "leaderboard"]

RunsArgument = Annotated[list[Path], typer.Argument(metavar="RUN...", help="Directories of omnigym evaluate --out.")]
MarkdownOption = Annotated[bool, typer.Option("--markdown", help="Print Markdown, for a README or a paper's notes.")]
_CHANGES = 20
#: Figures of answers that were not read, which are shares of a run.
_UNREAD = ("invalid_actions", "answers_without_call")


def compare_runs(
    runs: RunsArgument,
    metric: Annotated[str, typer.Option("--metric", metavar="NAME", help="Metric to compare.")] = "success_rate",
    changes: Annotated[
        int, typer.Option("--changes", min=0, metavar="N", help="Number of changed tasks to show.")
    ] = _CHANGES,
    markdown: MarkdownOption = False,
    json: JsonOption = None,
) -> None:
    """Compare runs with the first one: the difference, by app, and the tasks that changed.

    Episodes are paired by task and seed. The intervals are of 95 %, bootstrapped over tasks and seeds: one that does
    not contain 0 is a difference.
    """
    if len(runs) < 2:
        raise ConfigError("A comparison takes two runs or more. Name the directories of omnigym evaluate --out.")
    directories = [RunDirectory(path) for path in runs]
    first, *others = directories
    records = [_records(run) for run in directories]
    compared = [compare(records[0], other, metric) for other in records[1:]]
    for run in others:
        if run.header.task_set != first.header.task_set:
            error_line(f"{first.path} and {run.path} are of different tasks: what both have is compared.")
        if run.header.max_steps != first.header.max_steps:
            budgets = [r.header.max_steps or "each task's" for r in (first, run)]
            error_line(f"{first.path} and {run.path} have different step limits: {budgets[0]} and {budgets[1]}.")
    if json is not None:
        told = [dict(zip(_UNREAD, _unread(played), strict=True)) for played in records]
        plain = [{**other, **of_it} for other, of_it in zip(_plain(others, compared), told[1:], strict=True)]
        write_json(json, {"metric": metric, "first": str(first.path), **told[0], "others": plain})
    if json == STDOUT:
        return
    unread = [_unread(played) for played in records]
    for run, comparison, its_shares in zip(others, compared, unread[1:], strict=True):
        _print(f"{_title(first)} -> {_title(run)}", comparison, changes, markdown)
        for name, before, after in zip(_UNREAD, unread[0], its_shares, strict=True):
            stdout().print(f"{name}: {_cell(before)} -> {_cell(after)}", markup=False)


def leaderboard(runs: RunsArgument, json: JsonOption = None) -> None:
    """Print a table of runs in Markdown, the best first, one for each set of tasks.

    A row has the agent's short name, or the whole agent string where two rows would have the same. --json has both.
    """
    found = sorted(((run.header.task_set, run) for run in map(RunDirectory, runs)), key=lambda pair: pair[0])
    tables = []
    for task_set, group in groupby(found, key=lambda pair: pair[0]):
        of_set = [run for _, run in group]
        header = of_set[0].header
        standings = sorted(map(leader_row, of_set), key=lambda row: -(row["success_rate"] or 0.0))
        tables.append(
            {"env": header.env, "tasks": header.tasks, "split": header.split, "task_set": task_set, "rows": standings}
        )
    if json is not None:
        write_json(json, tables)
    if json == STDOUT:
        return
    for table in tables:
        title = f"{table['env']}, {table['tasks'] or 'all tasks'}, {table['split'] or 'all'} parameters"
        stdout().print(f"{title} (tasks {str(table['task_set'])[:8]})\n", markup=False, soft_wrap=True)
        rows: Any = table["rows"]
        names = Counter(row["name"] for row in rows)
        shown = [row | {"agent": row["name"] if names[row["name"]] == 1 else row["agent"]} for row in rows]
        headings = [name for name in rows[0] if name != "name"]
        cells = [[_cell(row[name]) for name in headings] for row in shown]
        print_table([name.replace("_", " ") for name in headings], cells, markdown=True)


def _records(run: RunDirectory) -> list[EpisodeRecord]:
    played = run.played()
    if len(played) < run.header.episodes:
        error_line(f"{run.path} has {len(played)} of its {run.header.episodes} episodes.")
    return [p.record for p in played]


def _unread(records: Sequence[EpisodeRecord]) -> tuple[float | None, float | None]:
    report = summarise(records)
    return report["invalid_actions"], report["answers_without_call"]


def _title(run: RunDirectory) -> str:
    return f"{run.header.name} ({run.path})"


def _print(title: str, found: Comparison, changes: int, markdown: bool) -> None:
    console = stdout()
    pairs = "paired by task and seed" if found.paired else "paired by task, as no seeds are the same"
    left = f"; {found.left_out} episodes have no counterpart" if found.left_out else ""
    console.print(f"{title}\n{found.metric}, {pairs}{left}\n", markup=False, soft_wrap=True)
    headings = ["app", "tasks", "first", "second", "difference"]
    print_table(headings, [[*map(str, row)] for row in found.rows], markdown=markdown)
    if not found.changes[:changes]:
        return
    console.print(f"{len(found.changes)} tasks changed:\n", markup=False)
    rows = [[c.task, f"{c.first:.2f}", f"{c.second:.2f}"] for c in found.changes[:changes]]
    print_table(["task", "first", "second"], rows, markdown=markdown)


def _plain(runs: Sequence[RunDirectory], found: Sequence[Comparison]) -> list[dict[str, object]]:
    return [
        {
            "run": str(run.path),
            "paired": c.paired,
            "left_out": c.left_out,
            "rows": [_plain_row(row) for row in c.rows],
            "changes": [change._asdict() for change in c.changes],
        }
        for run, c in zip(runs, found, strict=True)
    ]


def _plain_row(row: ComparisonRow) -> dict[str, object]:
    intervals = {"first": row.first, "second": row.second, "difference": row.difference}
    return {"app": row.app, "tasks": row.tasks, **{name: i._asdict() for name, i in intervals.items()}}


def _cell(value: object) -> str:
    return "-" if value is None else f"{value:.3f}" if isinstance(value, float) else str(value)
