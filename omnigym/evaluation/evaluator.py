"""The graph evaluator (OmniBench 4.1, CRAB 4.2).

Each node is Completed, Evaluating or Waiting. After each action the Evaluating nodes are checked. When a node is
completed, its successors become Evaluating and are checked in the same step; each node is checked at most once in a
step, so a step ends. A completed node stays completed.

A momentary node, which leaves no file and no record behind, is complete once its conditions have held over one more
action, whatever that is, and over more than any other value that was tried. So nobody is paid for a state that he
passes through while he tries one value after another. Where a node leaves a file or a record, one value may be
corrected; once two were given up it has to hold on, too (`omnigym.evaluation.world.trials`).

Most steps cost nothing: a verdict records which kinds of device state it was made from, with their versions, and is
reused as long as these versions are the same (`Probe.reads`).
"""

from __future__ import annotations

import enum
import logging
from collections.abc import Callable, Hashable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from omnigym.a11y import Tree
from omnigym.actions import Action, Submit
from omnigym.devices.app_names import Devices, by_name
from omnigym.devices.fault_boundary import Boundary
from omnigym.devices.protocol import HasAccessibilityTree
from omnigym.devices.userdata import UserData
from omnigym.errors import ConfigError, DeviceError, TooLargeError
from omnigym.evaluation.bound_check import BoundCheck
from omnigym.evaluation.condition import Verdict, cannot_tell, not_yet, passed
from omnigym.evaluation.events import Event, derive
from omnigym.evaluation.graph import EvalGraph, Milestones
from omnigym.evaluation.judgement import Judge, Judgement
from omnigym.evaluation.probe import Probe, ReadKind
from omnigym.evaluation.text import agrees
from omnigym.evaluation.world.difference import Difference
from omnigym.evaluation.world.opening import Opening, find_opening, outdated_product
from omnigym.evaluation.world.side_effects import SideEffectGuard, arrivals
from omnigym.evaluation.world.traces import traces_of
from omnigym.evaluation.world.trials import Reader, Trials, tried_files, tried_tables, tried_values
from omnigym.foreign import lacks_memory

__all__ = ["EvaluatorState", "GraphEvaluator", "NodeState", "NodeStatus", "StepResult"]

_LOG = logging.getLogger(__name__)

#: What a verdict depends on: the names of devices and kinds of their state, each with its version.
Reads: TypeAlias = tuple[tuple[str, ReadKind, Hashable], ...]


class NodeStatus(enum.IntEnum):
    """The status of a node. The numbers are part of observations."""

    WAITING = 0
    EVALUATING = 1
    COMPLETED = 2


class MomentState(NamedTuple):
    """When the conditions of a node that have to hold on came to hold.

    Attributes:
        action: The number of the action.
        data: The user's data after it; None where the device cannot tell.
    """

    action: int
    data: UserData | None


class NodeState(NamedTuple):
    """The progress of a node.

    Attributes:
        status: Waiting, Evaluating or Completed.
        passed: The number of its conditions that have passed, in order; a passed condition stays passed.
        fold: The state of the bound check of the first condition that has not passed.
        verdict: The verdict of the last check.
        reads: The versions that the verdict depends on; None if the node must be checked again at the next step.
        before: The user's data when the node became open; None where the device cannot tell.
        held: Which of its conditions held when it was completed, by their places; of what has happened none is asked
            again.
        reached: Of a node whose conditions hold but have to hold on: when they came to hold.
        tried: The values that were tried of what it may change.
    """

    status: NodeStatus
    passed: int
    fold: object
    verdict: Verdict
    reads: Reads | None
    before: UserData | None = None
    held: tuple[int, ...] = ()
    reached: MomentState | None = None
    tried: Trials | None = None


class EvaluatorState(NamedTuple):
    """The progress of an episode as one immutable value; everything else in an evaluator is derived from it.

    Attributes:
        nodes: The state of each node, in the graph's order.
        answers: The different answers that the agent submitted, in the order in which each came last.
        answered: Whether they completed a node, so that another one is for another node, and no second try.
        start: The user's data at the start, by the name of each device that can tell.
        damage: What was damaged of each device when that was looked at last: as a node would have been complete, and
            at the end.
        adopted: Where the data of a device's start got what came from another one by itself, that data; the frame rule
            is about what differs from it.
        arrived: What others sent since the start, by the name of each device that tells: it is to stay, too.
        history: The events of the episode by the name of each device on which a node looks back at them.
        actions: How many actions there were.
        acts: The actions themselves by the name of each device that has a final check.
    """

    nodes: tuple[NodeState, ...]
    answers: tuple[str, ...] = ()
    answered: bool = False
    start: Mapping[str, UserData] = MappingProxyType({})
    damage: Mapping[str, tuple[Difference, ...]] = MappingProxyType({})
    adopted: Mapping[str, UserData] = MappingProxyType({})
    arrived: Mapping[str, tuple[Difference, ...]] = MappingProxyType({})
    history: Mapping[str, tuple[Event, ...]] = MappingProxyType({})
    actions: int = 0
    acts: Mapping[str, tuple[Action, ...]] = MappingProxyType({})

    def unread(self) -> EvaluatorState:
        """Return the same progress without the versions, which say nothing about another device."""
        return self._replace(nodes=tuple([n._replace(reads=None) if n.reads else n for n in self.nodes]))


class StepResult(NamedTuple):
    """The result of a step.

    Attributes:
        completed: Ids of the nodes that it completed, in the order in which they were found complete.
        done: Whether every node is complete.
    """

    completed: tuple[str, ...]
    done: bool


def _submitted(state: EvaluatorState, answer: str) -> EvaluatorState:
    """The progress after an answer; one that says the same as an earlier one takes its place."""
    tried = () if state.answered else state.answers
    others = [a for a in tried if not agrees(a, answer) and not agrees(answer, a)]
    return state._replace(answers=(*others, answer), answered=False)


def _remembered(state: EvaluatorState, device: str, events: tuple[Event, ...]) -> EvaluatorState:
    """The progress with these events behind those of the device's history."""
    return state._replace(history={**state.history, device: state.history.get(device, ()) + events})


_PASSED = passed()
_NOT_CHECKED = not_yet("Not checked yet.")
_TO_HOLD = "It is so, and is to be so over {more} more action{s}."
#: So many values of a place may be corrected of a node that leaves a file or a record, and it is paid at once.
_CORRECTED = 1
_NOTHING, _DONE = StepResult((), False), StepResult((), True)


def _now(bound_check: BoundCheck, probe: Probe) -> Verdict:
    """The verdict on a condition of the device's state, as it is now."""
    return bound_check.step(bound_check.initial, (), probe).verdict


def _is_lasting(bound_check: BoundCheck) -> bool:
    """Whether a condition is about a state, and not about what has happened."""
    return not bound_check.wants_events and not bound_check.wants_history


def _no_rows(_address: str) -> None:
    """The rows of a table on a device without content providers."""


class GraphEvaluator:
    """The evaluator of the episodes of one task, on one or several devices.

    In each step of an environment::

        evaluator.before(action)    # derives the events, if an Evaluating node looks at events
        device.act(action)
        result = evaluator.step()

    Args:
        graph: The graph of the task.
        devices: The device, or the devices by the names that nodes use. They are only read. Each has its own probe,
            and a node sees the events of its own device only.
        at_end: Whether everything is judged once, in `finish` (OSWorld, OS-MAP B.1): the final state, and all events
            of the episode. Each node sees all events then, not those after its predecessors alone.

    Raises:
        ConfigError: There is no device with the name in a node; or a check can be made at the end alone, and
            ``at_end`` is not given.

    Attributes:
        coverage: The Coverage Rate so far (OmniBench 4.1), in [0, 1].
        done: Whether every node is complete.
        acts: Whether a check acts on the device, so that the final state is judged once.
        told: Whether what is known may be said now; see `omnigym.evaluation.silent`.
    """

    told = True

    def __init__(self, graph: EvalGraph, devices: Devices, *, at_end: bool = False) -> None:
        if not at_end and any(f.final for n in graph.nodes for f in n.bound_checks):
            raise ConfigError(
                "A check of this task runs commands or reads reference files, which is done once, at the end. Give the "
                "task evaluate='at_end'."
            )
        self.graph, self._at_end = graph, at_end
        self.acts = any(f.final for n in graph.nodes for f in n.bound_checks)
        named = by_name(devices, {n.device for n in graph.nodes})
        self._probes = {name: Probe(device, at_end=at_end) for name, device in named.items()}
        anything = {n.device for n in graph.nodes if n.effects is None}
        self._frames = {
            name: SideEffectGuard(probe, graph.allowed.get(name, ()))
            for name, probe in self._probes.items()
            if name not in anything
        }
        self._versioned = tuple(
            [(name, self._probes[name]) for name in self._frames if self._probes[name].has_versions]
        )
        #: The version of each device's files when arrivals were looked for.
        self._files: dict[str, Hashable] = {}
        #: Read what completed nodes made, while others read for the node that is judged.
        self._aside = {name: Probe(device, at_end=at_end) for name, device in named.items()}
        self._boundary = Boundary("check", "frame", passes=(DeviceError, TooLargeError), once=True)
        self._milestones = Milestones(graph, named)
        self._trees = {name: device for name, device in named.items() if isinstance(device, HasAccessibilityTree)}
        self._looking_back = [
            i
            for i, n in enumerate(graph.nodes)
            if any(f.wants_history or (at_end and f.wants_events) for f in n.bound_checks)
        ]
        #: The first nodes that compare with the state before the first action.
        self._comparing = [
            i
            for i, before in enumerate(graph.dag.predecessors)
            if not before and graph.nodes[i].bound_checks[0].wants_opening
        ]
        #: The devices whose actions a check at the end may look at.
        self._keeps_acts = frozenset([n.device for n in graph.nodes if any(f.final for f in n.bound_checks)])
        self._initial = self._state = self._start()
        #: By nodes: the moment when it became open, the start, and what it found.
        self._openings: dict[int, tuple[UserData, UserData, Opening | None]] = {}
        self._events: tuple[Event, ...] = ()
        #: The name of the device on which these events happened.
        self._acted = ""
        #: The Evaluating nodes, in the order in which they are checked.
        self._open: list[int] = []
        self.coverage = 0.0
        #: (Version function, kind, version at the last check) of everything that the Evaluating nodes read; None if a
        #: node must be checked at every step. Derived from the state by `restore`.
        self._watch: tuple[tuple[Callable[[ReadKind], Hashable], ReadKind, Hashable], ...] | None = None
        #: The devices whose events an Evaluating node wants.
        self._wants_events: frozenset[str] = frozenset()
        #: The devices whose events are kept, for a node that is not complete looks back at them, or will.
        self._remembers: frozenset[str] = frozenset()
        self._actions = 0
        #: Whether the episode has ended, so that what holds has held to its end.
        self._ended = False
        #: Whether the task has a judge of its own: each step asks.
        self._judged = False
        self.done = False
        self._nothing = _NOTHING
        self.restore(self._initial)

    def _start(self) -> EvaluatorState:
        sources = [not before for before in self.graph.dag.predecessors]
        return EvaluatorState(
            tuple(
                NodeState(
                    NodeStatus.EVALUATING if source else NodeStatus.WAITING,
                    0,
                    node.bound_checks[0].initial,
                    _NOT_CHECKED,
                    None,
                )
                for node, source in zip(self.graph.nodes, sources, strict=True)
            )
        )

    # -- an episode ---------------------------------------------------------------------------------------------------

    def reset(self, judge: Judge | None = None) -> None:
        """Begin an episode with the current state of the devices, and keep nothing of the last episode.

        Args:
            judge: The task's own judge, if it has one.

        Raises:
            DeviceError: The user's data cannot be read.
        """
        self._judged = judge is not None
        self._openings.clear()
        for probe in (*self._probes.values(), *self._aside.values()):
            probe.judge_by(judge)
        self._state = self._initial
        self._refresh()
        seen = {name: self._at_start(name) for name in self._probes}
        nodes = [
            n._replace(before=seen[node.device]) if n.status is NodeStatus.EVALUATING else n
            for n, node in zip(self._initial.nodes, self.graph.nodes, strict=True)
        ]
        start = {name: data for name, data in seen.items() if data is not None}
        for i in self._comparing:
            self._begin(i, nodes[i])
            about = self.graph.nodes[i]
            first = about.bound_checks[0].step(nodes[i].fold, (), self._probes[about.device])
            nodes[i] = nodes[i]._replace(fold=first.state)
        self.restore(EvaluatorState(tuple(nodes), start=start))

    def before(self, action: Action, device: str = "") -> None:
        """Derive the events of an action. To be called before the action changes the screen that the agent saw.

        Args:
            action: The action that is about to be done.
            device: Name of the device on which it is done.
        """
        wanted, remembered = device in self._wants_events, device in self._remembers
        if wanted or remembered:
            events = derive(action, self._tree(device))
            if wanted:
                self._events, self._acted = events, device
            if remembered and events:
                self._state = _remembered(self._state, device, events)
                self._refresh()
        if device in self._keeps_acts:
            acts = self._state.acts
            self._state = self._state._replace(acts={**acts, device: (*acts.get(device, ()), action)})
        if type(action) is Submit:
            self._state = _submitted(self._state, action.answer)
            self._refresh()

    def adopt(self, device: str, adapted: Callable[[UserData], UserData]) -> None:
        """Accept data that another device just sent as nobody's change, so that the frame rule ignores them.

        What checks compare with stays as it was, so what came may be what a node waits for.

        Args:
            device: The name of the device.
            adapted: Gives of the data of a moment what it would be, had the device been given this before.
        """
        start = self._state.adopted.get(device, self._state.start.get(device))
        if start is not None:
            self._state = self._state._replace(adopted={**self._state.adopted, device: adapted(start)})

    def _tree(self, device: str) -> Tree | None:
        return self._trees[device].tree() if device in self._trees else None

    def _refresh(self) -> None:
        state = self._state
        for name, probe in self._probes.items():
            probe.refresh(state.answers, state.history.get(name, ()), state.acts.get(name, ()))

    def step(self) -> StepResult:
        """Check the Evaluating nodes against the state after the action."""
        self._actions += 1
        self._look_for_arrivals()
        if self._unchanged():
            return self._nothing
        return self._check()

    def finish(self, *, damage: bool = True) -> StepResult:
        """End the episode: check the nodes now with ``at_end``, else once more where needed.

        States that hold now have held to the end, so momentary nodes are complete.

        `damage` and `still_holds` are of this moment from now on.

        Args:
            damage: Whether to look at it, which takes as long as a step that completes a node.
        """
        result = self._check() if self._at_end else self.step()
        self._ended = True
        for _ in self.graph.nodes:  # one momentary node after the other
            if not any(self._state.nodes[i].reached for i in self._open):
                break
            more = self._check()
            result = StepResult(result.completed + more.completed, more.done)
        self._ended = False
        if damage:
            self.check_side_effects()
        return result

    def check_side_effects(self) -> None:
        """Find the side effects now, whether or not a node is complete, and update `damage`."""
        self._refresh()
        for device in self._kept():
            self._compare(device)

    def _look_for_arrivals(self) -> None:
        """Keep what others sent, on devices whose versions say when to look."""
        for device, probe in self._versioned:
            version = probe.version("files")
            if version == self._files.get(device):
                continue
            self._files[device] = version
            start, known = self._state.start.get(device), self._state.arrived.get(device, ())
            if start is None:
                continue
            self._refresh()
            now = self._moment(device)
            found = known if now is None else arrivals(self._state.adopted.get(device, start), now, known)
            if len(found) > len(known):
                self._state = self._state._replace(arrived={**self._state.arrived, device: found})

    def tell(self) -> None:
        """Note that the episode has ended, so that all may be said. Here it always may."""

    def _unchanged(self) -> bool:
        """Whether no verdict can have changed since the last check. Most steps do nothing else."""
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
        events, acted = self._events, self._acted
        self._events = ()  # each event is seen in one step only
        self._refresh()
        nodes, dag = list(self._state.nodes), self.graph.dag
        completed: list[str] = []
        now: set[int] = set()
        queue = [(i, events) for i in self._open]
        for i, seen in queue:  # it grows meanwhile, but by each node at most once: when its last predecessor completes
            reached = nodes[i].reached
            device = self.graph.nodes[i].device
            seen = self._state.history.get(device, ()) if self._at_end else seen if device == acted else ()
            nodes[i] = self._check_node(i, nodes[i], seen)
            if nodes[i].status is not NodeStatus.COMPLETED:
                continue
            completed.append(self.graph.nodes[i].id)
            for p, left in self._worked_on(i, nodes):
                nodes[p] = nodes[p]._replace(held=left)
            self._state = self._state._replace(nodes=tuple(nodes))
            if reached is None:
                now.add(i)
            for s in dag.successors[i]:
                before = dag.predecessors[s]
                if all(nodes[p].status is NodeStatus.COMPLETED for p in before):
                    # It sees later events only, not those that completed its predecessor. What was so before the last
                    # action is not completed by that, which may be the first one for this node.
                    late = reached is None or reached.action + 1 < self._actions or not now.isdisjoint(before)
                    nodes[s] = self._opened(s, nodes[s], i, None if late else reached)
                    queue.append((s, () if late else events))
        self._state = self._state._replace(nodes=tuple(nodes))
        if completed:
            self._advance()
        self._prepare()
        return StepResult(tuple(completed), self.done) if completed else self._nothing

    def _opened(self, i: int, node: NodeState, by: int, reached: MomentState | None) -> NodeState:
        """The state of a node that becomes open: now, or when the momentary one by which it does was reached."""
        device = self.graph.nodes[i].device
        known = reached is not None and self.graph.nodes[by].device == device
        before = reached.data if reached is not None and known else self._moment(device)
        return node._replace(status=NodeStatus.EVALUATING, before=before)

    def _check_node(self, i: int, node: NodeState, events: Sequence[Event]) -> NodeState:
        """The state of a node after its open conditions were checked in order, until one does not pass."""
        device, bound_checks = self.graph.nodes[i].device, self.graph.nodes[i].bound_checks
        probe, bound_check = self._probes[device], bound_checks[node.passed]
        wants = bound_check.wants_events and events
        if not wants and node.reads is not None and all(self._probes[d].version(k) == v for d, k, v in node.reads):
            if node.reached is None or self._more(i, node.reached, node.tried) or not self._intact(i):
                return node
            self._begin(i, node)
            return self._completed(i, node, _PASSED)
        self._begin(i, node)  # what is read from here on is what the verdict depends on
        read, reached, tried, intact = {device: probe}, None, None, _PASSED
        at, state = node.passed, node.fold
        while True:
            state, verdict, used = bound_check.step(state, events, probe)
            if not verdict:
                break
            if at + 1 == len(bound_checks):
                undamaged = self._made_anew(i, node) and self._undamaged(read)
                more = 0
                if undamaged and not self._is_told(i):
                    tried = self._tried(i, node)
                    came = node.reached or MomentState(self._actions, None)
                    more = self._more(i, came, tried)
                    reached = (node.reached or came._replace(data=self._moment(device))) if more else None
                intact = self._intact(i) if undamaged and not more else _PASSED
                if undamaged and not more and intact:
                    return self._completed(i, node, verdict)
                held = not_yet(_TO_HOLD.format(more=more, s="" if more == 1 else "s")) if more else intact
                verdict = undamaged and held
                break  # the last condition is looked at again, once the damage is mended or after the next action
            at, events = at + 1, events[used:]  # the next condition sees only events after those that this one needed
            bound_check = bound_checks[at]
            state = bound_check.initial
        # "Cannot tell" is never reused: what failed may work at the next step, though no version changed.
        verdict = Verdict(verdict.status, verdict.message, at / len(bound_checks), verdict.score, verdict.by_agent)
        known = verdict.status != "cannot_tell" and bool(intact) and all(p.has_versions for p in read.values())
        tried = self._tried(i, node) if tried is None else tried
        reads = tuple([(name, k, v) for name, p in read.items() for k, v in p.reads()]) if known else None
        return NodeState(node.status, at, state, verdict, reads, node.before, (), reached, tried)

    def _intact(self, i: int) -> Verdict:
        """Whether the files and records that completed nodes before a node left are as these wanted them.

        Those on which the node itself may work are not asked.
        """
        for p in sorted(self.graph.dag.ancestors[i]):
            before = self._state.nodes[p]
            asked = before.held and self.graph.leaves(p) and not self.graph.may_undo(i, p, self._shows(p))
            if asked and len(self._still(p, before)) < len(before.held):
                return not_yet(f"What {self.graph.nodes[p].id!r} made is not so any more. Make it so again.")
        return _PASSED

    def _worked_on(self, i: int, nodes: Sequence[NodeState]) -> list[tuple[int, tuple[int, ...]]]:
        """The nodes before a completed node on which it may have worked, with what of them still holds."""
        if self._at_end:
            return []
        before = [p for p in sorted(self.graph.dag.ancestors[i]) if nodes[p].held]
        return [(p, self._still(p, nodes[p])) for p in before if self.graph.may_undo(i, p, self._shows(p))]

    def _shows(self, i: int) -> Mapping[str, str]:
        """By the address of a view on a node's device, the table that it shows."""
        start = self._state.start.get(self.graph.nodes[i].device)
        return {} if start is None else {view: info.of for view, info in start.tables.items() if info.of}

    def _still(self, i: int, node: NodeState) -> tuple[int, ...]:
        """The places of the conditions of a completed node that hold now, of those that did; read aside."""
        name = self.graph.nodes[i].device
        state, probe = self._state, self._aside[name]
        probe.refresh(state.answers, state.history.get(name, ()), state.acts.get(name, ()))
        probe.begin(self._earlier(i, node), state.start.get(name), self.graph.later[i])
        bound_checks = self.graph.nodes[i].bound_checks
        return tuple([at for at in node.held if _now(bound_checks[at], probe).status != "not_yet"])

    def _is_told(self, i: int) -> bool:
        """Whether what a node waits for was said, by an answer or a judge, so that it need not hold on."""
        probe = self._probes[self.graph.nodes[i].device]
        return self._at_end or probe.has_read("answer") or probe.has_read("judgement")

    def _more(self, i: int, reached: MomentState, tried: Trials | None) -> int:
        """Over how many more actions what was reached has to hold.

        A momentary node has to over one, and over more than any other value that was tried. Of other nodes one value
        may have been corrected.
        """
        momentary = self.graph.nodes[i].momentary
        if self._ended:
            return 0
        longer = 0 if tried is None else tried.more(self._actions, 0 if momentary else _CORRECTED)
        return max(longer, 1 - (self._actions - reached.action)) if momentary else longer

    def _tried(self, i: int, node: NodeState) -> Trials | None:
        """Return what was tried of a node by now; as before where that cannot be read."""
        about = self.graph.nodes[i]
        probe = self._probes[about.device]
        clipboard = about.momentary and probe.has_read("clipboard")
        if not (about.settings or about.choices or clipboard):
            return None
        try:
            with self._boundary:
                values: dict[tuple[str, ...], Hashable] = {(key,): probe.setting(key) for key in about.settings}
                if clipboard:
                    values["clipboard", ""] = probe.clipboard()
                tried = tried_values(node.tried, values, self._actions, counts=node.reached is None)
                if about.choices and node.before is not None:
                    data = probe.user_data() if probe.has_versions else None
                    rows = probe.content if probe.has_content else _no_rows
                    now = Reader.of(data) if data is not None else Reader(rows, probe.read_file)
                    tried = tried_files(tried, about.choices, node.before, now, self._actions)
                    own = traces_of(probe.platform)
                    tried = tried_tables(tried, about.choices, node.before, now, self._actions, own)
                return tried
        except (DeviceError, TooLargeError):
            return node.tried

    def _completed(self, i: int, node: NodeState, verdict: Verdict) -> NodeState:
        """The state of a node that is complete."""
        answered = self._probes[self.graph.nodes[i].device].has_read("answer")
        if answered:
            self._state = self._state._replace(answered=True)
        bound_checks = len(self.graph.nodes[i].bound_checks)
        return NodeState(NodeStatus.COMPLETED, bound_checks, None, verdict, (), node.before, self._holding(i, answered))

    # -- the world as it was -------------------------------------------------------------------------------------------

    def _at_start(self, device: str) -> UserData | None:
        """The data at the start of an episode. Where it is more than is read, none of it can be kept from damage."""
        try:
            return self._probes[device].user_data()
        except TooLargeError as e:
            _LOG.warning("Whether anything is damaged is not looked at in this episode: %s", e)
            return None

    def _moment(self, device: str) -> UserData | None:
        """The data of now; None where it cannot be read, since no agent's doing may end a step."""
        try:
            with self._boundary:
                return self._probes[device].user_data()
        except (DeviceError, TooLargeError):
            return None

    def _begin(self, i: int, node: NodeState) -> None:
        """Begin to judge a node: its device's probe gets the moments with which its checks compare."""
        device = self.graph.nodes[i].device
        start = self._state.start.get(device)
        self._probes[device].begin(self._earlier(i, node), start, self.graph.later[i])

    def _earlier(self, i: int, node: NodeState) -> tuple[UserData, ...]:
        """The moments with which a node's checks compare: with ``at_end`` all nodes become open in the last one."""
        start = self._state.start.get(self.graph.nodes[i].device)
        if start is None or self._at_end or node.before is start:
            return () if start is None else (start,)
        if node.before is None:
            return (start,)
        if self.graph.nodes[i].effects is None:  # anything may be its own work
            return node.before, start
        opening = self._opening(i, node.before, start)
        return (node.before,) if opening is None else (node.before, opening)

    def _opening(self, i: int, before: UserData, start: UserData) -> Opening | None:
        """What a node found when it became open, if some of its own work had been done by then."""
        known = self._openings.get(i)
        if known is None or known[0] is not before or known[1] is not start:
            try:
                found = find_opening(before, start, self.graph.nodes[i].effects or ())
            except TooLargeError:  # nobody can tell whose work it is
                found = None
            known = self._openings[i] = before, start, found
        return known[2]

    def _made_anew(self, i: int, node: NodeState) -> Verdict:
        """Whether what was made before its time is no older than what it is made of."""
        opening = next((moment for moment in self._earlier(i, node) if isinstance(moment, Opening)), None)
        now = None if opening is None else self._moment(self.graph.nodes[i].device)
        if opening is None or now is None:
            return _PASSED
        old = outdated_product(opening, now, self.graph.nodes[i].named)
        return not_yet(f"{old!r} is older than what it is made of. Make it again.") if old else _PASSED

    def _kept(self) -> list[str]:
        """The devices whose effects are known, so that side effects can be told from them."""
        return [name for name in self._frames if name in self._state.start]

    def _undamaged(self, read: dict[str, Probe]) -> Verdict:
        """Whether no data of any device is damaged; *cannot tell* where a device cannot be read.

        Args:
            read: The probes that the verdict depends on, by device; those that are asked are added.
        """
        unknown = _PASSED
        for device in self._kept():
            if device not in read:
                read[device] = self._probes[device]
                read[device].begin()
            verdict = self._compare(device)
            if verdict.status == "not_yet":
                return verdict
            unknown = unknown and verdict
        return unknown

    def _compare(self, device: str) -> Verdict:
        """Whether nothing of a device's data is damaged; what is damaged becomes part of the state."""
        try:
            with self._boundary:
                start = self._state.adopted.get(device, self._state.start[device])
                found = self._frames[device].damage(start, self._state.arrived.get(device, ()))
        except TooLargeError as e:  # it was not at the start
            return cannot_tell(str(e), by_agent=not lacks_memory(e))
        except DeviceError as e:
            return cannot_tell(str(e), by_agent=e.by_agent)
        self._state = self._state._replace(damage={**self._state.damage, device: found})
        return not_yet(f"What was to stay as it is was not: {found[0]}.") if found else _PASSED

    # -- what is known ------------------------------------------------------------------------------------------------

    @property
    def state(self) -> EvaluatorState:
        """The progress of the episode, for `restore`."""
        return self._state._replace(actions=self._actions)

    def restore(self, state: EvaluatorState) -> None:
        """Continue from a snapshot; the device must be in the state of that time."""
        self._state, self._actions = state, state.actions
        self._files.clear()
        self._events = ()
        self._advance()
        self._prepare()

    def _advance(self) -> None:
        """Look through all nodes, after some of them were completed: no other step looks at those."""
        nodes = self._state.nodes
        self._open = [i for i in self.graph.dag.order if nodes[i].status is NodeStatus.EVALUATING]
        self.done = all(n.status is NodeStatus.COMPLETED for n in nodes)
        self._nothing = _DONE if self.done else _NOTHING
        weighted = zip(self.graph.dag.weights, nodes, strict=True)
        self.coverage = 1.0 if self.done else sum((w for w, n in weighted if n.status is NodeStatus.COMPLETED), 0.0)
        looking = [i for i in self._looking_back if nodes[i].status is not NodeStatus.COMPLETED]
        self._remembers = frozenset([self.graph.nodes[i].device for i in looking])

    def _prepare(self) -> None:
        """Derive from the Evaluating nodes what the next step has to look at."""
        self._refresh()
        active = [(i, self._state.nodes[i]) for i in self._open]
        wanting = [] if self._at_end else [i for i, n in active if self._fold(i, n).wants_events]
        self._wants_events = frozenset([self.graph.nodes[i].device for i in wanting])
        # All nodes were checked against the same device state, so each kind is compared once for all nodes.
        seen = {(name, kind): v for _, n in active for name, kind, v in n.reads or ()}
        known = all(n.reads is not None and n.reached is None for _, n in active)
        self._watch = tuple([(self._probes[d].version, k, v) for (d, k), v in seen.items()]) if known else None

    @property
    def damage(self) -> tuple[Difference, ...]:
        """The side effects at the last check, which is made when a node would be complete, and in `finish`."""
        return tuple([d for found in self._state.damage.values() for d in found])

    @property
    def still_holds(self) -> bool:
        """Whether the results of completed nodes still hold, except for those that later nodes had to change.

        All conditions of a node are asked that held when it was completed.

        Conditions latch, as the papers have it, so this says more than the score: an agent that did everything and
        undid it has the score, but not this.
        """
        self._refresh()
        return all(self._holds(i) for i, n in enumerate(self._state.nodes) if n.status is NodeStatus.COMPLETED)

    def _holds(self, i: int) -> bool:
        state = self._state.nodes[i]
        return self.graph.nodes[i].passing or len(self._still(i, state)) == len(state.held)

    def _holding(self, i: int, answered: bool) -> tuple[int, ...]:
        """The places of a node's conditions that hold as the last one has just passed: that one, and others.

        None of them is an answer: the next one takes its place.
        """
        *bound_checks, last = self.graph.nodes[i].bound_checks
        probe, held = self._probes[self.graph.nodes[i].device], []
        for at, bound_check in enumerate(bound_checks):
            probe.begin(probe.earlier, probe.start, probe.later)
            if _is_lasting(bound_check) and _now(bound_check, probe) and not probe.has_read("answer"):
                held.append(at)
        return (*held, len(bound_checks)) if _is_lasting(last) and not answered else tuple(held)

    def _fold(self, i: int, node: NodeState) -> BoundCheck:
        return self.graph.nodes[i].bound_checks[node.passed]

    @property
    def statuses(self) -> tuple[NodeStatus, ...]:
        """The status of each node, in the graph's order."""
        return tuple(n.status for n in self._state.nodes)

    @property
    def progress(self) -> float:
        """`coverage` plus the weighted progress of the Evaluating nodes, in [0, 1].

        The progress of a node is the share of its conditions that passed, or that of its milestones that were reached,
        whichever is larger. The milestones are read from the device when this property is read.
        """
        if self.done:
            return 1.0
        self._milestones.refresh(self._state.answers)
        weights, nodes = self.graph.dag.weights, self._state.nodes
        shares = [weights[i] * max(nodes[i].verdict.progress, self._milestones.share(i)) for i in self._open]
        return self.coverage + sum(shares)

    @property
    def score(self) -> float:
        """The weighted score in [0, 1]: a measured score if a node's check measures, else whether the node is complete.

        A task of one check that measures has that check's score; of checks that do not, it is `coverage`.
        """
        if self.done:
            return 1.0
        nodes = zip(self.graph.dag.weights, self._state.nodes, strict=True)
        return self.coverage + sum(
            [w * (n.verdict.score or 0) for w, n in nodes if n.status is not NodeStatus.COMPLETED]
        )

    @property
    def verdicts(self) -> dict[str, Verdict]:
        """The last verdict of each node by its id, with messages for a person."""
        return {n.id: s.verdict for n, s in zip(self.graph.nodes, self._state.nodes, strict=True)}

    @property
    def judgement(self) -> Judgement | None:
        """The last judgement of the task's own judge; None if the task has no judge."""
        if not self._judged:
            return None
        return next((p.judged for p in self._probes.values() if p.judged is not None), None)

    @property
    def over(self) -> bool:
        """Whether every node is complete, or the task's own judge ended the episode."""
        if self.done or not self._judged:
            return self.done
        judged = self.judgement
        return judged is not None and judged.done

    @property
    def unscored(self) -> bool:
        """Whether an episode that ends now must not be scored: the verdict of an Evaluating node is unknown.

        A verdict that an agent can make unknown does not count: no agent leaves an episode without a score.
        """
        verdicts = [self._state.nodes[i].verdict for i in self._open]
        return any(v.status == "cannot_tell" and not v.by_agent for v in verdicts)
