"""Training and held-out tasks, by a stable hash of subtask and parameters.

The parameter sets of a subtask are ordered by their hash. The first quarter is held out, and at least one set if there
are two or more. So every subtask has both kinds, the split is the same in every process and on every machine, and
adding a set moves few others. Parameters in none of the sets (composition fills in what a predecessor produced) are
assigned by their hash only.

A task is held out if any of its nodes is, so that no training task has a held-out combination.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, TypeAlias, get_args

from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task, stable_hash

__all__ = ["HELDOUT_SHARE", "SPLITS", "Split", "split_of", "split_of_parameters"]

Split: TypeAlias = Literal["train", "heldout"]
SPLITS: tuple[Split, ...] = get_args(Split)

#: The held-out share of a subtask's parameter sets.
HELDOUT_SHARE = 0.25


def _hash(subtask: str, parameters: Mapping[str, object]) -> int:
    return stable_hash([subtask, dict(parameters)])


@lru_cache(maxsize=1024)
def _heldout_hashes(subtask: Subtask) -> tuple[frozenset[int], frozenset[int]]:
    """The hashes of all the parameter sets, and of those that are held out."""
    hashes = sorted(_hash(subtask.id, p) for p in subtask.parameters)
    count = max(1, round(HELDOUT_SHARE * len(hashes))) if len(hashes) > 1 else 0
    return frozenset(hashes), frozenset(hashes[:count])


def split_of_parameters(subtask: Subtask, parameters: Mapping[str, object]) -> Split:
    """Where a subtask with these parameters belongs."""
    own = _hash(subtask.id, parameters)
    known, heldout = _heldout_hashes(subtask)
    if own in known:  # decided by the rank among the sets, so that both splits have at least one
        return "heldout" if own in heldout else "train"
    return "heldout" if own < HELDOUT_SHARE * 2**64 else "train"


def split_of(task: Task) -> Split:
    """The split of a task."""
    nodes = zip(task.subtasks, task.nodes, strict=True)
    return "heldout" if any(split_of_parameters(s, n.parameters) == "heldout" for s, n in nodes) else "train"
