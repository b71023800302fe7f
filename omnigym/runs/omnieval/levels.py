"""Table 5 of OmniBench: CR on the tasks of each level of each complexity (5.3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from omnigym.evaluation.record import EpisodeRecord
from omnigym.runs.omnieval.counting import mean_coverage, once, scored
from omnigym.tasks.complexity import DIMENSIONS, LEVELS, complexity_of_record, level

__all__ = ["LevelCell", "level_table"]


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
