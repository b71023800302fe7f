"""Cost Efficiency (CE), CRAB 4.3."""

from __future__ import annotations

from omnigym.evaluation.metrics.completion_ratio import completion_ratio
from omnigym.evaluation.record import EpisodeRecord

__all__ = ["cost_efficiency"]


def cost_efficiency(record: EpisodeRecord) -> float | None:
    """Return CR / T, the completion ratio over the number of model tokens.

    None if the tokens are unknown or none were used (a scripted agent): that is not an efficiency of 0, so means leave
    it out.
    """
    return completion_ratio(record) / record.tokens if record.tokens else None
