"""Which subtasks can stand where in a graph, by the kinds of what they make and need alone."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from omnigym.evaluation.dag import Dag
from omnigym.tasks.subtask import Subtask

__all__ = ["choices_by_kind"]


def choices_by_kind(dag: Dag, pool: Sequence[Subtask]) -> tuple[tuple[Subtask, ...], ...]:
    """For each node the subtasks that are not ruled out; an empty one says that the graph cannot be composed.

    A subtask stays if its predecessors' choices can meet as many different needs of it as there are predecessors, and
    each successor's choices hold one that needs what it makes. What is ruled out at one node may rule out more at its
    neighbours, so this is repeated until nothing changes.
    """
    choices = [tuple(pool)] * len(dag.ids)
    while True:
        narrowed = [tuple(s for s in choices[i] if _can_stand(s, i, dag, choices)) for i in range(len(choices))]
        if narrowed == choices:
            return tuple(choices)
        choices = narrowed


def _can_stand(subtask: Subtask, index: int, dag: Dag, choices: Sequence[Sequence[Subtask]]) -> bool:
    makes = {r.kind for r in subtask.produces}
    for after in dag.successors[index]:
        if not any(n.resource.kind in makes for s in choices[after] for n in s.needs):
            return False
    made = [{r.kind for s in choices[p] for r in s.produces} for p in dag.predecessors[index]]
    needed = [n.resource.kind for n in subtask.needs]
    return any(
        all(kind in kinds for kind, kinds in zip(chosen, made, strict=True))
        for chosen in itertools.permutations(needed, len(made))
    )
