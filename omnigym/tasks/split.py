"""Training, held-out and test tasks, by a stable hash of subtask and parameters.

The parameter sets of a subtask are ordered by their hash; sets of which the instruction says the same count as one. The
first quarter is held out, and at least one text if there are two or more. So nearly every subtask has both kinds, the
split is the same in every process and on every machine, and adding a set moves few others. Parameters in none of the
sets are assigned by their hash only: those that are drawn by the hash of what is said of them, those of a node that
composition fills in by the hash of all of them.

A task is held out if any of its nodes is, so that no training task has a held-out combination. Composed tasks that say
what a training task says, word for word, are in ``said_in_training.json`` and belong to the training split.

The parameter sets in ``frozen.json`` are the frozen test set, a split of its own: nothing is trained on them and
nothing is tuned on them. Only tasks of one node are test tasks. Graphs keep the split that they had before the set was
frozen, and no new one of the split "train" is composed with such a node.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from string import Formatter
from typing import Literal, TypeAlias, get_args

from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task, stable_hash

__all__ = ["HELDOUT_SHARE", "SPLITS", "Split", "split_of", "split_of_node", "split_of_parameters"]

Split: TypeAlias = Literal["train", "heldout", "test"]
SPLITS: tuple[Split, ...] = get_args(Split)

#: Task ids of the frozen test set, each with the hash of its subtask and parameters.
_FROZEN = Path(__file__).with_name("frozen.json")
#: Ids of composed tasks with the words of a training task.
_SAID_IN_TRAINING = Path(__file__).with_name("said_in_training.json")

#: The held-out share of a subtask's parameter sets.
HELDOUT_SHARE = 0.25


def _hash(subtask: str, parameters: Mapping[str, object]) -> int:
    return stable_hash([subtask, dict(parameters)])


@lru_cache(maxsize=4096)
def _fields(template: str) -> frozenset[str]:
    """The parameters that an instruction says."""
    names = [name for _, name, _, _ in Formatter().parse(template) if name]
    return frozenset([name.partition("[")[0].partition(".")[0] for name in names])


def _said(subtask: Subtask, parameters: Mapping[str, object]) -> int:
    """The hash of a subtask and the parameters that its instruction says."""
    fields = _fields(subtask.instruction)
    return _hash(subtask.id, {name: value for name, value in parameters.items() if name in fields})


@lru_cache(maxsize=1024)
def _heldout_hashes(subtask: Subtask) -> tuple[Mapping[int, bool], Mapping[int, bool]]:
    """By the hash of each parameter set, and by that of what is said of one, whether it is held out."""
    said = {_hash(subtask.id, p): _said(subtask, p) for p in subtask.parameters}
    texts = list(dict.fromkeys([said[own] for own in sorted(said)]))
    count = max(1, round(HELDOUT_SHARE * len(texts))) if len(texts) > 1 else 0
    by_text = {text: rank < count for rank, text in enumerate(texts)}
    return {own: by_text[text] for own, text in said.items()}, by_text


@cache
def _test_hashes() -> frozenset[int]:
    """The hashes of the frozen test set."""
    listed: Mapping[str, str] = json.loads(_FROZEN.read_text(encoding="utf-8"))
    return frozenset(int(digest, 16) for digest in listed.values())


@cache
def _said_in_training() -> frozenset[str]:
    """The ids of the composed tasks with the words of a training task."""
    return frozenset(json.loads(_SAID_IN_TRAINING.read_text(encoding="utf-8")))


def split_of_parameters(subtask: Subtask, parameters: Mapping[str, object]) -> Split:
    """Return the split of a task that is a subtask with these parameters: of the same words it is the same."""
    own = _hash(subtask.id, parameters)
    if own in _test_hashes():
        return "test"
    known, by_text = _heldout_hashes(subtask)
    said = _said(subtask, parameters)
    return _by_rank(known.get(own, by_text.get(said)), said)


def split_of_node(subtask: Subtask, parameters: Mapping[str, object]) -> Split:
    """Return the split of a subtask with these parameters as a node of a graph; for its own sets the same."""
    return "test" if _hash(subtask.id, parameters) in _test_hashes() else _split_in_graph(subtask, parameters)


def _split_in_graph(subtask: Subtask, parameters: Mapping[str, object]) -> Split:
    """Where a node belongs but for the test set."""
    own = _hash(subtask.id, parameters)
    return _by_rank(_heldout_hashes(subtask)[0].get(own), own)


def _by_rank(heldout: bool | None, other: int) -> Split:
    """Decided by the rank among the sets, so that both splits have at least one, and if that is None by a hash."""
    return "heldout" if (other < HELDOUT_SHARE * 2**64 if heldout is None else heldout) else "train"


def split_of(task: Task) -> Split:
    """Return the split of a task."""
    nodes = [(s, n.parameters) for s, n in zip(task.subtasks, task.nodes, strict=True)]
    if len(nodes) == 1:
        return split_of_parameters(*nodes[0])
    if task.id in _said_in_training():
        return "train"
    return "heldout" if any(_split_in_graph(s, p) == "heldout" for s, p in nodes) else "train"
