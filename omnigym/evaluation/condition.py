"""A condition: a check by name with its arguments, as a task file or a subtask writes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Condition", "all_of", "any_of", "negate"]


@dataclass(frozen=True, slots=True)
class Condition:
    """A check by name, with JSON arguments whose strings may be templates ("{folder}/{name}").

    The combinators ``all``, ``any`` (argument ``of``: a list of conditions) and ``not`` (``of``: one condition)
    are written by `all_of`, `any_of` and `negate`.

    >>> Condition("folder_exists", {"path": "{folder}/{name}"}).check
    'folder_exists'
    """

    check: str
    args: Mapping[str, Any] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.check, repr(sorted(self.args.items()))))


def all_of(*conditions: Condition) -> Condition:
    """All of them hold at the same moment; events among them may have come in any order."""
    return Condition("all", {"of": conditions})


def any_of(*conditions: Condition) -> Condition:
    """At least one of them holds."""
    return Condition("any", {"of": conditions})


def negate(condition: Condition) -> Condition:
    """It does not hold; for an event: it has not happened since the condition before passed."""
    return Condition("not", {"of": condition})
