"""Table 8 of OmniBench: how much it matters in which order the same graph is told (5.3)."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean, pstdev
from typing import TypedDict

from omnigym.evaluation.metrics.coverage_rate import coverage_rate
from omnigym.evaluation.record import EpisodeRecord
from omnigym.runs.omnieval.counting import scored
from omnigym.tasks.telling.manner import parted
from omnigym.tasks.telling.orders import MOST_ORDERS

__all__ = ["Sensitivity", "sensitivity"]


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
