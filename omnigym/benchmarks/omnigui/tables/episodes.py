"""Success of whole episodes by OmniGUI's levels and dimensions (3.2), as JSON values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from omnigym.benchmarks.omnigui import LEVELS
from omnigym.benchmarks.osmap.tables.matrix import MatrixCell, cell
from omnigym.evaluation.record import EpisodeRecord
from omnigym.tasks.modality_levels import NAMES

__all__ = ["ByLevel", "by_level"]


class ByLevel(TypedDict):
    """The success rates of a run.

    By dimension, as `omnigym.tasks.modality_levels.NAMES` calls it, or "overall", and by level or "overall".
    ``left_out`` is the number of unscored episodes, which are in no rate.
    """

    rates: dict[str, dict[str, MatrixCell]]
    left_out: int


def by_level(records: Iterable[EpisodeRecord]) -> ByLevel | None:
    """Return the success rates of all records with a level of OmniGUI; None if there are none."""
    every = [r for r in records if r.level in LEVELS]
    if not every:
        return None
    scored = [r for r in every if not r.unscored]
    return ByLevel(
        rates={
            dimension: {
                level: cell(
                    r for r in scored if level in ("overall", r.level) and dimension in ("overall", r.dimension)
                )
                for level in (*LEVELS, "overall")
            }
            for dimension in (*NAMES, "overall")
        },
        left_out=len(every) - len(scored),
    )
