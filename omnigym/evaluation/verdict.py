"""The verdict: the result of a check."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

__all__ = ["Verdict", "VerdictStatus", "cannot_tell", "not_yet", "passed"]

VerdictStatus: TypeAlias = Literal["passed", "not_yet", "cannot_tell"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a check (OmniBench C.3's ``EvalResult``, with a third outcome).

    Attributes:
        status: ``passed``, ``not_yet``, or ``cannot_tell`` if the probe failed, or would have to read more than its
            limits.
        message: The reason, for a person.
        progress: The share of the conditions that passed before the first one that did not, in [0, 1].
    """

    status: VerdictStatus
    message: str = ""
    progress: float = 0.0

    def __bool__(self) -> bool:
        return self.status == "passed"


def passed(message: str = "") -> Verdict:
    """The verdict that the condition holds."""
    return Verdict("passed", message, 1.0)


def not_yet(message: str = "", progress: float = 0.0) -> Verdict:
    """The verdict that the condition does not hold."""
    return Verdict("not_yet", message, progress)


def cannot_tell(message: str) -> Verdict:
    """The verdict that nothing is known, because the device could not be read."""
    return Verdict("cannot_tell", message, 0.0)
