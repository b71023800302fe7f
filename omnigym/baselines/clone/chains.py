"""Chains of subtasks for training: newly composed, with parameters of training tasks alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, TypeAlias

from omnigym.errors import ConfigError
from omnigym.tasks.complexity import shape
from omnigym.tasks.compose import compose, leaves_a_trace
from omnigym.tasks.split import split_of
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task, stable_hash

__all__ = ["chains_of_two", "several"]

#: A shape by its name, nodes and width (`omnigym.tasks.complexity.shape`), and the number of apps.
_Kind: TypeAlias = tuple[str, int, int, int]
#: One after the other, and side by side, which takes ten times as long to put together.
_TWOS: Final[tuple[_Kind, ...]] = (*(("chain", 2, 1, apps) for apps in (2, 1, 2)),) * 3 + (("parallel", 2, 2, 2),)
#: What has other words between its steps.
_SHAPES: Final[tuple[_Kind, ...]] = (
    *(("chain", 2, 1, 2), ("parallel", 2, 2, 2), ("chain", 3, 1, 2)),
    *(("fork", 3, 2, 2), ("join", 3, 2, 2), ("parallel", 3, 2, 2)),
)
#: How many seeds are tried for each chain, and after how many in vain of few subtasks no more.
_TRIES, _IN_VAIN = 4, 24


def chains_of_two(subtasks: Sequence[Subtask], most: int, seed: int) -> list[Task]:
    """Return tasks of two subtasks, all different, none of them held out.

    Whether they can be done an oracle has to see.

    Args:
        subtasks: To choose from.
        most: How many; of few subtasks there are fewer.
        seed: Draws them.

    Returns:
        Tasks of the suite ``""``, nine of ten of which are chains, the others two steps side by side.
    """
    return list(islice(_different(subtasks, _TWOS, "of-two", most * _TRIES, seed), most))


def several(subtasks: Sequence[Subtask], most: int, seed: int) -> list[Task]:
    """Return tasks of two or three subtasks in all shapes, for their instructions; arguments as in `chains_of_two`."""
    return list(islice(_different(subtasks, _SHAPES, "told", most * _TRIES, seed), most))


def _different(subtasks: Sequence[Subtask], kinds: Sequence[_Kind], name: str, tries: int, seed: int) -> Iterator[Task]:
    pool = tuple(sorted((s for s in subtasks if leaves_a_trace(s)), key=lambda s: s.id))
    seen: set[int] = set()
    last = 0
    for n in range(tries):
        if n - last > _IN_VAIN:
            return
        form, nodes, width, apps = kinds[n % len(kinds)]
        drawn = stable_hash([seed, n]) % 2**32
        try:
            task = compose(
                shape(form, nodes, width),
                seed=drawn,
                subtasks=pool,
                split="train",
                apps=apps,
                task_id=f"{form}-{name}-{seed}-{n}",
            )
        except ConfigError:
            continue  # another seed may do
        content = stable_hash([[node.subtask, dict(node.parameters)] for node in task.nodes])
        if content not in seen and split_of(task) == "train":
            seen.add(content)
            last = n
            yield task
