"""The graph that is evaluated: nodes with runnable conditions."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from omnigym.errors import TaskFileError
from omnigym.evaluation.condition import Condition
from omnigym.evaluation.dag import Dag, Edge
from omnigym.evaluation.fold import Fold, bind, describe, effects_of, negates
from omnigym.evaluation.world.effects import Effect, setting_place
from omnigym.evaluation.world.opening import named_in

__all__ = ["EvalGraph", "EvalNode"]

_TABLE, _SETTING = "content://", setting_place("")


@dataclass(frozen=True)
class EvalNode:
    """A node as the evaluator sees it.

    Attributes:
        id: Unique in the graph.
        folds: Its conditions, in order.
        app, category: For metrics (logical consistency, knowledge complexity).
        milestones: Conditions on the way there, the nearest to the goal last; see `omnigym.evaluation.milestones`.
        device: The name of the device that it is done on; "" where there is one.
        effects: What it may do to the user's data; None where nobody said, so that it may do anything.
        passing: Whether it need not be so any more at the end.
        named: All texts in the arguments of its conditions.
        momentary: Whether it leaves no file and no record, so that it is done in a state that one can pass through: a
            setting, a folder that is shown, a text on the clipboard. Of a node that says itself what is not to be
            (``not``), or looks at events, that is no matter.
        settings: The names of the settings that it may change.
    """

    id: str
    folds: tuple[Fold, ...]
    app: str = ""
    category: str = ""
    milestones: tuple[Condition, ...] = ()
    device: str = ""
    effects: tuple[Effect, ...] | None = None
    passing: bool = False
    named: frozenset[str] = frozenset()
    momentary: bool = False
    settings: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        node_id: str,
        conditions: Sequence[Condition],
        app: str = "",
        category: str = "",
        milestones: Sequence[Condition] = (),
        device: str = "",
        effects: Sequence[Effect] | None = None,
        passing: bool = False,
    ) -> EvalNode:
        """A node of filled conditions; to ``effects`` are added those that follow from them.

        Raises:
            TaskFileError: No condition, an unknown check or wrong arguments.
        """
        if not conditions:
            raise TaskFileError(f"Node {node_id!r} has no condition, so it could never be judged. Give it one.")
        folds = tuple(bind(c) for c in conditions)
        if effects is not None:
            effects = (*effects, *(e for c in conditions for e in effects_of(c)))
        about = app, category, tuple(milestones), device, effects, passing
        momentary = (
            effects is not None and all(e.at.startswith(_SETTING) for e in effects) and _is_open(conditions, folds)
        )
        changed = dict.fromkeys([e.at.removeprefix(_SETTING) for e in effects or () if e.at.startswith(_SETTING)])
        settings = tuple([name for name in changed if "*" not in name])
        return cls(node_id, folds, *about, named_in(conditions), momentary, settings)

    @cached_property
    def milestone_folds(self) -> tuple[Fold, ...]:
        """The milestones made runnable, when they are first asked for: only one of the rewards does.

        Raises:
            TaskFileError: An unknown check, wrong arguments, or a check of events or of the history: those
                leave no trace in the state.
        """
        folds = tuple(bind(c) for c in self.milestones)
        for condition, fold in zip(self.milestones, folds, strict=True):
            if fold.wants_events or fold.wants_history:
                raise TaskFileError(
                    f"A milestone looks at the state alone, got {describe(condition)}. Check the state."
                )
        return folds


@dataclass(frozen=True)
class EvalGraph:
    """Nodes and the order between them. Shared by all episodes of a task: it holds no state.

    Raises:
        TaskFileError: A duplicate id, a dangling edge or a cycle.
    """

    nodes: tuple[EvalNode, ...]
    dag: Dag

    @cached_property
    def allowed(self) -> Mapping[str, tuple[Effect, ...]]:
        """What may be done to the data of each device, by its name; without a device on which anything may be."""
        named = {n.device: [m.effects for m in self.nodes if m.device == n.device] for n in self.nodes}
        return {
            device: tuple([e for some in effects for e in some or ()])
            for device, effects in named.items()
            if None not in effects
        }

    def is_worked_on(self, index: int, shows: Mapping[str, str]) -> bool:
        """Whether a node that comes later may change what this one did.

        Args:
            index: The node's place.
            shows: By the address of a view, the table that it shows.
        """
        later = [n for i, n in enumerate(self.nodes) if index in self.dag.ancestors[i]]
        own, others = (
            {shows.get(e.at, e.at).casefold() for n in nodes for e in n.effects or ()}
            for nodes in ([self.nodes[index]], later)
        )
        return not own.isdisjoint(others)

    @cached_property
    def later(self) -> tuple[tuple[Effect, ...], ...]:
        """How the nodes that come after each node may change files of its device."""
        found: list[list[Effect]] = [[] for _ in self.nodes]
        for i, node in enumerate(self.nodes):
            changes = [e for e in node.effects or () if e.how == "change" and _is_file(e)]
            for n in self.dag.ancestors[i] if changes else ():
                if self.nodes[n].device == node.device:
                    found[n] += changes
        return tuple(map(tuple, found))

    @classmethod
    def of(cls, nodes: Sequence[EvalNode], edges: Sequence[Edge] = ()) -> EvalGraph:
        """A graph of these nodes and edges (before, after)."""
        return cls(tuple(nodes), Dag(tuple(n.id for n in nodes), tuple(edges)))

    def only(self, ids: Collection[str]) -> EvalGraph:
        """The graph of some of its nodes, with the edges between them."""
        kept = frozenset(ids)
        nodes = [n for n in self.nodes if n.id in kept]
        return EvalGraph.of(nodes, [(a, b) for a, b in self.dag.edges if a in kept and b in kept])


def _is_file(effect: Effect) -> bool:
    return not effect.at.startswith((_TABLE, _SETTING))


def _is_open(conditions: Sequence[Condition], folds: Sequence[Fold]) -> bool:
    """Whether conditions ask for a state and say nothing of what is not to be."""
    happened = any(fold.wants_events or fold.wants_history for fold in folds)
    return not happened and not any(negates(condition) for condition in conditions)
