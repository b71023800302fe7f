"""Chains of subtasks to learn from: put together anew, with parameters of training tasks alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from omnigym.errors import ConfigError
from omnigym.tasks.compose import compose, leaves_a_trace
from omnigym.tasks.shapes import shape
from omnigym.tasks.split import split_of
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task, stable_hash

__all__ = ["chains_of_two"]

#: One after the other, and side by side, which takes ten times as long to put together; with how many apps.
_KINDS: Final = (*(("chain", 2), ("chain", 1), ("chain", 2)) * 3, ("parallel", 2))
#: How many seeds are tried for each chain.
_TRIES: Final = 4


def chains_of_two(subtasks: Sequence[Subtask], most: int, seed: int) -> list[Task]:
    """Tasks of two subtasks, all different, none of them held out. Whether they can be done an oracle has to see.

    Args:
        subtasks: To choose from.
        most: How many; of few subtasks there are fewer.
        seed: Draws them.

    Returns:
        Tasks of the suite ``""``, nine of ten of which are chains, the others two steps side by side.
    """
    pool = tuple(sorted((s for s in subtasks if leaves_a_trace(s)), key=lambda s: s.id))
    return list(islice(_different(pool, most * _TRIES, seed), most))


def _different(pool: Sequence[Subtask], tries: int, seed: int) -> Iterator[Task]:
    seen: set[int] = set()
    for n in range(tries):
        name, apps = _KINDS[n % len(_KINDS)]
        drawn = stable_hash([seed, n]) % 2**32
        try:
            task = compose(
                shape(name, 2, 2 if name == "parallel" else 1),
                seed=drawn,
                subtasks=pool,
                split="train",
                apps=apps,
                task_id=f"{name}-of-two-{seed}-{n}",
            )
        except ConfigError:
            continue  # another seed may do
        content = stable_hash([[node.subtask, dict(node.parameters)] for node in task.nodes])
        if content not in seen and split_of(task) == "train":
            seen.add(content)
            yield task
