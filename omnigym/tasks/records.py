"""The record of an episode of a task."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from omnigym.evaluation.record import Completion, EpisodeRecord, NodeRecord
from omnigym.tasks.modality_levels import dimension_of
from omnigym.tasks.scenarios import scope_of
from omnigym.tasks.split import split_of
from omnigym.tasks.task import Task

__all__ = ["record_of"]


def record_of(task: Task, completed: Iterable[tuple[str, int]] = (), **attributes: Any) -> EpisodeRecord:
    """Return an episode's record with the task's part filled in.

    Args:
        task: What was tried.
        completed: Pairs (node id, step), in the evaluator's order; the first step is 1.
        attributes: The other attributes of `omnigym.evaluation.record.EpisodeRecord`.
    """
    return EpisodeRecord(
        task_id=task.id,
        nodes=tuple(NodeRecord(p.id, b.subtask.id, p.app, b.subtask.category) for b, p in task.parts.values()),
        edges=task.expanded_dag.edges,
        completed=tuple(Completion(node, step) for node, step in completed),
        suite=task.suite,
        split=split_of(task),
        infeasible=task.infeasible,
        level=task.level,
        scope=scope_of(task.scenario),
        scenario=task.scenario,
        dimension=dimension_of(task),
        **attributes,
    )
