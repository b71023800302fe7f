"""A condition: the name of a check with its arguments, as in a task file or a subtask."""

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
    """The condition that all of these hold at the same time; events among them may have happened in any order."""
    return Condition("all", {"of": conditions})


def any_of(*conditions: Condition) -> Condition:
    """The condition that at least one of these holds."""
    return Condition("any", {"of": conditions})


def negate(condition: Condition) -> Condition:
    """The condition that another one does not hold; an event must not have happened since the previous condition."""
    return Condition("not", {"of": condition})
