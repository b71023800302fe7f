"""``omnigym osmap``, and the tables that ``omnigym evaluate`` prints if tasks have levels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from omnigym.benchmarks.osmap.scopes import DOMAINS
from omnigym.benchmarks.osmap.suite import census
from omnigym.benchmarks.osmap.tables import AUTOMATION, MatrixCell, OSMap, draw_matrix, osmap_of, published_rows
from omnigym.cli.console import STDOUT, print_table, stderr, stdout, write_json
from omnigym.cli.options import JsonOption
from omnigym.runs import RunDirectory
from omnigym.tasks.task import Task

__all__ = ["osmap", "print_osmap", "print_summary"]

_BESIDE = ("Human", "GPT-4o", "UI-TARS-72B", "GUI-Actor-7B")
_ALL, _NONE = "all", "none"
_COLUMNS = ("L1", "L2", "L3", "L4", "overall", "L5")


def osmap(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN...", help="Directories of omnigym evaluate --out.")],
    threshold: Annotated[
        float, typer.Option("--threshold", metavar="RATE", help="The success rate at which a scenario is attained.")
    ] = 0.5,
    beside: Annotated[
        str, typer.Option("--beside", metavar="NAMES", help="Published rows to print beside: names, all or none.")
    ] = ",".join(_BESIDE),
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Draw the matrix here, as .png or .svg.")
    ] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown, for a README or notes.")] = False,
    json: JsonOption = None,
) -> None:
    """Print OS-MAP's tables of runs whose tasks have levels (OS-MAP 3, Table 3).

    Success by level of automation and by domain, the scopes S1 to S3 that are attained at each level, and of L5
    precision, recall and delay. The paper's rows are below; they are of other tasks.
    """
    names = () if beside in (_ALL, _NONE) else tuple(beside.split(","))
    rows = [] if beside == _NONE else published_rows(names)
    directories = [RunDirectory(path) for path in runs]
    agents = [run.header.agent for run in directories]
    called = [a if agents.count(a) == 1 else f"{a} ({run.path})" for a, run in zip(agents, directories, strict=True)]
    reports = {name: osmap_of(run, threshold) for name, run in zip(called, directories, strict=True)}
    if plot is not None:
        draw_matrix(reports, plot)
    if json is not None:
        write_json(json, {"runs": reports, "published": rows})
    if json != STDOUT:
        print_osmap(reports, [row["agent"] for row in rows], markdown)


def print_osmap(reports: Mapping[str, OSMap], beside: Sequence[str] = _BESIDE, markdown: bool = False) -> None:
    """Print the tables of agents beside the published figures.

    Args:
        reports: By the name of the agent.
        beside: The models whose rows of Table 3 are printed; none if empty.
        markdown: Whether it is for a file in Markdown.
    """
    _levels(reports, beside, markdown)
    for name, report in reports.items():
        _domains(name, report, markdown)
        _scopes(name, report, markdown)
    _proactivity(reports, markdown)


def _title(text: str, markdown: bool) -> None:
    stdout().print(f"{'### ' if markdown else ''}{text}", markup=False, soft_wrap=True, end="\n" * (1 + markdown))


def _levels(reports: Mapping[str, OSMap], beside: Sequence[str], markdown: bool) -> None:
    rows = []
    for name, report in reports.items():
        cells = [report["levels"][column] for column in _COLUMNS]
        rows.append([name, *[_per_cent(c["rate"]) for c in cells]])
        rows += [["  95 % interval", *map(_ends, cells)], ["  tasks", *[str(c["tasks"]) for c in cells]]]
    for of in published_rows(beside) if beside else ():
        rates = [f"{of['rates'][column]:.1f}" if column in of["rates"] else "" for column in _COLUMNS]
        rows.append([f"{of['agent']} (published, other tasks)", *rates])
    _title("Success by level (Table 3), in per cent; overall is L1 to L4", markdown)
    print_table(("agent", *_COLUMNS), rows, markdown=markdown)


def _domains(name: str, report: OSMap, markdown: bool) -> None:
    rows = []
    for level in AUTOMATION:
        cells = [report["domains"][level][domain] for domain in DOMAINS]
        if any(c["tasks"] for c in cells):
            rows.append([level, *[_per_cent(c["rate"]) for c in cells]])
            rows += [["  95 % interval", *map(_ends, cells)], ["  tasks", *[str(c["tasks"]) for c in cells]]]
    _title(f"{name}: success by level and domain, in per cent", markdown)
    print_table(("level", *DOMAINS), rows, markdown=markdown)


def _scopes(name: str, report: OSMap, markdown: bool) -> None:
    rows = []
    for level in AUTOMATION:
        scope = report["scopes"][level]
        attained = [_yes(scope["S1"]), _yes(scope["S2"]), _yes(scope["S3"])]
        rows.append([level, *attained, f"{len(scope['scenarios'])} of {scope['tested']}", ", ".join(scope["domains"])])
    _title(f"{name}: scope attained, scenarios at {100 * report['threshold']:.0f} per cent", markdown)
    print_table(("level", "S1", "S2", "S3", "scenarios", "domains of S2"), rows, markdown=markdown)


def _proactivity(reports: Mapping[str, OSMap], markdown: bool) -> None:
    rows = []
    for name, report in reports.items():
        of = report["proactivity"]
        if of is not None:
            rates = map(_per_cent, (of["precision"], of["recall"], of["alarm_rate"]))
            delay = "-" if of["delay"] is None else f"{of['delay']:g}"
            rows.append([name, *rates, delay, str(of["calls"]), str(of["quiet"])])
    if rows:
        _title("Proactivity (L5): precision, recall and false alarms in per cent, median delay in steps", markdown)
        headings = ("agent", "precision", "recall", "false alarms", "delay", "calls", "quiet")
        print_table(headings, rows, markdown=markdown)


def _yes(attained: bool | None) -> str:
    return "-" if attained is None else "yes" if attained else "no"


def _per_cent(rate: float | None) -> str:
    return "-" if rate is None else f"{100 * rate:.1f}"


def _ends(of: MatrixCell) -> str:
    return "-" if of["interval"] is None else "-".join(f"{100 * end:.0f}" for end in of["interval"])


def print_summary(found: Sequence[Task]) -> None:
    """Print how many tasks of each level each domain has, where tasks have both (OS-MAP 3.3), beside a list."""
    counted = census(found)
    if not counted:
        return
    table = Table(title="tasks by domain and level", title_justify="left")
    levels = list(next(iter(counted.values())))
    for heading in ("domain", *levels, "all"):
        table.add_column(heading, justify="left" if heading == "domain" else "right")
    for domain, numbers in counted.items():
        table.add_row(domain, *map(str, numbers.values()), str(sum(numbers.values())))
    sums = [sum(numbers[level] for numbers in counted.values()) for level in levels]
    table.add_row("all", *map(str, sums), str(sum(sums)), style="bold")
    stderr().print(table)
