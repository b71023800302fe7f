"""Proofs that a task measures the ability that it claims. A task that fails one of them is not counted anywhere.

* start: no node, and no part of one, is satisfied before anything was done;
* oracle: the subtasks' oracles, by ordinary actions, score 1.0;
* told: the instruction tells what the conditions ask for, in an order that agrees with the graph, and nothing else
  (`omnigym.tasks.proofs.instruction_check`, `omnigym.tasks.proofs.unjudged_requests`), and the oracle types nothing
  that nobody says or shows (`omnigym.tasks.proofs.memorisation`); words such as "by", "every" and "last" and the roles
  of values make a difference (`omnigym.tasks.proofs.word_differences`, `omnigym.tasks.proofs.roles`);
* nulls: doing nothing, waiting, always DONE and always FAIL have a coverage of exactly 0;
* sweep: clicking one thing after another does not do it (`omnigym.tasks.proofs.memorisation`), and neither does trying
  the values of a choice one after another (`omnigym.tasks.proofs.sweeps`);
* necessary: without any one node's oracle, that node is not complete at the end, and neither is any part of it but such
  as are passing; of the nodes after it those are played that might have to do with it
  (`omnigym.tasks.proofs.dependence`);
* order: with the successor of an edge done first the score is below 1.0, or the end is that of the oracle
  (`omnigym.tasks.proofs.dependence`);
* heart: what the oracle reads is other where the parameters are (`omnigym.tasks.proofs.memorisation`);
* specific: the oracles of three other tasks do not score 1.0, or of three other subtasks
(`omnigym.tasks.proofs.cross_oracles`);
* frame: after the oracle only what was asked for is other than it was, and it still is so;
* right: other ways to do it, which the subtask brings (`omnigym.tasks.counterexamples`), score 1.0;
* wrong: runs that do it not, half, or with damage do not: those that the subtask brings, and those that are derived
  from what the oracle leaves alone (`omnigym.tasks.proofs.side_effect_attempts`);
* senses: how far the task needs what is heard and seen between steps is what its level says, where it has one of
  OmniGUI's (`omnigym.tasks.proofs.modality`);
* varied: the oracle scores 1.0 where the seed changes the start, if that is asked for
  (`omnigym.tasks.proofs.variation`).

"Right" and "wrong" are about subtasks, so they are made of tasks of one node alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, MutableMapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from typing import TypeAlias

from omnigym.actions import Action, Done, Fail, Wait
from omnigym.devices.app_names import Devices
from omnigym.devices.backend import Target
from omnigym.devices.protocol import Device
from omnigym.devices.userdata import UserData
from omnigym.errors import DeviceError, OmnigymError
from omnigym.evaluation.evaluator import GraphEvaluator, NodeStatus
from omnigym.evaluation.graph import EvalGraph
from omnigym.tasks.counterexamples import Counterexample
from omnigym.tasks.modality_levels import level_of
from omnigym.tasks.proofs.cross_oracles import Others, OthersOnce, Strangers
from omnigym.tasks.proofs.dependence import bears_on, does, likeness, paid_early, waits_for
from omnigym.tasks.proofs.instruction_check import faults_of_telling, faults_of_words
from omnigym.tasks.proofs.labelled_runs import derived_attempts, written_attempts
from omnigym.tasks.proofs.memorisation import known_by_heart, listener_actions, sweep
from omnigym.tasks.proofs.modality import fault_of_level
from omnigym.tasks.proofs.sweeps import swept
from omnigym.tasks.proofs.variation import USUAL, Starts, unsolved_start
from omnigym.tasks.rollout import Mark, Stage, oracle_order
from omnigym.tasks.task import Task

__all__ = [
    "PROOFS",
    "SENSES",
    "VARIED",
    "Progress",
    "Proof",
    "Prover",
    "Strangers",
    "TaskProof",
    "verify",
    "verify_task",
]

PROOFS: tuple[str, ...] = (
    "start",
    "told",
    "oracle",
    "nulls",
    "sweep",
    "necessary",
    "order",
    "heart",
    "specific",
    "frame",
    "right",
    "wrong",
)
#: The proof of tasks with a level of OmniGUI's, and the one that is made only where starts are varied.
SENSES, VARIED = "senses", "varied"

#: A sweep goes on for so many clicks: an app is open by then, and most of what one sees in it was tried.
_CLICKS = 60

Progress: TypeAlias = Callable[["TaskProof"], object]


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof: its name, whether it holds, and the reason if it does not."""

    name: str
    holds: bool
    message: str = ""


@dataclass(frozen=True, slots=True)
class TaskProof:
    """All proofs of a task.

    Attributes:
        task_id: The task.
        proofs: The proofs in the order of `PROOFS`, then `SENSES` if the task has a level of OmniGUI's and `VARIED` if
            it was asked for; or a single one if the device or the oracle failed.
        oracle_steps: The number of actions of the oracle.
    """

    task_id: str
    proofs: tuple[Proof, ...]
    oracle_steps: int = 0

    @property
    def holds(self) -> bool:
        """Whether all proofs hold."""
        return all(p.holds for p in self.proofs)

    @property
    def failures(self) -> tuple[Proof, ...]:
        """The proofs that do not hold."""
        return tuple(p for p in self.proofs if not p.holds)

    def to_plain(self) -> dict[str, object]:
        """Return plain values, for a report."""
        return {**asdict(self), "holds": self.holds}


def verify(
    tasks: Sequence[Task], make_device: Callable[[], Device], *, progress: Progress | None = None
) -> tuple[TaskProof, ...]:
    """Prove tasks, one after another; `omnigym.tasks.proofs.workers.verify_all` does it in several processes.

    Args:
        tasks: The tasks; the other tasks of the proof "specific" are taken from them too.
        make_device: Function that makes the device.
        progress: Called with the proofs of each task.
    """
    results = []
    with closing(Prover(make_device, Strangers(tasks))) as prover:
        for task in tasks:
            results.append(prover.prove(task))
            if progress is not None:
                progress(results[-1])
    return tuple(results)


class Prover:
    """A prover of one task after another on one device, which is replaced when it fails.

    Args:
        make_device: Function that makes the device.
        others: Tries the oracles of the proof "specific".
        target: The device, where that is tried once a subtask, and so is what tasks of the same subtasks have in common
            whose parameters differ in their values alone; None for trying all of it on each task.
        starts: The varied starts.
    """

    def __init__(
        self, make_device: Callable[[], Device], others: Others, target: Target | None = None, starts: Starts = USUAL
    ) -> None:
        self._make_device = make_device
        self._starts = starts
        self._others = others if target is None else OthersOnce(target, others)
        self._known: dict[Hashable, bool] | None = None if target is None else {}
        self._device: Device | None = None

    def prove(self, task: Task) -> TaskProof:
        """Return the proofs of a task.

        Raises:
            DeviceError: The device could not be made.
        """
        if self._device is None:
            self._device = self._make_device()
        try:
            return verify_task(task, self._device, self._others, self._known, self._starts)
        except DeviceError as e:
            self.close()
            return TaskProof(task.id, (Proof("device", False, str(e)),))

    def close(self) -> None:
        """Release the device."""
        device, self._device = self._device, None
        if device is not None:
            device.close()


def verify_task(
    task: Task,
    devices: Devices,
    others: Others | None = None,
    known: MutableMapping[Hashable, bool] | None = None,
    starts: Starts = USUAL,
) -> TaskProof:
    """Prove one task.

    Args:
        task: The task.
        devices: The device, or all devices by the names that the nodes use; they are reset.
        others: Tries the oracles of the proof "specific"; without it, none are tried.
        known: Whether a node was complete without its oracle, by the `omnigym.tasks.proofs.dependence.likeness` of it
            and of what was played, and whether it was paid before its turn; what is found is put there. None for
            playing each.
        starts: The starts of the proof "varied", which is left out where they do not vary.

    Raises:
        DeviceError: The device failed.
    """
    stage = Stage(task, devices)
    marks: dict[str, Mark | None] = {}
    try:
        start = _start(stage, devices)
        told, secrets, began = _told(stage), list[str](), stage.user_data()
        # One run of the oracle marks the start of each node, from which `_necessary` continues.
        outcome = stage.play(listener_actions(stage, secrets, before=lambda node: marks.setdefault(node, stage.mark())))
        if told.holds and secrets:
            told = Proof("told", False, secrets[0])
        frame, after, ended = _frame(stage), stage.user_data(), stage.mark()
        oracle = Proof("oracle", outcome.coverage == 1.0, _oracle_message(stage, outcome.problem, outcome.coverage))
        if told.holds and outcome.coverage == 1.0:
            told = _depends(stage, ended, began, after, known)
        early = paid_early(stage, after, known) if outcome.coverage == 1.0 else ""
        order = Proof("order", not early, early)
        learned = known_by_heart(stage, after, known)
        heart = Proof("heart", not learned, learned)
        idle = (_nulls(stage), _sweep(stage, known))
        rest = (_necessary(stage, marks, known), order, heart, _specific(stage, others), frame)
        proofs: tuple[Proof, ...] = (start, told, oracle, *idle, *rest, _right(stage), _wrong(stage, after, known))
        if level_of(task):
            fault = fault_of_level(stage)
            proofs += (Proof(SENSES, not fault, fault),)
    except DeviceError:
        raise
    except OmnigymError as e:
        return TaskProof(task.id, (Proof("oracle", False, str(e)),))
    finally:
        stage.end()
    if starts.variation != "none":
        unsolved = unsolved_start(task, devices, starts)
        proofs += (Proof(VARIED, not unsolved, unsolved),)
    return TaskProof(task.id, proofs, outcome.steps)


def _oracle_message(stage: Stage, problem: str, coverage: float) -> str:
    if coverage == 1.0:
        return ""
    waiting = {NodeStatus.EVALUATING}
    ids = [i for i, s in zip(stage.task.expanded_dag.ids, stage.evaluator.statuses, strict=True) if s in waiting]
    open_ = "; ".join(f"node {i!r}: {stage.evaluator.verdicts[i].message}" for i in ids)
    return f"Scored {coverage:.3f}. {problem} {open_}".strip()


def _start(stage: Stage, devices: Devices) -> Proof:
    """Each node is asked as if there were no other, also those that must wait, save those that use up what one makes.

    Of a node of several parts its own graph is asked: a program that is closed again is not closed before it was open.
    """
    stage.begin()
    task = stage.task
    asked = [
        node for node in task.bound.values() if not any(n.consumes and task.provider(node.id, n) for n in node.needs)
    ]
    owner = {part.id: node.id for node in asked for part in node.parts}
    nodes = [n for n in task.graph.nodes if n.id in owner]
    edges = [(a, b) for a, b in task.expanded_dag.edges if a in owner and owner[a] == owner.get(b)]
    satisfied: tuple[str, ...] = ()
    if nodes:
        apart = GraphEvaluator(EvalGraph.of(nodes, edges), devices)
        apart.reset(stage.run)
        satisfied = apart.step().completed + apart.finish(damage=False).completed
    if satisfied:
        return Proof("start", False, f"Satisfied before anything was done: {', '.join(satisfied)}.")
    return Proof("start", True)


def _told(stage: Stage) -> Proof:
    """Asked where nothing was done yet."""
    fault = next(faults_of_telling(stage.task, stage.user_data()), None)
    return Proof("told", fault is None, fault or "")


def _depends(
    stage: Stage,
    mark: Mark | None,
    start: UserData | None,
    after: UserData | None,
    known: MutableMapping[Hashable, bool] | None,
) -> Proof:
    """The proof "told" of words and roles, which the oracle's run shows; of a subtask's own sentence once."""
    task = stage.task
    if start is None or after is None or len(task.device_names) > 1:
        return Proof("told", True)
    alike = ("words", task.subtasks[0].id)
    once = len(task.nodes) == 1 and task.instruction == task.plain_instruction
    if once and known is not None and known.get(alike) is False:
        return Proof("told", True)
    fault = next(faults_of_words(stage, mark, start, after), "")
    if once and known is not None:
        known[alike] = bool(fault)
    return Proof("told", not fault, fault)


def _nulls(stage: Stage) -> Proof:
    """The proof "nulls". Waiting, DONE and FAIL change nothing, so all are tried in one episode."""
    actions: tuple[Action, ...] = (Wait(), Wait(), Done(), Fail())
    outcome = stage.play(iter(actions), ends=False)
    if outcome.coverage == 0.0:
        return Proof("nulls", True)
    return Proof("nulls", False, f"Nothing was done, and {', '.join(outcome.completed)} is complete.")


def _sweep(stage: Stage, known: MutableMapping[Hashable, bool] | None) -> Proof:
    """The proof "sweep", of the house's tasks of one node; on a device without snapshots clicks would take too long."""
    task = stage.task
    if not stage.keeps or task.host is not None or len(task.nodes) > 1 or task.subtasks[0].collection:
        return Proof("sweep", True)
    alike = ("sweep", task.nodes[0].subtask)
    if known is None or known.get(alike) is not False:
        tried = Counterexample("sweep", "wrong", lambda ui, **_: sweep(ui, _CLICKS))
        paid = stage.play(stage.trial(tried), ends=False).coverage == 1.0
        if known is not None:
            known[alike] = paid
        if paid:
            return Proof("sweep", False, "Clicking one thing after another does it. Add one that must be left alone.")
    alike = ("swept", task.nodes[0].subtask)
    if known is None or known.get(alike) is not False:
        chosen = [name for name, outcome in swept(stage) if outcome.coverage == 1.0]
        if known is not None:
            known[alike] = bool(chosen)
        if chosen:
            return Proof("sweep", False, f"Trying each {chosen[0]!r} in turn does it. Declare its effects.")
    return Proof("sweep", True)


def _necessary(stage: Stage, marks: Mapping[str, Mark | None], known: MutableMapping[Hashable, bool] | None) -> Proof:
    """The proof "necessary": the oracle is played without each node in turn.

    With snapshots it continues from the mark before that node, so the nodes before it are not played again.
    """
    task, order = stage.task, oracle_order(stage.task) if len(stage.task.nodes) > 1 else ()
    for place, node in enumerate(order):
        mark = marks.get(node)
        if mark is None:
            played = [n for n in order if n != node]
            done = _completed_by(stage, played, None, node)
        elif not (done := _own(task, node, mark.completed)):
            played = _bearing_on(stage, node, order[place + 1 :])
            alike = likeness([task.bound[n] for n in (node, *played)])
            if played and not (known is not None and known.get(alike) is False):
                done = _completed_by(stage, played, mark, node)
                if known is not None:
                    known[alike] = bool(done)
        if done:
            return Proof("necessary", False, f"Node {done[0]!r} is complete though its oracle was left out.")
    return Proof("necessary", True)


def _completed_by(stage: Stage, played: Sequence[str], mark: Mark | None, node: str) -> list[str]:
    """The parts of a node, as of `_own`, that are complete after the oracles of others."""
    left_out = [n.id for n in stage.task.nodes if n.id not in played]
    outcome = stage.play(stage.oracle(leave_out=left_out, forgive=True), start=mark, ends=False)
    return _own(stage.task, node, outcome.completed)


def _bearing_on(stage: Stage, node: str, later: Sequence[str]) -> list[str]:
    """Those of later nodes that might do what a node waits for, and those of them that come before such a one.

    All of them where the device cannot tell what it holds, and where there are several devices.
    """
    task, data = stage.task, stage.user_data()
    if data is None or len(task.device_names) > 1:
        return list(later)
    awaited, bound, index = waits_for(task.bound[node]), task.bound, task.dag.index
    near = [n for n in later if bears_on(does(bound[n]), awaited, data, stage.platform)]
    before = set().union(*[task.dag.ancestors[index[n]] for n in near])
    return [n for n in later if n in near or index[n] in before]


def _own(task: Task, node: str, completed: Collection[str]) -> list[str]:
    """The completed parts of a node, but for passing ones: another node in the same app has them in front, too.

    Of a node whose parts all are passing, the last ones.
    """
    parts, inside = task.bound[node].parts, task.bound[node].subtask.inside
    lasting = [p.id for p in parts if not p.passing]
    ends = lasting or [p.id for p, after in zip(parts, inside.successors, strict=True) if not after]
    return [i for i in ends if i in completed]


def _specific(stage: Stage, others: Others | None) -> Proof:
    why = others.paid(stage) if others is not None else ""
    return Proof("specific", not why, why)


def _frame(stage: Stage) -> Proof:
    """Asked right after the oracle."""
    task = stage.task
    if task.host is None and (free := [n.id for n in task.bound.values() if n.effects is None]):
        return Proof("frame", False, f"Node {free[0]!r} may do anything, as its effects are not given. Give effects.")
    damage = stage.evaluator.damage
    if damage:
        return Proof("frame", False, f"Besides what was asked for the oracle has {damage[0]}.")
    if not stage.evaluator.still_holds:
        return Proof("frame", False, "After the oracle, something that it had completed does not hold any more.")
    return Proof("frame", True)


def _right(stage: Stage) -> Proof:
    for attempt in written_attempts(stage, "right"):
        if not attempt.judged_well:
            outcome = attempt.outcome
            return Proof("right", False, f"{attempt.name}: {_oracle_message(stage, outcome.problem, outcome.coverage)}")
    return Proof("right", True)


def _wrong(stage: Stage, after: UserData | None, known: MutableMapping[Hashable, bool] | None) -> Proof:
    """The wrong runs that were written, then the oracle behind each derived damage.

    Args:
        stage: The task's.
        after: The user's data after the oracle; None where the device cannot tell, and no damage is derived.
        known: As of `verify_task`; what was derived for a task of a subtask is not tried on others of it.
    """
    alike = ("derived", stage.task.subtasks[0].id)
    for attempt in written_attempts(stage, "wrong"):
        if not attempt.judged_well:
            fault = " scores 1.0." if attempt.outcome.coverage == 1.0 else f": {attempt.problem}"
            return Proof("wrong", False, f"{attempt.name}{fault}")
    for attempt in derived_attempts(stage, after) if known is None or alike not in known else ():
        if not attempt.judged_well:
            paid = f"The oracle scores 1.0 though before it somebody {attempt.name}."
            return Proof("wrong", False, paid if attempt.kind == "wrong" else f"{attempt.name}: {attempt.problem}")
    if known is not None:
        known[alike] = False
    return Proof("wrong", True)
