"""Parts of a subtask: the nodes of its evaluator sub-graph (CRAB 4.4), if one tuple of conditions is not enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from omnigym.errors import TaskFileError
from omnigym.evaluation.condition import Condition
from omnigym.evaluation.dag import Dag, shared_dag
from omnigym.foreign import show_value

__all__ = ["Part", "order_of"]


@dataclass(frozen=True, slots=True)
class Part:
    """An intermediate result of a subtask that is evaluated and rewarded separately.

    Attributes:
        id: Unique in the subtask, without "/": the evaluator's node is "node/part".
        conditions: Latch in order; when the last has passed the part is complete.
        after: Ids of the parts that must be complete before this one is looked at.
        app: Where it is done; "" for the subtask's app.
        device: The name of the device on which it is judged, a template; "" for that of the node. The oracle acts
            on the node's.
        milestones: Conditions on the way to this part: see `omnigym.tasks.subtask.Subtask`.
        passing: Whether it need not be so any more at the end: an app in front, a program that is closed again.
    """

    id: str
    conditions: tuple[Condition, ...]
    after: tuple[str, ...] = ()
    app: str = ""
    device: str = ""
    milestones: tuple[Condition, ...] = ()
    passing: bool = False


def order_of(parts: Sequence[Part]) -> Dag:
    """Return the graph of a subtask's parts; the empty graph if it has none.

    Raises:
        TaskFileError: An id is empty, has a "/" in it or occurs twice; a part has no condition or comes after one that
            does not exist; the parts have a cycle, or are more than a graph may have.
    """
    for part in parts:
        if not part.id or "/" in part.id:
            raise TaskFileError(f"A part's id is not empty and has no '/' in it, got {show_value(part.id)}. Rename it.")
        if not part.conditions:
            raise TaskFileError(
                f"Part {show_value(part.id)} has no condition, so it could never be judged. Give it one."
            )
    return shared_dag(tuple([p.id for p in parts]), tuple([(before, p.id) for p in parts for before in p.after]))
