"""Figure 8 of OmniBench: why episodes failed (5.3), as far as a record shows it.

In the paper people look at 100 failures of each model and choose among five causes. Two of them a record shows by
itself: that the environment broke, and that the agent said it was done when it was not. What a person would tell apart
as a lack of knowledge, bad grounding or a misread instruction ended at a limit here; the others are what else a record
knows of an end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from omnigym.evaluation.record import EpisodeRecord

__all__ = ["CAUSES", "cause_of", "failure_causes"]

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
