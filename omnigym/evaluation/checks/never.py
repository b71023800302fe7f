"""The check that never passes, for infeasible tasks, whose right answer is FAIL."""

from __future__ import annotations

from omnigym.evaluation.condition import Verdict, not_yet
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check

__all__ = ["never"]


@check("never")
def never(_probe: Probe, why: str = "") -> Verdict:
    """Never pass; ``why`` gives the reason why the task is infeasible."""
    return not_yet(f"It cannot be done. {why}".strip())
