"""The draw: so many tasks of each test set, the same ones for the same pool, size and seed.

The test sets are the ten capabilities (Table 12), each level of each complexity (Table 5), pairs of a chain and another
graph of as many nodes, edges and categories (Figure 7), and tasks that are told in three orders (Table 8). A task may
be in several, and is draw_tasks once; what was draw_tasks for one set counts for all others that it is in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import zip_longest

from omnigym.benchmarks.composed.suite_files import composed_suite
from omnigym.devices.protocol import PLATFORMS
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
from omnigym.tasks.suites import load_task
from omnigym.tasks.task import Task, stable_hash

__all__ = ["PREFIX", "SIZE", "SUITE", "draw_tasks", "drawn_of", "find", "omnieval_suite", "rename_task", "same_size"]


#: The tasks of each set, if nothing else is said, and the most that are told in several orders: the paper has ten.
SIZE, _TOLD = 20, 10


def draw_tasks(pool: Iterable[Task], size: int = SIZE, seed: int = 0) -> tuple[Task, ...]:
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


# -- the suite ``omnieval``: what is draw_tasks, under ids and the name of a suite of its own
# ------------------------------

SUITE = "omnieval"
#: What the ids begin with; behind it stands the task's id in its pool.
PREFIX = f"{SUITE}/"


def drawn_of(pool: Iterable[Task], size: int = SIZE) -> tuple[Task, ...]:
    """The test sets of a pool, as tasks of the suite.

    Args:
        pool: Tasks of any suites.
        size: The tasks of each set.
    """
    return tuple([rename_task(t) for t in draw_tasks(pool, size)])


def rename_task(task: Task) -> Task:
    """A task of a pool as one of the suite."""
    return replace(task, id=f"{PREFIX}{task.id}", suite=SUITE)


@lru_cache(maxsize=16)
def omnieval_suite(platform: str, size: int = 0) -> tuple[Task, ...]:
    """The tasks that are draw_tasks on a platform, or on each of them, from the composed ones.

    Args:
        platform: A platform; "" for all.
        size: The tasks of each set; 0 for `SIZE`.
    """
    platforms = [platform] if platform else sorted(PLATFORMS)
    return tuple(t for p in platforms for t in drawn_of(composed_suite(p), size or SIZE))


def find(name: str) -> tuple[Task, ...]:
    """The task that has an id: the one behind it in its pool, rename_task.

    Raises:
        UnknownNameError: There is no such task in the pool.
    """
    return (rename_task(load_task(name.removeprefix(PREFIX))),)
