"""The results of a run as OSWorld's papers print them: by domain, by group of domains, and of all files of a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypedDict

from omnigym.benchmarks.osworld.report import ReasonKind, Report
from omnigym.evaluation.record import EpisodeRecord
from omnigym.recording import read_demonstrations
from omnigym.runs import RunDirectory

__all__ = ["ALL", "FileScores", "ResultRow", "file_scores", "reference_steps", "result_rows"]

#: The row of all episodes.
ALL: Final = "all"
#: Groups of the papers, by their domains.
_GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "Office": ("libreoffice_calc", "libreoffice_impress", "libreoffice_writer"),
    "Daily": ("chrome", "thunderbird", "vlc"),
    "Professional": ("gimp", "vs_code"),
}
_PREFIX: Final = "osworld/"
#: What a file needs of others: the live internet, or an account.
_OTHERS: Final[frozenset[ReasonKind]] = frozenset({"internet", "account"})


class ResultRow(TypedDict):
    """The results of some tasks; each task counts once, however often it was played. A mean of nothing is None.

    ``published`` is the mean score as the papers have it, infeasible tasks and their FAIL among the others.
    ``success_rate`` and ``score`` are of feasible tasks alone, ``infeasible_success_rate`` of the others. ``steps`` is
    the mean number of steps of successes, ``efficiency`` the mean of feasible tasks that have a reference: the
    reference's steps over the agent's, at most 1, and 0 without success. Episodes without a score are left out.
    """

    domain: str
    tasks: int
    published: float | None
    success_rate: float | None
    score: float | None
    infeasible: int
    infeasible_success_rate: float | None
    steps: float | None
    efficiency: float | None


class FileScores(NamedTuple):
    """The published score over all files of a folder; a file that was not played has 0.

    Attributes:
        files: How many files the folder has.
        played: How many of them were played and have a score.
        score: The mean score of all of them.
        alone: How many need neither the live internet nor an account.
        alone_score: The mean score of these.
    """

    files: int
    played: int
    score: float
    alone: int
    alone_score: float


def result_rows(records: Iterable[EpisodeRecord], reference: Mapping[str, int] | None = None) -> list[ResultRow]:
    """Return a row for each domain, for each group of which all domains were played, and for all.

    Args:
        records: The episodes; those of other benchmarks are left out.
        reference: The steps of the reference by task; without one no row has an efficiency.
    """
    domains: dict[str, list[EpisodeRecord]] = {}
    for record in _scored(records):
        domains.setdefault(record.task_id.split("/")[1], []).append(record)
    if not domains:
        return []
    groups = {name: parts for name, parts in _GROUPS.items() if domains.keys() >= set(parts)}
    return [
        *[_row(name, domains[name], reference or {}) for name in sorted(domains)],
        *[_row(name, [r for part in parts for r in domains[part]], reference or {}) for name, parts in groups.items()],
        _row(ALL, [r for part in domains.values() for r in part], reference or {}),
    ]


def file_scores(records: Iterable[EpisodeRecord], reports: Iterable[Report]) -> FileScores:
    """Return the published score over all files of a folder.

    Args:
        records: The episodes.
        reports: The reports on all files of the folder, in the census of `omnigym tasks list --osworld`.
    """
    scores = _by_task(_scored(records), _published)
    files = {f"{_PREFIX}{report.path.removesuffix('.json')}": report for report in reports}
    alone = [name for name, report in files.items() if not _OTHERS & {reason.kind for reason in report.reasons}]
    return FileScores(
        len(files),
        len(files.keys() & scores.keys()),
        sum(scores.get(name, 0.0) for name in files) / max(len(files), 1),
        len(alone),
        sum(scores.get(name, 0.0) for name in alone) / max(len(alone), 1),
    )


def reference_steps(path: Path) -> dict[str, int]:
    """Return the fewest steps in which a reference did each task: a run, or recordings of a person or an oracle.

    Raises:
        ConfigError, RecordingError: There is neither, or it is damaged.
    """
    if (path / "run.json").is_file():
        done = [(p.record.task_id, p.record.actions) for p in RunDirectory(path).played() if p.record.success]
    else:
        done = [(d.task_id, len(d.actions)) for d in read_demonstrations(path, trees=False)]
    fewest: dict[str, int] = {}
    for task, steps in done:
        fewest[task] = min(steps, fewest.get(task, steps))
    return fewest


def _row(domain: str, records: Sequence[EpisodeRecord], reference: Mapping[str, int]) -> ResultRow:
    feasible = [r for r in records if not r.infeasible]
    hopeless = [r for r in records if r.infeasible]
    compared = [r for r in feasible if r.task_id in reference]
    return ResultRow(
        domain=domain,
        tasks=len({r.task_id for r in records}),
        published=_mean(_by_task(records, _published)),
        success_rate=_mean(_by_task(feasible, lambda r: float(r.success))),
        score=_mean(_by_task(feasible, lambda r: r.score or 0.0)),
        infeasible=len({r.task_id for r in hopeless}),
        infeasible_success_rate=_mean(_by_task(hopeless, lambda r: float(r.success))),
        steps=_mean(_by_task([r for r in feasible if r.success], lambda r: float(r.actions))),
        efficiency=_mean(_by_task(compared, lambda r: _efficiency(r, reference[r.task_id]))),
    )


def _scored(records: Iterable[EpisodeRecord]) -> list[EpisodeRecord]:
    return [r for r in records if r.task_id.startswith(_PREFIX) and r.task_id.count("/") > 1 and not r.unscored]


def _published(record: EpisodeRecord) -> float:
    """The published score: FAIL is right of an infeasible task alone."""
    if record.infeasible or record.end_reason == "fail_declared":
        return float(record.success)
    return record.score or 0.0


def _efficiency(record: EpisodeRecord, steps: int) -> float:
    return min(steps / max(record.actions, 1), 1.0) if record.success else 0.0


def _by_task(records: Iterable[EpisodeRecord], value: Callable[[EpisodeRecord], float]) -> dict[str, float]:
    """The mean value of each task."""
    found: dict[str, list[float]] = {}
    for record in records:
        found.setdefault(record.task_id, []).append(value(record))
    return {task: sum(values) / len(values) for task, values in found.items()}


def _mean(values: Mapping[str, float]) -> float | None:
    return sum(values.values()) / len(values) if values else None
