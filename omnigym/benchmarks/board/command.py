"""``omnigym leaderboard submit`` and ``omnigym leaderboard check``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from omnigym.benchmarks.board.submission import Submission, check_rules, dump, figures, read, submission_of
from omnigym.cli.console import stdout, write_text
from omnigym.runs import RunDirectory

__all__ = ["check", "submit"]


def submit(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="Directory of omnigym evaluate --suite board --out.")],
    by: Annotated[str, typer.Option("--by", metavar="NAME", help="Authors, for the table.")] = "",
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="The file; by default AGENT.json here.")
    ] = None,
) -> None:
    """Make one JSON file of a run of the suite board.

    The file has agent, settings, versions, the result of each task and the figures, and a hash over all of it. It has
    neither the address of a model nor messages of its failures. Add it to `leaderboard/` by a pull request.
    """
    submission = submission_of(RunDirectory(run), by)
    check_rules(submission)
    name = re.sub(r"[^a-z0-9.]+", "-", submission.name.lower()).strip("-.") or "agent"
    path = out or Path(f"{name}.json")
    write_text(path, dump(submission))
    _print(path, submission)


def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Files of omnigym leaderboard submit.")],
) -> None:
    """Check files for the board: whole, unchanged, by the rules, and of the tasks of this version."""
    for path in files:
        submission = read(path)
        check_rules(submission)
        _print(path, submission)


def _print(path: Path, submission: Submission) -> None:
    found = figures(submission)
    low, high = found["success_interval"]
    rate = f"{found['success_rate']:.1%} success (95 % CI {low:.1%} to {high:.1%})"
    stdout().print(f"{path}: {submission.name}, {rate}, {found['unscored']} unscored", markup=False, soft_wrap=True)
