"""The report on a run, which depends on its episodes alone, not on their order or processes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypedDict, cast

from omnigym.discovery import resolve
from omnigym.evaluation.report import Report, summarise
from omnigym.manifest import manifests
from omnigym.runs.directory import RunDirectory
from omnigym.runs.episode_record import EpisodeLine, total_usage
from omnigym.runs.header import RunHeader, with_budget

__all__ = ["LeaderRow", "RunReport", "benchmark_tables", "leader_row", "run_report", "short_name"]

#: The endings of files in agent strings.
_FILES = ("py", "safetensors", "toml", "zip")
#: What learners call the file of any model, so that its folder says which it is.
_ANY_MODEL = ("model", "best", "run")


class RunReport(Report):
    """A report with the additional data of a run.

    ``usage`` is what its agent's model took, ``settings`` where it is from. Each benchmark adds its tables under a key
    of its own, such as ``crab``; they are empty or None without an episode of it (`benchmark_tables`).
    """

    usage: Mapping[str, float | None] | None
    settings: Mapping[str, Any]


class LeaderRow(TypedDict):
    """A row of a leaderboard; ``agent`` is the whole agent string, ``name`` a short one for people."""

    name: str
    agent: str
    success_rate: float | None
    interval: str
    coverage_rate: float | None
    still_holds: float | None
    invalid_actions: float | None
    answers_without_call: float | None
    steps: float | None
    max_steps: int | None
    tokens: int | None
    cost: float | None
    episodes: int
    tasks: int
    unscored: int
    omnigym: str


def short_name(agent: str) -> str:
    """Return a readable name of an agent string, without its endpoint, its options, and the folders of its file.

    >>> short_name("chat:qwen/qwen3-8b@http://10.0.0.7:8000/v1,form=json,tree=2000,size=800x600")
    'chat:qwen3-8b'
    >>> short_name("ppo:runs/2026/wide/model.safetensors"), short_name("/home/me/agents/planner.py")
    ('ppo:wide', 'planner')
    >>> short_name("random:elements"), short_name("my.module:MyAgent")
    ('random:elements', 'my.module:MyAgent')
    """
    kind, colon, rest = re.split(r"@https?://", agent, maxsplit=1)[0].rpartition(":")
    *folders, file = rest.split("/")
    stem, dot, ending = file.rpartition(".")
    if dot and ending in _FILES:
        file = folders[-1] if folders and stem in _ANY_MODEL else stem
    return f"{kind}{colon}{file or rest}"


def run_report(header: RunHeader, played: Iterable[EpisodeLine]) -> RunReport:
    """Return a report as JSON values.

    Args:
        header: The run's.
        played: Its episodes, or those of them that have ended: ``settings.episodes`` says how many there are to be.
    """
    ordered = sorted(played, key=lambda p: p.episode)
    records = [p.record for p in ordered]
    usage = total_usage(p.usage for p in ordered)
    report = RunReport(**summarise(records), usage=usage, settings=header.settings)
    tables = {r.name: resolve(r.table)(records) for manifest in manifests() for r in manifest.reports}
    return cast(RunReport, {**report, **tables})


def benchmark_tables(report: RunReport) -> Mapping[str, Any]:
    """The tables of each benchmark in a report, by its key."""
    tables = cast(Mapping[str, Any], report)
    return {r.name: tables[r.name] for manifest in manifests() for r in manifest.reports}


def leader_row(run: RunDirectory) -> LeaderRow:
    """Return the row of a run.

    Raises:
        RecordingError: Its episodes are damaged.
    """
    played = run.played()
    report = run_report(run.header, played)
    scored = [p.record for p in played if not p.record.unscored]
    ends = report["success_interval"]
    return LeaderRow(
        name=with_budget(short_name(run.header.agent), run.header.max_steps),
        agent=run.header.agent,
        success_rate=report["success_rate"],
        interval="-" if ends is None else f"[{ends[0]:.2f}, {ends[1]:.2f}]",
        coverage_rate=report["coverage_rate"],
        still_holds=report["still_holds"],
        invalid_actions=report["invalid_actions"],
        answers_without_call=report["answers_without_call"],
        steps=sum(r.actions for r in scored) / len(scored) if scored else None,
        max_steps=run.header.max_steps,
        tokens=sum(r.tokens or 0 for r in scored) if any(r.tokens is not None for r in scored) else None,
        cost=(report["usage"] or {}).get("cost"),
        episodes=report["episodes"],
        tasks=report["tasks"],
        unscored=report["unscored"],
        omnigym=run.header.versions.get("omnigym", ""),
    )
