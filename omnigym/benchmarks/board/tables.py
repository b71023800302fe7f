"""The tables of the board: a row for each file, the best first, one table for each version of the tasks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from omnigym.benchmarks.board.submission import Submission, figures, read
from omnigym.benchmarks.board.suite import LEVELS, PLATFORM_NAMES

__all__ = ["board_tables", "read_folder"]

_HEADINGS = (
    *("agent", "by", "success (95 % CI)", *PLATFORM_NAMES.values(), *(f"level {level}" for level in LEVELS)),
    *("coverage", "side effects", "invalid", "unscored", "steps", "tokens", "cost"),
)


def read_folder(folder: Path) -> tuple[Submission, ...]:
    """Read all files of a folder, sorted by name.

    Raises:
        SubmissionError: One cannot be read; names it.
    """
    return tuple([read(path) for path in sorted(folder.glob("*.json"))])


def board_tables(submissions: Sequence[Submission]) -> str:
    """Return the tables in Markdown, that of the newest version first."""

    def version(submission: Submission) -> tuple[str, str]:
        return submission.header.versions.get("omnigym", ""), submission.header.task_set

    parts = []
    for (of, task_set), group in groupby(sorted(submissions, key=version, reverse=True), key=version):
        rows = sorted(group, key=lambda s: (-(figures(s)["success_rate"] or 0.0), s.name))
        parts.append(f"omnigym {of}, tasks `{task_set[:8]}`\n\n{_table(rows)}")
    return "\n\n".join(parts)


def _table(rows: Sequence[Submission]) -> str:
    rule = ["---", "---", *["--:"] * (len(_HEADINGS) - 2)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (_HEADINGS, rule, *map(_cells, rows)))


def _cells(submission: Submission) -> list[str]:
    found = figures(submission)
    ends = (
        "-" if found["success_interval"] is None else "-".join(f"{100 * end:.0f}" for end in found["success_interval"])
    )
    return [
        _text(submission.name),
        _text(submission.by),
        f"{_percent(found['success_rate'])} ({ends})",
        *[_percent(found["platforms"][of]) for of in PLATFORM_NAMES.values()],
        *[_percent(found["levels"][level]) for level in LEVELS],
        _percent(found["coverage_rate"]),
        str(found["collateral"]),
        _percent(found["invalid_actions"]),
        str(found["unscored"]),
        "-" if found["steps"] is None else f"{found['steps']:.1f}",
        "-" if found["tokens"] is None else f"{found['tokens']:,}",
        "-" if found["cost"] is None else f"${found['cost']:.2f}",
    ]


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f}"


def _text(text: str) -> str:
    """A text of others in a cell: neither markup nor a link, nor more than it."""
    return "".join(c if c.isalnum() or c in " .,-:" else f"&#{ord(c)};" for c in text if c.isprintable())
