"""The check of tasks that have their own judge."""

from __future__ import annotations

from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check

__all__ = ["own_judgement"]


@check("own_judgement")
def own_judgement(probe: Probe) -> Verdict:
    """The task's own judge counts the episode as a success (`omnigym.evaluation.judgement`)."""
    judgement = probe.judgement()
    return passed(judgement.message) if judgement.success else not_yet(judgement.message or "Not done yet.")
