"""What a check returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

__all__ = ["Verdict", "VerdictStatus", "cannot_tell", "not_yet", "passed"]

VerdictStatus: TypeAlias = Literal["passed", "not_yet", "cannot_tell"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a check (OmniBench C.3's ``EvalResult``, with a third outcome).

    Attributes:
        status: ``passed``, ``not_yet``, or ``cannot_tell`` when the probe, not the agent, failed, or would have to read
            more than it does.
        message: Why, for a person.
        progress: In [0, 1]: the conditions passed before the first that has not, over their number.
    """

    status: VerdictStatus
    message: str = ""
    progress: float = 0.0

    def __bool__(self) -> bool:
        return self.status == "passed"


def passed(message: str = "") -> Verdict:
    """The condition holds."""
    return Verdict("passed", message, 1.0)


def not_yet(message: str = "", progress: float = 0.0) -> Verdict:
    """The condition does not hold."""
    return Verdict("not_yet", message, progress)


def cannot_tell(message: str) -> Verdict:
    """The device could not be read, so nothing is known."""
    return Verdict("cannot_tell", message, 0.0)
