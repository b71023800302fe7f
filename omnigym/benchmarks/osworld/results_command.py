"""``omnigym osworld``, and the table that ``omnigym evaluate`` prints if tasks are files of OSWorld."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from omnigym.benchmarks.osworld.results import FileScores, ResultRow, file_scores, reference_steps, result_rows
from omnigym.benchmarks.osworld.tree import read_tree
from omnigym.cli.console import STDOUT, print_table, stdout, write_json
from omnigym.cli.options import JsonOption
from omnigym.runs import RunDirectory

__all__ = ["osworld", "print_results"]


def osworld(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN...", help="Directories of omnigym evaluate --out.")],
    files: Annotated[
        Path | None, typer.Option("--files", metavar="DIR", help="Task files; those that were not played score 0.")
    ] = None,
    reference: Annotated[
        Path | None,
        typer.Option("--reference", metavar="RUN", help="Run or recordings with the steps of a person or an oracle."),
    ] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown, for a README or notes.")] = False,
    json: JsonOption = None,
) -> None:
    """Print results by domain as OSWorld's papers do, infeasible tasks apart.

    With --files the score over all files of a folder, and over those that need neither the live internet nor an
    account. With --reference the efficiency: steps of the reference over those of the agent, 0 without success.
    """
    steps = None if reference is None else reference_steps(reference)
    reports = None if files is None else [report for _, report in read_tree(files)]
    tables, scores = {}, {}
    for path in runs:
        run = RunDirectory(path)
        records = [p.record for p in run.played()]
        name = f"{run.header.name} ({path})"
        tables[name] = result_rows(records, steps)
        if reports is not None:
            scores[name] = file_scores(records, reports)
    if json is not None:
        plain = {n: {"rows": rows, "files": scores[n]._asdict() if n in scores else None} for n, rows in tables.items()}
        write_json(json, plain)
    if json != STDOUT:
        print_results(tables, scores, markdown)


def print_results(
    reports: Mapping[str, Sequence[ResultRow]], scores: Mapping[str, FileScores] | None = None, markdown: bool = False
) -> None:
    """Print the tables of agents, in per cent.

    Args:
        reports: The rows by the name of the agent.
        scores: The scores over all files of a folder, by the same names.
        markdown: Whether it is for a file in Markdown.
    """
    headings = [name.replace("_", " ") for name in ResultRow.__annotations__]
    for name, rows in reports.items():
        stdout().print(name, markup=False, soft_wrap=True)
        print_table(headings, [[_cell(key, value) for key, value in row.items()] for row in rows], markdown=markdown)
        found = (scores or {}).get(name)
        if found is not None:
            alone = f"{100 * found.alone_score:.1f} of the {found.alone} that need neither internet nor account"
            told = f"{100 * found.score:.1f} of all {found.files} files, {alone}; {found.played} were played"
            stdout().print(told, markup=False, soft_wrap=True)


def _cell(key: str, value: object) -> str:
    if isinstance(value, float):
        return f"{value:.1f}" if key == "steps" else f"{100 * value:.1f}"
    return "-" if value is None else str(value)
