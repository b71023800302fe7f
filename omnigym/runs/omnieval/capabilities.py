"""Table 4 of OmniBench: CR and LC overall, and CR on the test tasks of each of the ten capabilities (4.2, D.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypedDict

from omnigym.evaluation.intervals import interval
from omnigym.evaluation.metrics.coverage_rate import coverage_rate
from omnigym.evaluation.metrics.logical_consistency import logical_consistency
from omnigym.evaluation.record import EpisodeRecord
from omnigym.runs.omnieval.counting import in_per_cent, mean_coverage, once, scored
from omnigym.tasks.complexity import CAPABILITY_TASKS, complexity_of_record, is_test_of

__all__ = ["ABBREVIATIONS", "TITLES", "CapabilityRow", "capabilities_of", "capability_row"]

#: The columns of Table 4, in its order, by the names of the capabilities.
ABBREVIATIONS: Mapping[str, str] = {
    "parallel_planning": "PP",
    "long_range_planning": "LRP",
    "cross_domain_decision_making": "CDDK",
    "sequential_decision_making": "SDK",
    "subtask_identification": "SI",
    "dependency_identification": "DI",
    "long_sequence_reasoning": "LSR",
    "long_instruction_following": "LIF",
    "domain_specific_knowledge": "DSK",
    "cross_domain_knowledge": "CDK",
}
#: What the capabilities are called in Table 12.
TITLES: Mapping[str, str] = {
    "parallel_planning": "Parallel Planning",
    "long_range_planning": "Long-Range Planning",
    "cross_domain_decision_making": "Cross-Domain Decision-Making",
    "sequential_decision_making": "Sequential Decision-Making",
    "subtask_identification": "Subtask Identification",
    "dependency_identification": "Dependency Identification",
    "long_sequence_reasoning": "Long-Sequence Reasoning",
    "long_instruction_following": "Long Instruction Following",
    "domain_specific_knowledge": "Domain-Specific Knowledge",
    "cross_domain_knowledge": "Cross-Domain Knowledge",
}


class CapabilityRow(TypedDict):
    """A row of Table 4, in per cent; None where there is no test task.

    ``cr`` and ``lc`` are over the test tasks of all capabilities, of which ``tasks`` is the number of episodes;
    ``capabilities`` has the CR of each, ``counts`` its number of episodes. ``cr_interval`` and ``intervals`` are
    the ends of their 95 % intervals, bootstrapped over tasks and seeds.
    """

    cr: float | None
    lc: float | None
    tasks: int
    cr_interval: list[float] | None
    capabilities: Mapping[str, float | None]
    counts: Mapping[str, int]
    intervals: Mapping[str, list[float] | None]


def capabilities_of(record: EpisodeRecord) -> tuple[str, ...]:
    """The capabilities that the task of an episode tests, in the order of Table 4."""
    complexity = complexity_of_record(record)
    return tuple([name for name in ABBREVIATIONS if is_test_of(complexity, name)])


def capability_row(records: Iterable[EpisodeRecord]) -> CapabilityRow:
    """The row of an agent; a task counts for each capability that it tests, and once for all of them together."""
    testing = [(r, capabilities_of(r)) for r in once(scored(records))]
    of = {name: [r for r, names in testing if name in names] for name in CAPABILITY_TASKS}
    every = [r for r, names in testing if names]
    return CapabilityRow(
        cr=mean_coverage(every),
        lc=in_per_cent(every, logical_consistency),
        tasks=len(every),
        cr_interval=_interval(every),
        capabilities={name: mean_coverage(of[name]) for name in ABBREVIATIONS},
        counts={name: len(of[name]) for name in ABBREVIATIONS},
        intervals={name: _interval(of[name]) for name in ABBREVIATIONS},
    )


def _interval(records: Sequence[EpisodeRecord]) -> list[float] | None:
    scores: dict[str, list[float]] = {}
    for record in records:
        scores.setdefault(record.task_id, []).append(100 * coverage_rate(record))
    found = interval(scores, bounds=(0.0, 100.0))
    return [found.low, found.high] if scores else None
