"""A condition, which is the name of a check with its arguments, and the verdict, which is its result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

__all__ = ["Condition", "Verdict", "VerdictStatus", "all_of", "another_came", "any_of", "cannot_tell"]
__all__ += ["measured_verdict", "negate", "not_yet", "passed"]


# -- the name of a check with its arguments, as in a task file or a subtask -------------------------------------------


@dataclass(frozen=True, slots=True)
class Condition:
    """A check by name, with JSON arguments whose strings may be templates ("{folder}/{name}").

    The combinators ``all``, ``any`` (argument ``of``: a list of conditions) and ``not`` (``of``: one condition)
    are written by `all_of`, `any_of` and `negate`, and ``another_came`` by the function of that name.

    >>> Condition("folder_exists", {"path": "{folder}/{name}"}).check
    'folder_exists'
    """

    check: str
    args: Mapping[str, Any] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.check, repr(sorted(self.args.items()))))


def all_of(*conditions: Condition) -> Condition:
    """Return the condition that all of these hold at the same time; events among them may happen in any order."""
    return Condition("all", {"of": conditions})


def any_of(*conditions: Condition) -> Condition:
    """Return the condition that at least one of these holds."""
    return Condition("any", {"of": conditions})


def negate(condition: Condition) -> Condition:
    """Return the negated condition; an event must not have happened since the previous condition."""
    return Condition("not", {"of": condition})


def another_came(choices: Mapping[str, Condition], than: str) -> Condition:
    """Return the condition that one of several choices was made, but not the requested one.

    Negated it makes the first choice count, whatever input it was made by: it latches. Choices that hold as the node
    becomes open are none, until they have ceased and hold once more.

    Args:
        choices: By name the condition that holds once a choice is made.
        than: The name of the choice that was asked for, or a template.
    """
    return Condition("another_came", {"of": tuple(choices.values()), "names": tuple(choices), "than": than})


# -- the result of a check --------------------------------------------------------------------------------------------

VerdictStatus: TypeAlias = Literal["passed", "not_yet", "cannot_tell"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a check (OmniBench C.3's ``EvalResult``, with a third outcome).

    Attributes:
        status: ``passed``, ``not_yet``, or ``cannot_tell`` if the probe failed, or would have to read more than its
            limits.
        message: The reason, for a person.
        progress: The share of the conditions that passed before the first one that did not, in [0, 1].
        score: The score in [0, 1] of a check that measures, such as how alike two pictures are; None of one that does
            not. Such a check passes with 1.
        by_agent: Whether a result is unknown because of what an agent can cause, such as a file of 100 MB. An episode
            that ends so is scored.
    """

    status: VerdictStatus
    message: str = ""
    progress: float = 0.0
    score: float | None = None
    by_agent: bool = False

    def __bool__(self) -> bool:
        return self.status == "passed"


def passed(message: str = "") -> Verdict:
    """Return the verdict that the condition holds."""
    return Verdict("passed", message, 1.0)


def not_yet(message: str = "", progress: float = 0.0) -> Verdict:
    """Return the verdict that the condition does not hold."""
    return Verdict("not_yet", message, progress)


def measured_verdict(score: float, message: str = "") -> Verdict:
    """The verdict of a check that measures: passed with 1, else not yet.

    Args:
        score: In [0, 1].
        message: The reason, for a person.
    """
    return Verdict("passed" if score == 1 else "not_yet", message, score, score)


def cannot_tell(message: str, *, by_agent: bool = False) -> Verdict:
    """Return the verdict that the result is unknown, because the device could not be read.

    Args:
        message: The reason, for a person.
        by_agent: Whether the agent can have caused it.
    """
    return Verdict("cannot_tell", message, 0.0, by_agent=by_agent)
