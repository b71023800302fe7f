"""Figure 7 of OmniBench: chains against other graphs of as many nodes, edges and categories (5.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from omnigym.evaluation.metrics.coverage_rate import coverage_rate
from omnigym.evaluation.metrics.success_rate import success_rate
from omnigym.evaluation.record import EpisodeRecord
from omnigym.runs.omnieval.counting import once, scored
from omnigym.tasks.complexity import Complexity, complexity_of_record
from omnigym.tasks.omnieval.drawing import same_size

__all__ = ["Structures", "structures"]


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
