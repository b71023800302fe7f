"""The evaluated graph: nodes with runnable conditions."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from omnigym.devices.protocol import Device
from omnigym.errors import TaskFileError
from omnigym.evaluation.bound_check import BoundCheck, bind, describe, effects_of, negates
from omnigym.evaluation.condition import Condition
from omnigym.evaluation.dag import Dag, Edge, shared_dag
from omnigym.evaluation.probe import Probe, Reads
from omnigym.evaluation.world.effects import Effect, may_undo, setting_place
from omnigym.evaluation.world.opening import named_in
from omnigym.evaluation.world.trials import Choices, choices_of

__all__ = ["EvalGraph", "EvalNode", "Milestones", "expand", "node_of", "part_id"]


_TABLE, _SETTING = "content://", setting_place("")


@dataclass(frozen=True)
class EvalNode:
    """A node as the evaluator sees it.

    Attributes:
        id: Unique in the graph.
        bound_checks: Its conditions, in order.
        app, category: For metrics (logical consistency, knowledge complexity).
        milestones: Conditions on the way there, the nearest to the goal last; see `omnigym.evaluation.graph`.
        device: The name of the device that it is done on; "" where there is one.
        effects: What it may do to the user's data; None where nobody said, so that it may do anything.
        passing: Whether it need not be so any more at the end.
        named: All texts in the arguments of its conditions.
        momentary: Whether it leaves no file and no record, so that it is done in a state that one can pass through: a
            setting, a folder that is shown, a text on the clipboard. Of a node that says itself what is not to be
            (``not``), or looks at events, that is no matter.
        settings: The names of the settings that it may change.
        choices: The tables and files that it may change.
    """

    id: str
    bound_checks: tuple[BoundCheck, ...]
    app: str = ""
    category: str = ""
    milestones: tuple[Condition, ...] = ()
    device: str = ""
    effects: tuple[Effect, ...] | None = None
    passing: bool = False
    named: frozenset[str] = frozenset()
    momentary: bool = False
    settings: tuple[str, ...] = ()
    choices: Choices = field(default_factory=Choices)

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
        """Return a node of filled conditions; their effects are added to ``effects``.

        Raises:
            TaskFileError: No condition, an unknown check or wrong arguments.
        """
        if not conditions:
            raise TaskFileError(f"Node {node_id!r} has no condition, so it could never be judged. Give it one.")
        bound_checks = tuple(bind(c) for c in conditions)
        if effects is not None:
            effects = (*effects, *(e for c in conditions for e in effects_of(c)))
        about = app, category, tuple(milestones), device, effects, passing
        momentary = (
            effects is not None
            and all(e.at.startswith(_SETTING) for e in effects)
            and _is_open(conditions, bound_checks)
        )
        changed = dict.fromkeys([e.at.removeprefix(_SETTING) for e in effects or () if e.at.startswith(_SETTING)])
        settings = tuple([name for name in changed if "*" not in name])
        return cls(node_id, bound_checks, *about, named_in(conditions), momentary, settings, choices_of(effects or ()))

    @cached_property
    def milestone_checks(self) -> tuple[BoundCheck, ...]:
        """The runnable milestones, made on first use, since only one reward needs them.

        Raises:
            TaskFileError: An unknown check, wrong arguments, or a check of events or of the history: those
                leave no trace in the state.
        """
        bound_checks = tuple(bind(c) for c in self.milestones)
        for condition, bound_check in zip(self.milestones, bound_checks, strict=True):
            if bound_check.wants_events or bound_check.wants_history:
                raise TaskFileError(
                    f"A milestone looks at the state alone, got {describe(condition)}. Check the state."
                )
        return bound_checks


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
        """The permitted changes of each device's data, by its name; devices that permit all changes are left out."""
        named = {n.device: [m.effects for m in self.nodes if m.device == n.device] for n in self.nodes}
        return {
            device: tuple([e for some in effects for e in some or ()])
            for device, effects in named.items()
            if None not in effects
        }

    def leaves(self, index: int) -> bool:
        """Return whether a node leaves a file or a record that is to last."""
        node = self.nodes[index]
        return not node.passing and any(not e.at.startswith(_SETTING) for e in node.effects or ())

    def may_undo(self, index: int, before: int, shows: Mapping[str, str]) -> bool:
        """Return whether the work of a node may change the results of another one.

        Args:
            index: The node's place.
            before: The place of the other one.
            shows: By the address of a view, the table that it shows.
        """
        node, other = self.nodes[index], self.nodes[before]
        if node.device != other.device:
            return False
        if node.effects is None or other.effects is None:
            return True
        works, made = (
            [replace(e, at=shows[e.at], row={}, was={}) if e.at in shows else e for e in n.effects or ()]
            for n in (node, other)
        )
        return any(may_undo(e, result) for e in works for result in made)

    @cached_property
    def later(self) -> tuple[tuple[Effect, ...], ...]:
        """The changes that the later nodes of each node may make to files of its device."""
        found: list[list[Effect]] = [[] for _ in self.nodes]
        for i, node in enumerate(self.nodes):
            changes = [e for e in node.effects or () if e.how == "change" and _is_file(e)]
            for n in self.dag.ancestors[i] if changes else ():
                if self.nodes[n].device == node.device:
                    found[n] += changes
        return tuple(map(tuple, found))

    @classmethod
    def of(cls, nodes: Sequence[EvalNode], edges: Sequence[Edge] = ()) -> EvalGraph:
        """Return a graph of these nodes and edges (before, after)."""
        return cls(tuple(nodes), Dag(tuple(n.id for n in nodes), tuple(edges)))

    def only(self, ids: Collection[str]) -> EvalGraph:
        """Return the graph of some nodes, with the edges between them."""
        kept = frozenset(ids)
        nodes = [n for n in self.nodes if n.id in kept]
        return EvalGraph.of(nodes, [(a, b) for a, b in self.dag.edges if a in kept and b in kept])


def _is_file(effect: Effect) -> bool:
    return not effect.at.startswith((_TABLE, _SETTING))


def _is_open(conditions: Sequence[Condition], bound_checks: Sequence[BoundCheck]) -> bool:
    """Whether conditions ask for a state and say nothing of what is not to be."""
    happened = any(bound_check.wants_events or bound_check.wants_history for bound_check in bound_checks)
    return not happened and not any(negates(condition) for condition in conditions)


# -- subgraph inlining ------------------------------------------------------------------------------------------------

# Graphs whose nodes are small graphs of their own: CRAB 4.4 joins the evaluator sub-graphs of a task's sub-tasks.


def part_id(node: str, part: str) -> str:
    """Return the id of a part of a node in the expanded graph."""
    return f"{node}/{part}"


def node_of(part: str) -> str:
    """Return the id of the original node of a node of the expanded graph.

    >>> node_of(part_id("2", "saved")), node_of("2")
    ('2', '2')
    """
    return part.partition("/")[0]


def expand(dag: Dag, inside: Mapping[str, Dag]) -> Dag:
    """Return the graph in which parts, named "node/part", replace each node of ``inside``.

    An edge into such a node leads to each of its sources, and an edge out of it begins at each of its sinks: what comes
    before the node comes before all of its parts, and what comes after it after all of them. The parts stand where the
    node stood, so without any the graph stays the same object.

    Args:
        dag: The graph.
        inside: By ids of its nodes the graphs of their parts, none of them empty.

    Raises:
        TaskFileError: The nodes and edges are more than a graph may have, or a part's id is another node's, too.
    """
    within = {node: tuple([part_id(node, p) for p in inside[node].ids]) for node in dag.ids if node in inside}
    if not within:
        return dag
    ids = tuple([part for node in dag.ids for part in within.get(node, (node,))])
    Dag(ids)  # refuses too many before the pairs of sinks and sources are made: these are up to its square
    first = {n: [within[n][i] for i, before in enumerate(inside[n].predecessors) if not before] for n in within}
    last = {n: [within[n][i] for i, after in enumerate(inside[n].successors) if not after] for n in within}
    edges = [(part_id(n, a), part_id(n, b)) for n in within for a, b in inside[n].edges]
    edges += [(s, t) for a, b in dag.edges for s in last.get(a, (a,)) for t in first.get(b, (b,))]
    return shared_dag(ids, tuple(edges))


# -- the progress towards nodes that are not complete, for the shaped reward ------------------------------------------

# A milestone is a condition that holds on the way to a subtask: its document is open, its text is on the screen. The
# progress is a function of the device's current state: the last milestone that holds, whether or not the ones before
# it do. So going back lowers it again, and no loop of actions can collect reward. Milestones never influence a
# verdict.


class Milestones:
    """The milestones of a graph's nodes, evaluated on request.

    Args:
        graph: The graph of the task.
        devices: The devices by name; they are only read.
    """

    def __init__(self, graph: EvalGraph, devices: Mapping[str, Device]) -> None:
        self._graph = graph
        self._probes = {name: Probe(device) for name, device in devices.items()}
        self._known: dict[int, tuple[Reads, float]] = {}

    def refresh(self, answers: tuple[str, ...]) -> None:
        """Forget earlier reads. To be called before `share` whenever the device may have changed."""
        for probe in self._probes.values():
            probe.refresh(answers)

    def share(self, index: int) -> float:
        """Return the progress to a node, in [0, 1): k / (m + 1) if the k-th of m milestones is the last that holds.

        Args:
            index: Index of the node in the graph.
        """
        probe = self._probes[self._graph.nodes[index].device]
        known = self._known.get(index)
        if known is not None and all(probe.version(kind) == seen for kind, seen in known[0]):
            return known[1]
        bound_checks = self._graph.nodes[index].milestone_checks
        # From the last milestone backwards: the first that holds decides, and the others need not be read.
        probe.begin()
        furthest = next((n for n in range(len(bound_checks), 0, -1) if _holds(bound_checks[n - 1], probe)), 0)
        share = furthest / (len(bound_checks) + 1)
        if probe.has_versions:
            self._known[index] = probe.reads(), share
        return share


def _holds(bound_check: BoundCheck, probe: Probe) -> bool:
    return bool(bound_check.step(bound_check.initial, (), probe).verdict)
