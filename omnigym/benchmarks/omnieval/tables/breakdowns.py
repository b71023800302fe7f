"""Results of omnieval by capability, cause of failure, intent, level, sensitivity and structure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import fmean, pstdev
from typing import TypedDict

from omnigym.benchmarks.omnieval.drawing import same_size
from omnigym.evaluation.intervals import interval
from omnigym.evaluation.metrics.coverage_rate import coverage_rate
from omnigym.evaluation.metrics.logical_consistency import logical_consistency
from omnigym.evaluation.metrics.success_rate import success_rate
from omnigym.evaluation.record import EpisodeRecord
from omnigym.tasks.complexity import (
    CAPABILITY_TASKS,
    DIMENSIONS,
    LEVELS,
    Complexity,
    complexity_of_record,
    is_test_of,
    level,
)
from omnigym.tasks.instruction_styles.manner import MOST_ORDERS, Manner, parted

# -- which episodes count for a table, and the means that all tables are made of --------------------------------------


def manner_of(record: EpisodeRecord) -> Manner:
    """How the task of an episode was told."""
    return parted(record.task_id)[1]


def scored(records: Iterable[EpisodeRecord]) -> list[EpisodeRecord]:
    """The episodes that count: the device worked, and the task can be done."""
    return [r for r in records if not r.unscored and not r.infeasible]


def once(records: Iterable[EpisodeRecord]) -> list[EpisodeRecord]:
    """The episodes of each task in one manner alone, the plainest that there is: it counts once, however it is told."""
    every = list(records)
    plainest: dict[str, Manner] = {}
    for record in every:
        task, manner = parted(record.task_id)
        plainest[task] = min(plainest.get(task, manner), manner, key=_plainness)
    return [r for r in every if plainest[(told := parted(r.task_id))[0]] == told[1]]


def _plainness(manner: Manner) -> tuple[int, bool, bool, bool]:
    return manner.order, manner.low, manner.intent, manner.bare


def mean_coverage(records: Iterable[EpisodeRecord]) -> float | None:
    """The mean Coverage Rate in per cent; None of no episode."""
    return in_per_cent(list(records), coverage_rate)


def in_per_cent(records: Sequence[EpisodeRecord], metric: Callable[[EpisodeRecord], float | None]) -> float | None:
    """The mean of a metric in per cent, over the episodes that have a value; None if none has."""
    values = [v for v in map(metric, records) if v is not None]
    return 100 * sum(values) / len(values) if values else None


# -- capabilities -----------------------------------------------------------------------------------------------------

# Table 4 of OmniBench: CR and LC overall, and CR on the test tasks of each of the ten capabilities (4.2, D.1).

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


# -- figure 8 of OmniBench --------------------------------------------------------------------------------------------

# Why episodes failed (5.3), as far as a record shows it.

# In the paper people look at 100 failures of each model and choose among five causes. Two of them a record shows by
# itself: that the environment broke, and that the agent said it was done when it was not. What a person would tell
# apart as a lack of knowledge, bad grounding or a misread instruction ended at a limit here; the others are what else
# a record knows of an end.

#: The causes, and which of the paper's each is.
CAUSES: Mapping[str, str] = {
    "environment": "environmental error",
    "hallucinatory success": "hallucinatory success",
    "damage": "instruction understanding: all is done, and something else is spoilt",
    "gave up": "lack of knowledge, as the agent says itself",
    "unreadable actions": "none: the action space was not met",
    "no progress": "lack of knowledge, grounding or instruction understanding: a person has to look",
}
_BY_END: Mapping[str, str] = {
    "false_completion": "hallucinatory success",
    "fail_declared": "gave up",
    "invalid_action": "unreadable actions",
}


def cause_of(record: EpisodeRecord) -> str | None:
    """Why an episode failed, one of `CAUSES`; None of a success, and of a task that cannot be done."""
    if record.unscored:
        return "environment"
    if record.success or record.infeasible:
        return None
    if record.complete:
        return "damage"
    return _BY_END.get(record.end_reason, "no progress")


def failure_causes(records: Iterable[EpisodeRecord]) -> dict[str, int]:
    """How many episodes failed of each cause, in the order of `CAUSES`."""
    found = [cause_of(r) for r in records]
    return {cause: found.count(cause) for cause in CAUSES}


# -- table 9 of OmniBench ---------------------------------------------------------------------------------------------

# Planning with and without the intent in the instruction (5.3).

_PLANNING = ("parallel_planning", "long_range_planning")


class IntentRow(TypedDict):
    """CR in per cent on the tests of planning, and the mean of the two; None where there is no task."""

    parallel_planning: float | None
    long_range_planning: float | None
    overall: float | None
    tasks: int


def intent_table(records: Iterable[EpisodeRecord]) -> dict[str, IntentRow]:
    """The rows "plain" and "intent" over the tasks that were played in both manners; empty if there is none.

    Plain is the manner ``bare``: of a task that tells its intent anyway it is left out there.
    """
    rows: dict[str, dict[str, list[EpisodeRecord]]] = {"plain": {}, "intent": {}}
    for record in scored(records):
        task, manner = parted(record.task_id)
        if manner in (Manner(bare=True), Manner(intent=True)):
            rows["intent" if manner.intent else "plain"].setdefault(task, []).append(record)
    both = [task for task in rows["plain"] if task in rows["intent"]]
    return {name: _row([r for task in both for r in of[task]], len(both)) for name, of in rows.items() if both}


def _row(records: list[EpisodeRecord], tasks: int) -> IntentRow:
    parallel, long_range = [mean_coverage(r for r in records if name in capabilities_of(r)) for name in _PLANNING]
    overall = None if parallel is None or long_range is None else (parallel + long_range) / 2
    return IntentRow(parallel_planning=parallel, long_range_planning=long_range, overall=overall, tasks=tasks)


# -- table 5 of OmniBench ---------------------------------------------------------------------------------------------

# CR on the tasks of each level of each complexity (5.3).


class LevelCell(TypedDict):
    """A cell: ``cr`` in per cent, None without a task; ``drop`` is by how much it is below the level before."""

    cr: float | None
    drop: float | None
    tasks: int


def level_table(records: Iterable[EpisodeRecord]) -> dict[str, dict[str, LevelCell]]:
    """The cells of an agent by dimension and level."""
    known = [(r, complexity_of_record(r)) for r in once(scored(records))]
    table: dict[str, dict[str, LevelCell]] = {}
    for dimension in DIMENSIONS:
        before: float | None = None
        table[dimension] = {}
        for name in LEVELS:
            of_level = [r for r, c in known if level(dimension, getattr(c, dimension)) == name]
            cr = mean_coverage(of_level)
            drop = None if before is None or cr is None else before - cr
            table[dimension][name] = LevelCell(cr=cr, drop=drop, tasks=len(of_level))
            before = cr
    return table


# -- how much it matters in which order the same graph is told (5.3) --------------------------------------------------


class Sensitivity(TypedDict):
    """``sensitivity`` is in points of CR, None without a task that was played in all orders; ``tasks`` counts those."""

    sensitivity: float | None
    tasks: int


def sensitivity(records: Iterable[EpisodeRecord]) -> Sensitivity:
    """The mean over tasks of the standard deviation of CR over the orders in which the task is told.

    The paper says no more than "standard deviation": it is taken of the whole population of three. Of an order that
    was played several times the mean counts.
    """
    played: dict[tuple[str, bool, bool], dict[int, list[float]]] = {}
    for record in scored(records):
        task, manner = parted(record.task_id)
        orders = played.setdefault((task, manner.low, manner.intent), {})
        orders.setdefault(manner.order, []).append(coverage_rate(record))
    whole = [orders for orders in played.values() if len(orders) == MOST_ORDERS]
    deviations = [pstdev(map(fmean, orders.values())) for orders in whole]
    return Sensitivity(sensitivity=100 * fmean(deviations) if whole else None, tasks=len(whole))


# -- figure 7 of OmniBench --------------------------------------------------------------------------------------------

# Chains against other graphs of as many nodes, edges and categories (5.2).


class Structures(TypedDict):
    """Chains and graphs, in per cent; None without a pair.

    ``pairs`` is how many pairs of one size there are; a size with two chains and three graphs has two.
    """

    chain_cr: float | None
    graph_cr: float | None
    chain_sr: float | None
    graph_sr: float | None
    pairs: int


def structures(records: Iterable[EpisodeRecord]) -> Structures:
    """Both kinds, weighted alike: of each size the means of its chains and of its graphs, by its number of pairs."""
    sizes: dict[tuple[int, int, int], tuple[list[EpisodeRecord], list[EpisodeRecord]]] = {}
    for record in once(scored(records)):
        complexity = complexity_of_record(record)
        if complexity.instruction > 1:
            chains, graphs = sizes.setdefault(same_size(complexity), ([], []))
            (chains if _is_chain(complexity) else graphs).append(record)
    pairs = [(min(map(len, both)), both) for both in sizes.values() if all(both)]
    total = sum(weight for weight, _ in pairs)

    def mean(kind: int, metric: str) -> float | None:
        of = coverage_rate if metric == "cr" else success_rate
        return 100 * sum(w * sum(map(of, both[kind])) / len(both[kind]) for w, both in pairs) / total if total else None

    return Structures(
        chain_cr=mean(0, "cr"), graph_cr=mean(1, "cr"), chain_sr=mean(0, "sr"), graph_sr=mean(1, "sr"), pairs=total
    )


def _is_chain(complexity: Complexity) -> bool:
    return complexity.branch == 1
