"""Ids of OmniBench's subtask metadata (C.1) for omnigym's subtasks: UUIDs of a subtask with its parameters.

OmniBench's tasks (C.4) name their nodes by the ids of subtasks and say no parameters. So each node of an exported task
has an entry of its own (C.1) with the one parameter set that it is done with, whose id is a UUID5 of both. Whoever has
the entry can compute it again, and so knows the subtask.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from uuid import NAMESPACE_OID, uuid5

from omnigym.tasks.subtask import Subtask, all_subtasks

__all__ = ["entry_id", "own_subtask"]

_NAMESPACE = uuid5(NAMESPACE_OID, "omnigym.subtask")


def entry_id(subtask: str, parameters: Mapping[str, object], again: int = 0) -> str:
    """The id of a subtask with its parameters.

    Args:
        subtask: The id of the subtask.
        parameters: Its parameters.
        again: How many nodes of the same task had both before.

    >>> entry_id("files/create-folder", {"name": "Reports", "folder": "Documents"})
    '5faaa7a5-b549-5c87-b9f8-c940ed1c707b'
    """
    name = json.dumps([subtask, dict(parameters), *([again] if again else [])], sort_keys=True, ensure_ascii=True)
    return str(uuid5(_NAMESPACE, name))


def own_subtask(
    entry: str, instruction: str, parameters: Mapping[str, object], most: int = 1
) -> tuple[Subtask, dict[str, object]] | None:
    """The subtask of omnigym that an entry stands for, and the parameters; None for one of somebody else's.

    Args:
        entry: Its id.
        instruction: Its template.
        parameters: Its one parameter set.
        most: How many nodes of its task may have both.
    """
    for subtask in _told().get(instruction, ()):
        if any(entry == entry_id(subtask.id, parameters, again) for again in range(most)):
            example = subtask.parameters[0]
            return subtask, {name: _like(example.get(name), value) for name, value in parameters.items()}
    return None


def _like(example: object, value: object) -> object:
    """A value that JSON made a list of a tuple."""
    return tuple(value) if isinstance(example, tuple) and isinstance(value, list) else value


@cache
def _told() -> Mapping[str, Sequence[Subtask]]:
    """All registered subtasks by their instruction."""
    found: dict[str, list[Subtask]] = {}
    for subtask in all_subtasks(None):
        found.setdefault(subtask.instruction, []).append(subtask)
    return found
