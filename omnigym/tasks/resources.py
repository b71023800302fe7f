"""The kinds of resources of subtasks: who makes them, who needs them, which of them lead from one app to another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from omnigym.tasks.subtask import Subtask

__all__ = ["Kind", "kinds_of"]


class Kind(NamedTuple):
    """A kind of resources.

    Attributes:
        name: It.
        makers: The apps whose subtasks make one, sorted.
        users: The apps whose subtasks need one, and take whatever was made.
        given: The apps whose subtasks need one of known content (`Need.given`), which nobody else makes.
    """

    name: str
    makers: tuple[str, ...]
    users: tuple[str, ...]
    given: tuple[str, ...]

    @property
    def crosses(self) -> bool:
        """Whether what one app makes another one needs."""
        return bool(self.makers and self.users) and len({*self.makers, *self.users}) > 1

    @property
    def is_dead_end(self) -> bool:
        """Whether it is made, and nobody needs what was made."""
        return bool(self.makers) and not self.users

    @property
    def is_missing(self) -> bool:
        """Whether it is needed, and nobody makes one."""
        return not self.makers


def kinds_of(subtasks: Iterable[Subtask]) -> tuple[Kind, ...]:
    """The kinds of resources of some subtasks, by name."""
    makers: dict[str, set[str]] = defaultdict(set)
    users: dict[str, set[str]] = defaultdict(set)
    given: dict[str, set[str]] = defaultdict(set)
    for subtask in subtasks:
        for resource in subtask.produces:
            makers[resource.kind].add(subtask.app)
        for need in subtask.needs:
            (given if need.given else users)[need.resource.kind].add(subtask.app)
    names = sorted({*makers, *users, *given})
    return tuple([Kind(n, *(tuple(sorted(apps[n])) for apps in (makers, users, given))) for n in names])
