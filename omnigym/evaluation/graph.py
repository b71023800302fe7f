"""The graph that is evaluated: nodes with runnable conditions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from omnigym.errors import TaskFileError
from omnigym.evaluation.condition import Condition
from omnigym.evaluation.dag import Dag, Edge
from omnigym.evaluation.fold import Fold, bind

__all__ = ["EvalGraph", "EvalNode"]


@dataclass(frozen=True)
class EvalNode:
    """A node as the evaluator sees it.

    Attributes:
        id: Unique in the graph.
        folds: Its conditions, in order.
        app, category: For metrics (logical consistency, knowledge complexity).
    """

    id: str
    folds: tuple[Fold, ...]
    app: str = ""
    category: str = ""

    @classmethod
    def of(cls, node_id: str, conditions: Sequence[Condition], app: str = "", category: str = "") -> EvalNode:
        """A node of filled conditions.

        Raises:
            TaskFileError: No condition, an unknown check or wrong arguments.
        """
        if not conditions:
            raise TaskFileError(f"Node {node_id!r} has no condition, so it could never be judged. Give it one.")
        return cls(node_id, tuple(bind(c) for c in conditions), app, category)


@dataclass(frozen=True)
class EvalGraph:
    """Nodes and the order between them. Shared by all episodes of a task: it holds no state.

    Raises:
        TaskFileError: A duplicate id, a dangling edge or a cycle.
    """

    nodes: tuple[EvalNode, ...]
    dag: Dag

    @classmethod
    def of(cls, nodes: Sequence[EvalNode], edges: Sequence[Edge] = ()) -> EvalGraph:
        """A graph of these nodes and edges (before, after)."""
        return cls(tuple(nodes), Dag(tuple(n.id for n in nodes), tuple(edges)))
