"""Training, held-out and test tasks, by a stable hash of subtask and parameters.

The parameter sets of a subtask are ordered by their hash. The first quarter is held out, and at least one set if there
are two or more. So every subtask has both kinds, the split is the same in every process and on every machine, and
adding a set moves few others. Parameters in none of the sets (composition fills in what a predecessor produced) are
assigned by their hash only.

A task is held out if any of its nodes is, so that no training task has a held-out combination.

The parameter sets in ``frozen.json`` are the frozen test set, a split of its own: nothing is trained on them and
nothing is tuned on them. Only tasks of one node are test tasks. Graphs keep the split that they had before the set was
frozen, and no new one of the split "train" is composed with such a node.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task, stable_hash

__all__ = ["HELDOUT_SHARE", "SPLITS", "Split", "split_of", "split_of_parameters"]

Split: TypeAlias = Literal["train", "heldout", "test"]
SPLITS: tuple[Split, ...] = get_args(Split)

#: Task ids of the frozen test set, each with the hash of its subtask and parameters.
_FROZEN = Path(__file__).with_name("frozen.json")

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


@cache
def _test_hashes() -> frozenset[int]:
    """The hashes of the frozen test set."""
    listed: Mapping[str, str] = json.loads(_FROZEN.read_text(encoding="utf-8"))
    return frozenset(int(digest, 16) for digest in listed.values())


def split_of_parameters(subtask: Subtask, parameters: Mapping[str, object]) -> Split:
    """Return the split of a subtask with these parameters."""
    return "test" if _hash(subtask.id, parameters) in _test_hashes() else _by_rank(subtask, parameters)


def _by_rank(subtask: Subtask, parameters: Mapping[str, object]) -> Split:
    """Where they belong but for the test set."""
    own = _hash(subtask.id, parameters)
    known, heldout = _heldout_hashes(subtask)
    if own in known:  # decided by the rank among the sets, so that both splits have at least one
        return "heldout" if own in heldout else "train"
    return "heldout" if own < HELDOUT_SHARE * 2**64 else "train"


def split_of(task: Task) -> Split:
    """Return the split of a task."""
    nodes = [(s, n.parameters) for s, n in zip(task.subtasks, task.nodes, strict=True)]
    if len(nodes) == 1:
        return split_of_parameters(*nodes[0])
    return "heldout" if any(_by_rank(s, p) == "heldout" for s, p in nodes) else "train"
