"""CRAB's files of composed tasks: read, and written so that they are equal when they are read back.

Such a file has an ``id``, a ``description``, ``tasks`` (each the id of a sub-task with the values of its attributes and
its output) and ``adjlist``, the edges as networkx writes them: a line for each task, its number and those after it.
Whatever else it has is passed on.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from omnigym.errors import TaskFileError, TooLargeError, UnreadableError
from omnigym.foreign import fault_in, parse_json, place_of, read_text, shown
from omnigym.foreign.limits import MAX_EDGES, MAX_ID, MAX_NODES, MAX_TASK_FILE, MAX_TEXT

__all__ = ["ComposedTask", "SubTask", "Value", "adjlist_of", "dumps_crab", "edges_of", "loads_crab", "read_crab"]

#: What an attribute or an output may be in a file.
Value: TypeAlias = str | int | float | bool | list[str]


class _Model(BaseModel):
    #: Keys that are not known are kept, and written again.
    model_config = ConfigDict(extra="allow", strict=True, frozen=True)


class SubTask(_Model):
    """One node of a file.

    Attributes:
        task: The id of its sub-task.
        attribute: The values of the sub-task's attributes, by name.
        output: What is known after it; None where nobody is told.
    """

    task: str = Field(min_length=1, max_length=MAX_ID)
    attribute: dict[str, Value] = {}
    output: Value | None = None


class ComposedTask(_Model):
    """A file.

    Attributes:
        description: What the agent is told.
        tasks: The nodes; edges name them by their place.
        adjlist: The edges, as networkx's ``generate_adjlist`` writes them.
        id: The task's id.
    """

    description: str = Field(max_length=MAX_TEXT)
    tasks: list[SubTask] = Field(min_length=1, max_length=MAX_NODES)
    adjlist: str = Field(max_length=MAX_TEXT)
    id: str = Field(min_length=1, max_length=MAX_ID)

    @property
    def edges(self) -> tuple[tuple[int, int], ...]:
        """The edges (before, after), by the places of the tasks.

        Raises:
            TaskFileError: See `edges_of`.
        """
        return edges_of(self.adjlist, len(self.tasks))


def loads_crab(text: str, name: str = "CRAB task") -> ComposedTask:
    """A composed task of a JSON text.

    Args:
        text: The text.
        name: Where it comes from, for messages.

    Raises:
        TaskFileError: It is no JSON, a field is missing or wrong, or an edge leads to no task.
    """
    try:
        data = parse_json(text)
    except (UnreadableError, TooLargeError) as e:
        raise TaskFileError(f"{name}: {e}. Mend the file.") from None
    if fault := fault_in(data):
        raise TaskFileError(f"{name}, {fault[0]}: {fault[1]}. Change it.")
    try:
        found = ComposedTask.model_validate(data)
    except ValidationError as e:
        error = e.errors(include_url=False, include_context=False)[0]
        place = place_of(error["loc"]) or "top level"
        raise TaskFileError(f"{name}, {place}: {error['msg']}, got {shown(error['input'])}. Correct it.") from None
    try:
        _ = found.edges
    except TaskFileError as e:
        raise TaskFileError(f"{name}, {e}") from None
    return found


def read_crab(path: str | Path) -> ComposedTask:
    """The composed task in a file.

    Raises:
        TaskFileError: It cannot be opened, or see `loads_crab`.
    """
    name = Path(path).name
    try:
        text = read_text(path, MAX_TASK_FILE)
    except (OSError, UnreadableError, TooLargeError) as e:
        raise TaskFileError(f"{name}: it cannot be read: {e}") from None
    return loads_crab(text, name)


def dumps_crab(task: ComposedTask) -> str:
    """A composed task as JSON, of which `loads_crab` makes an equal one."""
    return json.dumps(to_plain(task), ensure_ascii=False, indent=4)


def to_plain(task: ComposedTask) -> dict[str, Any]:
    """A composed task as plain values: those fields that it was given, and keys that are not known."""
    return task.model_dump(mode="json", exclude_unset=True)


def edges_of(adjlist: str, count: int) -> tuple[tuple[int, int], ...]:
    r"""The edges of a graph as networkx writes it: "0 1" says that 1 comes after 0; what follows a "#" is a comment.

    Args:
        adjlist: The text.
        count: How many nodes there are.

    Raises:
        TaskFileError: Something is no number of a node, or there are more edges than a graph may have.

    >>> edges_of("0 1 2\n1 2\n2", 3)
    ((0, 1), (0, 2), (1, 2))
    """
    edges: dict[tuple[int, int], None] = {}
    for line in adjlist.splitlines():
        numbers = [_number(word, count) for word in line.partition("#")[0].split()]
        edges |= dict.fromkeys([(numbers[0], after) for after in numbers[1:]])
        if len(edges) > MAX_EDGES:
            raise TaskFileError(f"adjlist: at most {MAX_EDGES:,} edges, got more. Leave some out.")
    return tuple(edges)


def _number(word: str, count: int) -> int:
    if word.isascii() and word.isdecimal() and len(word) < 10 and int(word) < count:
        return int(word)
    raise TaskFileError(f"adjlist: expected numbers of tasks, 0 to {count - 1}, got {shown(word)}. Correct it.")


def adjlist_of(edges: Sequence[tuple[int, int]], count: int) -> str:
    r"""The graph as networkx writes it.

    >>> adjlist_of([(0, 1)], 2)
    '0 1\n1'
    """
    after: Mapping[int, list[int]] = {n: [b for a, b in edges if a == n] for n in range(count)}
    return "\n".join([" ".join(map(str, (n, *found))) for n, found in after.items()])
