"""``omnigym tasks list --osworld``: the census of a folder of OSWorld's task files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from omnigym.benchmarks.osworld.first_scores import Start, try_start
from omnigym.benchmarks.osworld.report import REASONS, CensusRow, ReasonKind, Report, census
from omnigym.benchmarks.osworld.scorer.choice import DEFAULT_SCORER, WhichScorer, scorer_named
from omnigym.benchmarks.osworld.tree import read_tree, task_paths
from omnigym.cli.console import STDOUT, print_table, progress, stdout, write_json

__all__ = ["print_census"]


def print_census(folder: Path, json: bool, *, tried: bool = False, version: str = DEFAULT_SCORER.version) -> None:
    """Print how many files of a folder run on which device, and why the others do not.

    Args:
        folder: The folder.
        json: Whether to print each file with all its reasons, as JSON.
        tried: Whether to reset each file that runs instead, and to print those whose start scores already.
        version: The version of the files: "2024" or "verified".
    """
    scorer = scorer_named(version=version)
    if tried:
        _print_starts(folder, json, scorer)
        return
    paths = task_paths(folder)
    with progress("Reading", len(paths)) as advance:
        reports = []
        for _, report in read_tree(folder, scorer=scorer):
            reports.append(report)
            advance(1, report.path)
    if json:
        write_json(STDOUT, [_report(r) for r in reports])
        return
    counts = census(reports)
    devices = list(counts.total.devices)
    reasons = [kind for kind in REASONS if kind in counts.total.reasons]
    for heading, rows in (("folder", counts.folders), ("app", counts.apps)):
        lines = [_counted(name, row, devices, reasons) for name, row in rows.items()]
        print_table(
            [heading, "files", "run", *devices, *reasons],
            [*lines, _counted("all", counts.total, devices, reasons)],
        )
    stdout().print("A file is counted under the first of its reasons; --json has all of them.")


def _print_starts(folder: Path, json: bool, scorer: WhichScorer) -> None:
    runs = [(task, report) for task, report in read_tree(folder, scorer=scorer) if task is not None and report.devices]
    starts: list[Start] = []
    with progress("Resetting", len(runs)) as advance:
        for task, report in runs:
            starts.append(try_start(task, report))
            advance(1, report.path)
    if json:
        write_json(STDOUT, [start._asdict() for start in starts])
        return
    told = [(s.path, s.device, f"{s.score:g}" if s.problem == "" else "", s.problem) for s in starts]
    print_table(["file", "device", "score", "problem"], [row for s, row in zip(starts, told, strict=True) if s.is_told])
    solved = sum(start.score > 0 for start in starts)
    stdout().print(f"{solved} of {len(starts)} files score at their start; {sum(map(_failed, starts))} did not begin.")


def _failed(start: Start) -> bool:
    return start.problem != ""


def _counted(name: str, row: CensusRow, devices: Sequence[str], reasons: Sequence[ReasonKind]) -> tuple[str, ...]:
    figures = [
        row.files,
        row.runs,
        *[row.devices.get(d, 0) for d in devices],
        *[row.reasons.get(r, 0) for r in reasons],
    ]
    return name, *[str(n) if n else "" for n in figures]


def _report(report: Report) -> dict[str, object]:
    lists = {"apps": list(report.apps), "devices": list(report.devices), "notes": list(report.notes)}
    return {"path": report.path, **lists, "reasons": [{"kind": r.kind, "detail": r.detail} for r in report.reasons]}
