"""CRAB's tables of results: SR, CR, EE, CE, reasons of ending; per platform (CRAB 4.3, Tables 2, 7 to 9)."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypedDict

from omnigym.evaluation.metrics.completion_ratio import completion_ratio
from omnigym.evaluation.metrics.cost_efficiency import cost_efficiency
from omnigym.evaluation.metrics.execution_efficiency import execution_efficiency
from omnigym.evaluation.record import EpisodeRecord

__all__ = ["SUITE", "CrabRow", "crab_csv", "crab_rows", "termination"]

#: The suite that is reported so.
SUITE = "crab"
_ALL = "all"
#: The platforms, in the order of the tables; the id of a task begins with its own.
_PLATFORMS = ("ubuntu", "android", "cross")
#: Why an episode ended that is no success, as CRAB counts it. Who says FAIL has declared an end that is wrong as well.
_TERMINATION: Mapping[str, str] = {
    "false_completion": "FC",
    "fail_declared": "FC",
    "task_over": "FC",
    "ended_by_agent": "FC",
    "safety_check": "FC",
    "success": "FC",  # every node was complete, and something was damaged after that
    "reach_step_limit": "RSL",
    "no_progress": "RSL",
    "invalid_action": "IA",
}


class CrabRow(TypedDict):
    """A row of the table.

    ``platform`` is "all", "ubuntu", "android" or "cross"; ``episodes`` are those that are scored. ``SR``, ``CR``,
    ``FC``, ``RSL`` and ``IA`` are in per cent, and SR, FC, RSL and IA come to 100 together. ``EE`` is in per cent as in
    the tables; ``CE`` is None where no tokens were counted.
    """

    platform: str
    episodes: int
    SR: float
    CR: float
    EE: float
    CE: float | None
    FC: float
    RSL: float
    IA: float


def termination(record: EpisodeRecord) -> str:
    """Return why an episode ended, in CRAB's terms: "SR" for a success, else "FC", "RSL" or "IA".

    What CRAB has no term for ended without the agent's doing, and counts as RSL.
    """
    return "SR" if record.success else _TERMINATION.get(record.end_reason, "RSL")


def crab_rows(records: Iterable[EpisodeRecord]) -> list[CrabRow]:
    """Return the rows of the episodes of the suite "crab": all episodes, and those of each platform that has some.

    Args:
        records: Of any suites; those of others, and those that are not scored, are left out.
    """
    scored = [r for r in records if r.suite == SUITE and not r.unscored]
    groups = {_ALL: scored, **{p: [r for r in scored if _platform(r) == p] for p in _PLATFORMS}}
    return [_row(name, group) for name, group in groups.items() if group]


def _platform(record: EpisodeRecord) -> str:
    """The platform in the id of a task: "crab/android-2-0"."""
    return record.task_id.removeprefix(f"{SUITE}/").partition("-")[0]


def _row(platform: str, records: Sequence[EpisodeRecord]) -> CrabRow:
    def mean(metric: Callable[[EpisodeRecord], float | None]) -> float | None:
        known = [v for r in records if (v := metric(r)) is not None]
        return sum(known) / len(known) if known else None

    def share(reason: str) -> float:
        return 100 * sum(termination(r) == reason for r in records) / len(records)

    return CrabRow(
        platform=platform,
        episodes=len(records),
        SR=share("SR"),
        CR=100 * (mean(completion_ratio) or 0.0),
        EE=100 * (mean(execution_efficiency) or 0.0),
        CE=mean(cost_efficiency),
        FC=share("FC"),
        RSL=share("RSL"),
        IA=share("IA"),
    )


def crab_csv(rows: Sequence[CrabRow]) -> str:
    """Return the rows as comma-separated values, with a line of names; numbers are as exact as in JSON."""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(CrabRow.__annotations__), lineterminator="\n")
    writer.writeheader()
    writer.writerows({**row, "CE": "" if row["CE"] is None else row["CE"]} for row in rows)
    return out.getvalue()
