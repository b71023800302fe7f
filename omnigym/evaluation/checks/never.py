"""The check of what cannot be done, for tasks whose right answer is FAIL."""

from __future__ import annotations

from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.verdict import Verdict, not_yet

__all__ = ["never"]


@check("never")
def never(_probe: Probe, why: str = "") -> Verdict:
    """It never passes; ``why`` says what is missing for it."""
    return not_yet(f"It cannot be done. {why}".strip())
