"""The graph evaluator (OmniBench 4.1, CRAB 4.2).

Each node is Completed, Evaluating or Waiting. After each action the Evaluating nodes are checked; a completion
activates its successors, which are checked in the same step, each node at most once a step. A completion stays.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple

from omnigym.a11y import Tree
from omnigym.actions import Action, Submit
from omnigym.devices.naming import Devices, by_name
from omnigym.devices.protocol import HasAccessibilityTree
from omnigym.errors import ConfigError
from omnigym.evaluation.events import Event, derive
from omnigym.evaluation.fold import Fold
from omnigym.evaluation.graph import EvalGraph
from omnigym.evaluation.judgement import Judge, Judgement
from omnigym.evaluation.milestones import Milestones
from omnigym.evaluation.probe import Probe, ReadKind, Reads
from omnigym.evaluation.verdict import Verdict, not_yet

__all__ = ["EvaluatorState", "GraphEvaluator", "NodeState", "NodeStatus", "StepResult"]


class NodeStatus(enum.IntEnum):
    """Where a node is. The numbers are in observations."""

    WAITING = 0
    EVALUATING = 1
    COMPLETED = 2


class NodeState(NamedTuple):
    """One node's progress.

    Attributes:
        status: Where it is.
        passed: How many of its conditions have passed; they latch, in order.
        fold: The state of the first condition that has not.
        verdict: The last one.
        reads: What that verdict was made of; None when it must be made anew at the next step.
    """

    status: NodeStatus
    passed: int
    fold: Any
    verdict: Verdict
    reads: Reads | None


class EvaluatorState(NamedTuple):
    """All that an evaluator knows of an episode, as one immutable value.

    Attributes:
        nodes: In the graph's order.
        answer: What the agent submitted last.
    """

    nodes: tuple[NodeState, ...]
    answer: str | None = None


class StepResult(NamedTuple):
    """What a step changed.

    Attributes:
        completed: Ids of the nodes completed by it, in the order in which they were found complete.
        done: Whether every node is complete.
    """

    completed: tuple[str, ...]
    done: bool


_NOT_CHECKED = not_yet("Not checked yet.")
_NOTHING, _DONE = StepResult((), False), StepResult((), True)


class GraphEvaluator:
    """Follows a device, or several, through episodes of one task.

    In each step of an environment::

        evaluator.before(action)    # derives the events, only if a node that is Evaluating wants them
        device.act(action)
        result = evaluator.step()

    Args:
        graph: The task's.
        devices: Read, never acted on. Where there are several, by the names that the nodes give; each has a probe
            of its own, and a node sees the events of its own device alone.
        at_end: Judge the final state alone, in `finish` (OSWorld, OS-MAP).

    Raises:
        ConfigError: There is no device of a node's name; or ``at_end`` with a check of events: those of the past are
            not in the final state.
    """

    def __init__(self, graph: EvalGraph, devices: Devices, *, at_end: bool = False) -> None:
        if at_end and any(f.wants_events for n in graph.nodes for f in n.folds):
            raise ConfigError("A task with evaluate='at_end' cannot check events. Check the state, or at each step.")
        self.graph, self._at_end = graph, at_end
        named = by_name(devices, {n.device for n in graph.nodes})
        self._probes = {name: Probe(device) for name, device in named.items()}
        self._milestones = Milestones(graph, named)
        self._trees = {name: device for name, device in named.items() if isinstance(device, HasAccessibilityTree)}
        self._initial = self._state = self._start()
        self._events: tuple[Event, ...] = ()
        #: The device of these events.
        self._acted = ""
        self._watch: tuple[tuple[Callable[[ReadKind], Hashable], ReadKind, Hashable], ...] | None = None
        #: The devices whose events an Evaluating node wants.
        self._wants_events: frozenset[str] = frozenset()
        self.done = False
        self._nothing = _NOTHING
        self.reset()

    def _start(self) -> EvaluatorState:
        sources = [not before for before in self.graph.dag.predecessors]
        return EvaluatorState(
            tuple(
                NodeState(
                    NodeStatus.EVALUATING if source else NodeStatus.WAITING,
                    0,
                    node.folds[0].initial,
                    _NOT_CHECKED,
                    None,
                )
                for node, source in zip(self.graph.nodes, sources, strict=True)
            )
        )

    # -- an episode ---------------------------------------------------------------------------------------------------

    def reset(self, judge: Judge | None = None) -> None:
        """A new episode; nothing of the last one is left.

        Args:
            judge: Who judges it, where the task does so itself.
        """
        for probe in self._probes.values():
            probe.judge_by(judge)
        self.restore(self._initial)

    def before(self, action: Action, device: str = "") -> None:
        """Say what is about to be done. To be called while the screen is still the one the agent saw.

        Args:
            action: The action.
            device: The name of the device that it is done on.
        """
        if self._wants_events and device in self._wants_events:
            self._events, self._acted = derive(action, self._tree(device)), device
        if type(action) is Submit:
            self._state = self._state._replace(answer=action.answer)
            self._refresh(action.answer)

    def _tree(self, device: str) -> Tree | None:
        return self._trees[device].tree() if device in self._trees else None

    def _refresh(self, answer: str | None) -> None:
        for probe in self._probes.values():
            probe.refresh(answer)

    def step(self) -> StepResult:
        """Check the Evaluating nodes against the state after the action."""
        if self._unchanged():
            return self._nothing
        return self._check()

    def finish(self) -> StepResult:
        """The episode has ended: with ``at_end`` the nodes are checked now, else once more where needed."""
        if self._at_end:
            return self._check()
        return self.step()

    def _unchanged(self) -> bool:
        """Whether no verdict can have changed: this is all that most steps cost."""
        if self._at_end:
            return True
        watch = self._watch
        if self._events or watch is None:
            return False
        for version, kind, seen in watch:  # noqa: SIM110 - a generator would cost as much as the comparisons
            if version(kind) != seen:
                return False
        return True

    # -- checking -----------------------------------------------------------------------------------------------------

    def _check(self) -> StepResult:
        state, events, acted = self._state, self._events, self._acted
        self._events = ()
        self._refresh(state.answer)
        nodes, dag = list(state.nodes), self.graph.dag
        completed: list[str] = []
        queue = [(i, events) for i in dag.order if nodes[i].status is NodeStatus.EVALUATING]
        for i, seen in queue:
            nodes[i] = self._check_node(i, nodes[i], seen if self.graph.nodes[i].device == acted else ())
            if nodes[i].status is not NodeStatus.COMPLETED:
                continue
            completed.append(self.graph.nodes[i].id)
            for s in dag.successors[i]:
                if all(nodes[p].status is NodeStatus.COMPLETED for p in dag.predecessors[s]):
                    nodes[s] = nodes[s]._replace(status=NodeStatus.EVALUATING)
                    queue.append((s, ()))  # it sees events from now on, not those that completed its predecessor
        self.restore(EvaluatorState(tuple(nodes), state.answer))
        return StepResult(tuple(completed), self.done) if completed else self._nothing

    def _check_node(self, i: int, node: NodeState, events: Sequence[Event]) -> NodeState:
        folds, probe = self.graph.nodes[i].folds, self._probes[self.graph.nodes[i].device]
        fold = folds[node.passed]
        wants = fold.wants_events and events
        if not wants and node.reads is not None and all(probe.version(k) == v for k, v in node.reads):
            return node
        probe.begin()
        at, state = node.passed, node.fold
        while True:
            state, verdict, used = fold.step(state, events, probe)
            if not verdict:
                break
            at, events = at + 1, events[used:]
            if at == len(folds):
                return NodeState(NodeStatus.COMPLETED, at, None, verdict, ())
            fold = folds[at]
            state = fold.initial
        verdict = Verdict(verdict.status, verdict.message, at / len(folds))
        reads = probe.reads() if probe.versioned and verdict.status != "cannot_tell" else None
        return NodeState(node.status, at, state, verdict, reads)

    # -- what is known ------------------------------------------------------------------------------------------------

    @property
    def state(self) -> EvaluatorState:
        """A snapshot, for `restore`."""
        return self._state

    def restore(self, state: EvaluatorState) -> None:
        """Go on from a snapshot, with the device in the state of that moment."""
        self._state = state
        self._events = ()
        self._refresh(state.answer)
        active = [(i, n) for i, n in enumerate(state.nodes) if n.status is NodeStatus.EVALUATING]
        self.done = all(n.status is NodeStatus.COMPLETED for n in state.nodes)
        self._nothing = _DONE if self.done else _NOTHING
        wanting = [] if self._at_end else [i for i, n in active if self._fold(i, n).wants_events]
        self._wants_events = frozenset([self.graph.nodes[i].device for i in wanting])
        reads = [(self.graph.nodes[i].device, n.reads) for i, n in active]
        # the reads of one moment agree, so each kind of state is compared once however many nodes read it
        seen = {(name, kind): v for name, r in reads for kind, v in r or ()}
        known = all(r is not None for _, r in reads)
        self._watch = tuple([(self._probes[d].version, k, v) for (d, k), v in seen.items()]) if known else None

    def _fold(self, i: int, node: NodeState) -> Fold:
        return self.graph.nodes[i].folds[node.passed]

    @property
    def statuses(self) -> tuple[NodeStatus, ...]:
        """The status of each node, in the graph's order."""
        return tuple(n.status for n in self._state.nodes)

    @property
    def coverage(self) -> float:
        """The Coverage Rate so far (OmniBench 4.1), in [0, 1]."""
        return 1.0 if self.done else sum((w for w, n in self._weighted if n.status is NodeStatus.COMPLETED), 0.0)

    @property
    def progress(self) -> float:
        """Like `coverage`, with each Evaluating node counted by how far it is, in [0, 1).

        That is the share of its conditions that passed, or how near its milestones say it is, whichever is more. It is
        read off the device now, and only by who asks for it.
        """
        if self.done:
            return 1.0
        self._milestones.refresh(self._state.answer)
        return sum((w * self._share(i, n) for i, (w, n) in enumerate(self._weighted)), 0.0)

    def _share(self, i: int, node: NodeState) -> float:
        if node.status is NodeStatus.EVALUATING:
            return max(node.verdict.progress, self._milestones.share(i))
        return 1.0 if node.status is NodeStatus.COMPLETED else 0.0

    @property
    def _weighted(self) -> list[tuple[float, NodeState]]:
        return list(zip(self.graph.dag.weights, self._state.nodes, strict=True))

    @property
    def verdicts(self) -> dict[str, Verdict]:
        """The last verdict of each node, for a person."""
        return {n.id: s.verdict for n, s in zip(self.graph.nodes, self._state.nodes, strict=True)}

    @property
    def judgement(self) -> Judgement | None:
        """What the task's own judge said last; None where the task has none."""
        return next((p.judged for p in self._probes.values() if p.judged is not None), None)

    @property
    def over(self) -> bool:
        """Whether every node is complete, or the task's own judge has ended the episode."""
        judged = self.judgement
        return self.done or (judged is not None and judged.done)

    @property
    def unscored(self) -> bool:
        """Whether an Evaluating node cannot be judged, so that the episode, ended now, says nothing."""
        return any(n.status is NodeStatus.EVALUATING and n.verdict.status == "cannot_tell" for n in self._state.nodes)
