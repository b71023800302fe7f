"""The draw: so many tasks of each test set, the same ones for the same pool, size and seed.

The test sets are the ten capabilities (Table 12), each level of each complexity (Table 5), pairs of a chain and another
graph of as many nodes, edges and categories (Figure 7), and tasks that are told in three orders (Table 8). A task may
be in several, and is drawn once; what was drawn for one set counts for all others that it is in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from omnigym.tasks.complexity import (
    CAPABILITY_TASKS,
    DIMENSIONS,
    LEVELS,
    Complexity,
    Level,
    complexity_of,
    is_test_of,
    level,
)
from omnigym.tasks.instruction_styles.manner import MOST_ORDERS, Manner
from omnigym.tasks.instruction_styles.variants import can_be_told, tell
from omnigym.tasks.task import Task, stable_hash

__all__ = ["PREFIX", "SIZE", "SUITE", "drawn", "drawn_of", "renamed", "same_size"]


#: The tasks of each set, if nothing else is said, and the most that are told in several orders: the paper has ten.
SIZE, _TOLD = 20, 10


def drawn(pool: Iterable[Task], size: int = SIZE, seed: int = 0) -> tuple[Task, ...]:
    """The tasks of the test sets, of each as many as there are and at most ``size``.

    Args:
        pool: The tasks to draw from; a smaller size draws of the same sets.
        size: The tasks of each set.
        seed: Seeds the draw.
    """
    mixed = sorted(pool, key=lambda t: stable_hash([seed, t.id]))
    of = {t.id: complexity_of(t) for t in mixed}
    chosen: dict[str, Task] = {}
    for belongs in _sets():
        having = sum(belongs(of[name]) for name in chosen)
        fitting = (t for t in mixed if t.id not in chosen and belongs(of[t.id]))
        chosen |= {t.id: t for t, _ in zip(fitting, range(size - having), strict=False)}
    chosen |= {t.id: t for t in _pairs(mixed, [of[t.id] for t in mixed], size)}
    told = [t for t in chosen.values() if can_be_told(t, Manner(order=MOST_ORDERS - 1))][: min(size, _TOLD)]
    return (*chosen.values(), *[tell(t, Manner(order=n)) for t in told for n in range(1, MOST_ORDERS)])


def _sets() -> Iterator[Callable[[Complexity], bool]]:
    for capability in CAPABILITY_TASKS:
        yield lambda c, capability=capability: is_test_of(c, capability)  # type: ignore[misc]
    for dimension in DIMENSIONS:
        for of_level in LEVELS:
            yield _of_level(dimension, of_level)


def _of_level(dimension: str, of_level: Level) -> Callable[[Complexity], bool]:
    return lambda c: level(dimension, getattr(c, dimension)) == of_level


def same_size(complexity: Complexity) -> tuple[int, int, int]:
    """What a chain and the graph that it is compared with have in common: nodes, edges, categories (5.2, Figure 7)."""
    return complexity.instruction, complexity.dependency, complexity.knowledge


def _pairs(tasks: Sequence[Task], of: Sequence[Complexity], size: int) -> list[Task]:
    """At most ``size`` pairs of a chain and another graph of its size, of each size in turn."""
    groups: dict[tuple[int, int, int], tuple[list[Task], list[Task]]] = {}
    for task, complexity in zip(tasks, of, strict=True):
        if complexity.instruction > 1:
            chains, others = groups.setdefault(same_size(complexity), ([], []))
            (chains if complexity.branch == 1 else others).append(task)
    by_size = [list(zip(*groups[key], strict=False)) for key in sorted(groups)]
    in_turn = [pair for round_ in zip_longest(*by_size) for pair in round_ if pair is not None]
    return [task for pair in in_turn[:size] for task in pair]


# -- the suite ``omnieval``: what is drawn, under ids and the name of a suite of its own ------------------------------

SUITE = "omnieval"
#: What the ids begin with; behind it stands the task's id in its pool.
PREFIX = f"{SUITE}/"


def drawn_of(pool: Iterable[Task], size: int = SIZE) -> tuple[Task, ...]:
    """The test sets of a pool, as tasks of the suite.

    Args:
        pool: Tasks of any suites.
        size: The tasks of each set.
    """
    return tuple([renamed(t) for t in drawn(pool, size)])


def renamed(task: Task) -> Task:
    """A task of a pool as one of the suite."""
    return replace(task, id=f"{PREFIX}{task.id}", suite=SUITE)
