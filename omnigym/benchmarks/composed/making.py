"""Making the tasks of the suite: the same subtasks give the same tasks on every machine."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from omnigym.errors import ConfigError, UnknownNameError
from omnigym.evaluation.dag import Dag
from omnigym.tasks.complexity import shape
from omnigym.tasks.compose import compose, leaves_a_trace
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.split import Split
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task, stable_hash

__all__ = ["PLAN", "make_suite"]

#: The shapes of the tasks: (name, number of nodes, number of branches).
PLAN: tuple[tuple[str, int, int], ...] = (
    *(("chain", n, 1) for n in range(2, 7)),
    *(("fork", n, 2) for n in (3, 4, 5)),
    *(("fork", n, 3) for n in (4, 5, 6)),
    *(("fork", n, 4) for n in (5, 6)),
    *(("join", n, 2) for n in (3, 4, 5, 6)),
    *(("join", n, 3) for n in (4, 5, 6)),
    *(("diamond", n, 2) for n in (4, 5, 6)),
    *(("diamond", n, 3) for n in (5, 6)),
    *(("parallel", n, 2) for n in (2, 3, 4, 5, 6)),
    *(("parallel", n, 3) for n in (3, 4, 5)),
    # Deep and wide, as sequential decision-making asks for (Table 12): the smallest graphs of depth 5 and width 5.
    ("broom", 9, 5),
    ("comb", 9, 5),
)


class _Extent(NamedTuple):
    """The extent of the suite on a platform.

    Attributes:
        name: Name of the usual device, used in the ids of its tasks. Results were published with these ids, so it must
            not be changed.
        counts: For each split, the number of tasks of each shape.
        apps: The numbers of apps in a task, used in turn, as far as there are enough nodes.
        nodes: The most nodes of a task.
        also: Shapes besides those of `PLAN`, always of as many apps as there are in a task.
    """

    name: str
    counts: tuple[tuple[Split, int], ...] = (("train", 16), ("heldout", 8))
    apps: tuple[int, ...] = (2, 3, 1, 4)
    nodes: int = 9
    also: tuple[tuple[str, int, int], ...] = ()


#: Smaller for real devices, on which actions take time, so that the whole suite can be proved.
_EXTENTS: Mapping[str, _Extent] = {
    "windows": _Extent("sim"),
    "linux": _Extent("x11", (("train", 5), ("heldout", 3)), (2, 3, 1, 3), 5),
    "web": _Extent("chromium", (("train", 3), ("heldout", 1)), (2, 3), 4),
    # Wide, and of many categories, as cross-domain decision-making asks for (Table 12): on a phone what follows from
    # what leads through few apps, so those that are deep besides are of too few.
    "android": _Extent("phone", (("train", 7), ("heldout", 4)), (3, 2, 4), also=(("fork", 8, 5),)),
}
#: The most words of an instruction: OmniBench's have 52 in the mean, and nobody asks for more in one breath. Tasks of
#: more than six nodes take more.
_WORDS, _LONG, _LONG_WORDS = 70, 6, 150
#: The number of seeds that are tried for a task, and for a long one, which is often told in too many words.
_TRIES, _LONG_TRIES = 3, 12


def make_suite(platform: str, shapes: Collection[str] = ()) -> Iterator[Task]:
    """The tasks of a platform, made from all subtasks that can be done on it.

    Args:
        platform: The platform.
        shapes: The names of the only shapes to make; all if there are none.

    Raises:
        UnknownNameError: There is no such platform.
    """
    if platform not in _EXTENTS:
        raise UnknownNameError("platform", platform, _EXTENTS)
    extent = _EXTENTS[platform]
    pool = tuple(s for s in all_subtasks() if platform in s.platforms and leaves_a_trace(s))
    seen: set[str] = set()
    plan = [p for p in (*PLAN, *extent.also) if p[1] <= extent.nodes and (not shapes or p[0] in shapes)]
    for name, nodes, branches in plan:
        numbers = (max(extent.apps),) if (name, nodes, branches) in extent.also else extent.apps
        dag = shape(name, nodes, branches)
        for split, count in extent.counts:
            for n in range(count):
                task_id = f"composed-2/{extent.name}-{name}-{nodes}x{branches}-{split}-{n}"
                task = _one(dag, pool, split, task_id, numbers[n % len(numbers)])
                if task is None or not _short(task):
                    continue
                if (content := _content(task)) not in seen:
                    seen.add(content)
                    yield task


def _content(task: Task) -> str:
    return repr(sorted(f"{n.subtask} {sorted(n.parameters.items())}" for n in task.nodes))


def _one(dag: Dag, pool: Sequence[Subtask], split: Split, task_id: str, apps: int) -> Task | None:
    """A task with at most a number of apps, and with so many if possible; None if no task can be made."""
    rng = random.Random(stable_hash(task_id))
    long = len(dag.ids) > _LONG
    # So many steps that belong together are in no app alone.
    wanted = min(max(apps, 2) if long else apps, len({s.app for s in pool}), len(dag.ids))
    for _ in range(_LONG_TRIES if long else _TRIES):
        seed = rng.randrange(2**32)
        try:
            made = compose(dag, seed=seed, subtasks=pool, split=split, apps=wanted, task_id=task_id, suite="composed-2")
        except ConfigError:
            continue  # another seed may do
        if _short(made) or not long:
            return made
    return None


def _short(task: Task) -> bool:
    return len(task.instruction.split()) <= (_LONG_WORDS if len(task.nodes) > _LONG else _WORDS)
