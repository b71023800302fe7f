"""Composition of a task with chosen levels of the five complexities (OmniBench 3.2)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

from omnigym.errors import ConfigError, UnknownNameError
from omnigym.evaluation.dag import Dag
from omnigym.tasks.complexity import DIMENSIONS, SHAPES, Level, complexity_of, level, shape
from omnigym.tasks.compose import compose
from omnigym.tasks.split import Split
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task

__all__ = ["compose_levels", "shapes_of_levels"]

#: Larger graphs are not tried; every level is reached with fewer nodes.
_MOST_NODES = 12
#: The number of seeds that are tried for a shape.
_SEEDS = 8


def shapes_of_levels(levels: Mapping[str, Level]) -> Iterator[Dag]:
    """Yield the shapes with the given levels, small ones first, unconnected ones last.

    The level of ``knowledge`` is ignored, since it depends on the subtasks and not on the shape.

    Args:
        levels: Dimension -> level; other dimensions may have any level.

    Raises:
        UnknownNameError: There is no such dimension.
    """
    for dimension in levels:
        if dimension not in DIMENSIONS:
            raise UnknownNameError("dimension of complexity", dimension, DIMENSIONS)
    seen: set[Dag] = set()
    kinds = [n for n in SHAPES if n != "parallel"], ["parallel"]
    for names, nodes in itertools.product(kinds, range(1, _MOST_NODES + 1)):
        for name, branches in itertools.product(names, range(1, nodes + 1)):
            dag = _shape(name, nodes, branches)
            if dag is not None and dag not in seen and _fits(dag, levels):
                seen.add(dag)
                yield dag


def _shape(name: str, nodes: int, branches: int) -> Dag | None:
    try:
        return shape(name, nodes, branches)
    except ConfigError:
        return None


def _fits(dag: Dag, levels: Mapping[str, Level]) -> bool:
    numbers = {
        "dependency": len(dag.edges),
        "instruction": len(dag.ids),
        "hierarchy": dag.depth,
        "branch": dag.width,
    }
    return all(level(d, n) == levels[d] for d, n in numbers.items() if d in levels)


def compose_levels(
    levels: Mapping[str, Level],
    *,
    seed: int,
    subtasks: Sequence[Subtask] | None = None,
    split: Split | None = None,
) -> Task:
    """Return a task with these levels.

    Args:
        levels: Dimension -> level, for example ``{"branch": "hard", "knowledge": "medium"}``.
        seed: Selects one of the many possible tasks.
        subtasks: The subtasks to choose from; by default all.
        split: As for `omnigym.tasks.compose.compose`.

    Raises:
        ConfigError: No task of these levels can be made.
    """
    for dag in shapes_of_levels(levels):
        for attempt in range(_SEEDS):
            try:
                task = compose(dag, seed=seed * _SEEDS + attempt, subtasks=subtasks, split=split, sensible=False)
            except ConfigError:
                break  # the next shape may be easier
            complexity = complexity_of(task)
            if all(level(d, getattr(complexity, d)) == wanted for d, wanted in levels.items()):
                return task
    wanted = ", ".join(f"{d} {value}" for d, value in levels.items()) or "any level"
    raise ConfigError(
        f"No task of {wanted} can be made of these subtasks. Ask for other levels or allow more subtasks."
    )
