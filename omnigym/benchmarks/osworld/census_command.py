"""``omnigym tasks list --osworld``: the census of a folder of OSWorld's task files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from omnigym.benchmarks.osworld.report import REASONS, CensusRow, ReasonKind, Report, census
from omnigym.benchmarks.osworld.tree import read_tree, task_paths
from omnigym.cli.console import STDOUT, print_table, progress, stdout, write_json

__all__ = ["print_census"]


def print_census(folder: Path, json: bool) -> None:
    """Print how many files of a folder run on which device, and why the others do not.

    Args:
        folder: The folder.
        json: Whether to print each file with all its reasons, as JSON.
    """
    paths = task_paths(folder)
    with progress("Reading", len(paths)) as advance:
        reports = []
        for _, report in read_tree(folder):
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
