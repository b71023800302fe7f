"""Proofs that a task measures what it claims. A task that fails one of them is not counted anywhere.

* start: no node, and no part of one, is satisfied before anything was done;
* oracle: the subtasks' oracles, by ordinary actions, score 1.0;
* told: the instruction tells what the conditions ask for, in an order that agrees with the graph, and nothing else
  (`omnigym.tasks.told`);
* nulls: doing nothing, waiting, always DONE and always FAIL have a coverage of exactly 0;
* necessary: without any one node's oracle, that node is not complete at the end, and neither is any part of it but such
  as are passing;
* specific: the oracles of three other tasks do not score 1.0;
* frame: after the oracle only what was asked for is other than it was, and it still is so;
* right: other ways to do it, which the subtask brings (`omnigym.tasks.trials`), score 1.0;
* wrong: runs that do it not, half, or with damage do not: those that the subtask brings, and those that are derived
  from what the oracle leaves alone (`omnigym.tasks.damages`).

The last two are about subtasks, so they are made of tasks of one node alone.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from typing import TypeAlias

from omnigym.actions import Action, Done, Fail, Wait
from omnigym.devices.naming import Devices
from omnigym.devices.protocol import Device
from omnigym.devices.userdata import UserData
from omnigym.errors import DeviceError, OmnigymError
from omnigym.evaluation.evaluator import GraphEvaluator, NodeStatus
from omnigym.tasks.attempts import derived, written
from omnigym.tasks.rollout import Mark, Stage, oracle_order
from omnigym.tasks.task import Task, stable_hash
from omnigym.tasks.told import faults_of_telling

__all__ = ["PROOFS", "Progress", "Proof", "Prover", "Strangers", "TaskProof", "verify", "verify_task"]

PROOFS: tuple[str, ...] = ("start", "told", "oracle", "nulls", "necessary", "specific", "frame", "right", "wrong")

#: The number of other tasks whose oracles are tried on a task.
_OTHERS = 3

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
        proofs: The proofs in the order of `PROOFS`, or a single one if the device or the oracle failed.
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
        """Plain values, for a report."""
        return {**asdict(self), "holds": self.holds}


def verify(
    tasks: Sequence[Task], make_device: Callable[[], Device], *, progress: Progress | None = None
) -> tuple[TaskProof, ...]:
    """Prove tasks, one after another; `omnigym.tasks.proving.verify_all` does it in several processes.

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
    """Proves one task after another on one device; a device that fails is replaced.

    Args:
        make_device: Function that makes the device.
        strangers: Finds the other tasks of the proof "specific".
    """

    def __init__(self, make_device: Callable[[], Device], strangers: Strangers) -> None:
        self._make_device, self._strangers = make_device, strangers
        self._device: Device | None = None

    def prove(self, task: Task) -> TaskProof:
        """The proofs of a task.

        Raises:
            DeviceError: The device could not be made.
        """
        if self._device is None:
            self._device = self._make_device()
        try:
            return verify_task(task, self._device, self._strangers)
        except DeviceError as e:
            self.close()
            return TaskProof(task.id, (Proof("device", False, str(e)),))

    def close(self) -> None:
        """Release the device."""
        device, self._device = self._device, None
        if device is not None:
            device.close()


def verify_task(task: Task, devices: Devices, strangers: Strangers | None = None) -> TaskProof:
    """Prove one task.

    Args:
        task: The task.
        devices: The device, or all devices by the names that the nodes use; they are reset.
        strangers: Finds the other tasks of the proof "specific"; without it, none are tried.

    Raises:
        DeviceError: The device failed.
    """
    stage = Stage(task, devices)
    marks: dict[str, Mark | None] = {}
    try:
        start = _start(stage, devices)
        told = _told(stage)
        # One run of the oracle marks the start of each node, from which `_necessary` continues.
        outcome = stage.play(stage.oracle(before=lambda node: marks.setdefault(node, stage.mark())))
        frame, after = _frame(stage), stage.user_data()
        oracle = Proof("oracle", outcome.coverage == 1.0, _oracle_message(stage, outcome.problem, outcome.coverage))
        others = strangers.of(task) if strangers is not None else ()
        rest = (_nulls(stage), _necessary(stage, marks), _specific(stage, others))
        proofs = (start, told, oracle, *rest, frame, _right(stage), _wrong(stage, after))
    except DeviceError:
        raise
    except OmnigymError as e:
        return TaskProof(task.id, (Proof("oracle", False, str(e)),))
    finally:
        stage.end()
    return TaskProof(task.id, proofs, outcome.steps)


def _oracle_message(stage: Stage, problem: str, coverage: float) -> str:
    if coverage == 1.0:
        return ""
    waiting = {NodeStatus.EVALUATING}
    ids = [i for i, s in zip(stage.task.expanded.ids, stage.evaluator.statuses, strict=True) if s in waiting]
    open_ = "; ".join(f"node {i!r}: {stage.evaluator.verdicts[i].message}" for i in ids)
    return f"Scored {coverage:.3f}. {problem} {open_}".strip()


def _start(stage: Stage, devices: Devices) -> Proof:
    """Each node is asked alone, also those that must wait, save those that use up what an ancestor makes.

    Of a node of several parts its own graph is asked: a program that is closed again is not closed before it was open.
    """
    stage.begin()
    task = stage.task
    satisfied: list[str] = []
    for node in task.bound.values():
        if any(n.consumes and task.provider(node.id, n) for n in node.needs):
            continue
        alone = GraphEvaluator(task.graph.only([p.id for p in node.parts]), devices)
        alone.reset(stage.run)
        satisfied += alone.step().completed
    if satisfied:
        return Proof("start", False, f"Satisfied before anything was done: {', '.join(satisfied)}.")
    return Proof("start", True)


def _told(stage: Stage) -> Proof:
    """Asked where nothing was done yet."""
    fault = next(faults_of_telling(stage.task, stage.user_data()), None)
    return Proof("told", fault is None, fault or "")


def _nulls(stage: Stage) -> Proof:
    """The proof "nulls". Waiting, DONE and FAIL change nothing, so all are tried in one episode."""
    actions: tuple[Action, ...] = (Wait(), Wait(), Done(), Fail())
    outcome = stage.play(iter(actions))
    if outcome.coverage == 0.0:
        return Proof("nulls", True)
    return Proof("nulls", False, f"Nothing was done, and {', '.join(outcome.completed)} is complete.")


def _necessary(stage: Stage, marks: Mapping[str, Mark | None]) -> Proof:
    """The proof "necessary": the oracle is played without each node in turn.

    With snapshots it continues from the mark before that node, so the nodes before it are not played again.
    """
    order = oracle_order(stage.task) if len(stage.task.nodes) > 1 else ()
    for place, node in enumerate(order):
        mark = marks.get(node)
        done = order[: place + 1] if mark is not None else (node,)
        outcome = stage.play(stage.oracle(leave_out=done, forgive=True), start=mark)
        if own := [i for i in _ends_of(stage.task, node) if i in outcome.completed]:
            return Proof("necessary", False, f"Node {own[0]!r} is complete though its oracle was left out.")
    return Proof("necessary", True)


def _ends_of(task: Task, node: str) -> list[str]:
    """The parts of a node that are not passing: another node in the same app has it in front, too.

    Of one whose parts all are, the last ones.
    """
    parts, inside = task.bound[node].parts, task.bound[node].subtask.inside
    lasting = [p.id for p in parts if not p.passing]
    return lasting or [p.id for p, after in zip(parts, inside.successors, strict=True) if not after]


def _specific(stage: Stage, others: Iterable[Task]) -> Proof:
    for other in others:
        outcome = stage.play(stage.oracle(other, forgive=True))
        if outcome.coverage == 1.0:
            return Proof("specific", False, f"The oracle of {other.id!r} scores 1.0.")
    return Proof("specific", True)


def _frame(stage: Stage) -> Proof:
    """Asked right after the oracle."""
    damage = stage.evaluator.damage
    if damage:
        return Proof("frame", False, f"Besides what was asked for the oracle has {damage[0]}.")
    if not stage.evaluator.still_holds:
        return Proof("frame", False, "After the oracle, something that it had completed does not hold any more.")
    return Proof("frame", True)


def _right(stage: Stage) -> Proof:
    for attempt in written(stage, "right"):
        if not attempt.judged_well:
            outcome = attempt.outcome
            return Proof("right", False, f"{attempt.name}: {_oracle_message(stage, outcome.problem, outcome.coverage)}")
    return Proof("right", True)


def _wrong(stage: Stage, after: UserData | None) -> Proof:
    """The wrong runs that were written, then the oracle behind each derived damage.

    Args:
        stage: The task's.
        after: The user's data after the oracle; None where the device cannot tell, and no damage is derived.
    """
    for attempt in written(stage, "wrong"):
        if not attempt.judged_well:
            return Proof("wrong", False, f"{attempt.name} scores 1.0.")
    for attempt in derived(stage, after):
        if not attempt.judged_well:
            paid = f"The oracle scores 1.0 though before it somebody {attempt.name}."
            return Proof("wrong", False, paid if attempt.kind == "wrong" else f"{attempt.name}: {attempt.problem}")
    return Proof("wrong", True)


class Strangers:
    """Finds, for a task, other tasks that share no node with it ("strangers"); always the same ones.

    Args:
        tasks: The tasks to choose from; tasks without oracles are left out.
    """

    def __init__(self, tasks: Iterable[Task]) -> None:
        able = (t for t in tasks if all(s.oracle is not None for s in t.subtasks))
        mixed = sorted(able, key=lambda t: stable_hash(t.id))
        self._tasks = [(t, frozenset(t.apps), _contents(t)) for t in mixed]
        self._place = {t.id: n for n, t in enumerate(mixed)}

    def of(self, task: Task, count: int = _OTHERS) -> list[Task]:
        """Up to ``count`` strangers of a task, those with the same apps first because they are most similar."""
        at, apps, own = self._place.get(task.id, 0), frozenset(task.apps), _contents(task)
        after = [*self._tasks[at:], *self._tasks[:at]]
        near = (t for t, theirs, nodes in after if apps & theirs and not own & nodes)
        far = (t for t, theirs, nodes in after if not apps & theirs and not own & nodes)
        return list(itertools.islice(itertools.chain(near, far), count))


def _contents(task: Task) -> frozenset[object]:
    """The parts of a task that it shares with another one only if both ask for the same thing."""
    if task.host is not None:  # its oracle reads the instruction from the screen, so equal tasks share the oracle
        return frozenset(s.oracle for s in task.subtasks)
    return frozenset(f"{n.subtask} {sorted(n.parameters.items())}" for n in task.nodes)
