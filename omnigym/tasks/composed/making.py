"""Makes the tasks of the suite: the same subtasks give the same tasks, on every machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from omnigym.errors import ConfigError
from omnigym.evaluation.dag import Dag
from omnigym.tasks.compose import compose
from omnigym.tasks.shapes import shape
from omnigym.tasks.split import Split
from omnigym.tasks.subtask import Subtask, all_subtasks
from omnigym.tasks.task import Task

__all__ = ["PLAN", "make_suite"]

#: Which shapes, with how many nodes and branches.
PLAN: tuple[tuple[str, int, int], ...] = (
    *(("chain", n, 1) for n in (2, 3, 4, 5, 6)),
    *(("fork", n, 2) for n in (3, 5)),
    *(("fork", n, n - 1) for n in (4, 6)),
    *(("join", n, 2) for n in (3, 5)),
    *(("diamond", n, 2) for n in (4, 6)),
    *(("ladder", n, 2) for n in (5,)),
    ("fork", 8, 3),
    ("fork", 10, 3),
)
#: How many tasks of each shape there are for each split.
_COUNT: tuple[tuple[Split, int], ...] = (("train", 8), ("heldout", 4))
#: How many seeds are tried for each of them.
_SEEDS = 6


def make_suite(device: str) -> Iterator[Task]:
    """The tasks of a device, made of all the subtasks that run on it."""
    pool = tuple(s for s in all_subtasks() if device in s.devices)
    seen: set[tuple[str, ...]] = set()
    for name, nodes, branches in PLAN:
        dag = shape(name, nodes, branches)
        for split, count in _COUNT:
            for n in range(count):
                task_id = f"composed/{device}-{name}-{nodes}x{branches}-{split}-{n}"
                task = _one(dag, pool, split, task_id, n)
                key = tuple(sorted(f"{b.subtask} {sorted(b.parameters.items())}" for b in task.nodes)) if task else ()
                if task is not None and key not in seen:
                    seen.add(key)
                    yield task


def _one(dag: Dag, pool: Sequence[Subtask], split: Split, task_id: str, number: int) -> Task | None:
    """The task of that number, or None where the subtasks do not give it."""
    for attempt in range(_SEEDS):
        try:
            return compose(
                dag, seed=number * _SEEDS + attempt, subtasks=pool, split=split, task_id=task_id, suite="composed"
            )
        except ConfigError:
            continue  # another seed may do
    return None
