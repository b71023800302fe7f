"""Proofs that a task measures what it says; an item that does not pass them is not counted anywhere.

* start: no node is satisfied before anything was done;
* oracle: the subtasks' oracles, by ordinary actions, score 1.0;
* nulls: doing nothing, waiting, always DONE and always FAIL have a coverage of exactly 0;
* necessary: without any one node's oracle, that node is not complete at the end;
* specific: the oracles of three other tasks do not score 1.0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from omnigym.actions import Action, Done, Fail, Wait
from omnigym.devices.protocol import Device
from omnigym.errors import DeviceError, OmnigymError
from omnigym.evaluation.evaluator import GraphEvaluator, NodeStatus
from omnigym.evaluation.graph import EvalGraph
from omnigym.tasks.rollout import Stage
from omnigym.tasks.task import Task, stable_hash

__all__ = ["PROOFS", "Proof", "TaskProof", "verify", "verify_task"]

PROOFS: tuple[str, ...] = ("start", "oracle", "nulls", "necessary", "specific")

#: How many other tasks' oracles are tried on a task.
_OTHERS = 3

Progress: TypeAlias = Callable[["TaskProof"], object]


@dataclass(frozen=True, slots=True)
class Proof:
    """One proof: which, whether it holds, and what it saw if not."""

    name: str
    holds: bool
    message: str = ""


@dataclass(frozen=True, slots=True)
class TaskProof:
    """All proofs of a task.

    Attributes:
        task_id: The task.
        proofs: In the order of `PROOFS`; a proof after a broken device is missing.
        oracle_steps: How many actions the oracle needed.
    """

    task_id: str
    proofs: tuple[Proof, ...]
    oracle_steps: int = 0

    @property
    def holds(self) -> bool:
        """Whether all do."""
        return all(p.holds for p in self.proofs)

    @property
    def failures(self) -> tuple[Proof, ...]:
        """Those that do not."""
        return tuple(p for p in self.proofs if not p.holds)

    def to_plain(self) -> dict[str, Any]:
        """Plain values, for a report."""
        return {**asdict(self), "holds": self.holds}


def verify(
    tasks: Sequence[Task], make_device: Callable[[], Device], *, progress: Progress | None = None
) -> tuple[TaskProof, ...]:
    """Prove tasks, one after another on one device; a device that breaks is made anew.

    Args:
        tasks: They are one another's strangers in "specific", too.
        make_device: Makes the device.
        progress: Called with each task's proofs as soon as they are there.
    """
    device = make_device()
    results = []
    try:
        for task in tasks:
            try:
                result = verify_task(task, device, tasks)
            except DeviceError as e:
                result = TaskProof(task.id, (Proof("device", False, str(e)),))
                device.close()
                device = make_device()
            results.append(result)
            if progress is not None:
                progress(result)
    finally:
        device.close()
    return tuple(results)


def verify_task(task: Task, device: Device, strangers: Sequence[Task] = ()) -> TaskProof:
    """Prove one task.

    Args:
        task: The task.
        device: It is reset.
        strangers: Other tasks; those with a node of this one are passed over.

    Raises:
        DeviceError: The device failed.
    """
    stage = Stage(task, device)
    try:
        start = _start(stage, device)
        outcome = stage.play(stage.oracle())
        oracle = Proof("oracle", outcome.coverage == 1.0, _oracle_message(stage, outcome.problem, outcome.coverage))
        proofs = (start, oracle, _nulls(stage), _necessary(stage), _specific(stage, strangers))
    except DeviceError:
        raise
    except OmnigymError as e:
        return TaskProof(task.id, (Proof("oracle", False, str(e)),))
    return TaskProof(task.id, proofs, outcome.steps)


def _oracle_message(stage: Stage, problem: str, coverage: float) -> str:
    if coverage == 1.0:
        return ""
    waiting = {NodeStatus.EVALUATING}
    ids = [i for i, s in zip(stage.task.dag.ids, stage.evaluator.statuses, strict=True) if s in waiting]
    open_ = "; ".join(f"node {i!r}: {stage.evaluator.verdicts[i].message}" for i in ids)
    return f"Scored {coverage:.3f}. {problem} {open_}".strip()


def _start(stage: Stage, device: Device) -> Proof:
    """Each node is asked alone, also those that must wait, save those that use up what an ancestor makes."""
    stage.begin()
    task = stage.task
    satisfied = []
    for node in task.graph.nodes:
        needs = task.bound[node.id].needs
        if any(n.consumes and task.provider(node.id, n.resource) for n in needs):
            continue
        alone = GraphEvaluator(EvalGraph.of([node]), device)
        if alone.step().done:
            satisfied.append(node.id)
    if satisfied:
        return Proof("start", False, f"Satisfied before anything was done: {', '.join(satisfied)}.")
    return Proof("start", True)


def _nulls(stage: Stage) -> Proof:
    """Nothing, waiting, DONE and FAIL change nothing, so one episode tries them all in turn."""
    actions: tuple[Action, ...] = (Wait(), Wait(), Done(), Fail())
    outcome = stage.play(iter(actions))
    if outcome.coverage == 0.0:
        return Proof("nulls", True)
    return Proof("nulls", False, f"Nothing was done, and {', '.join(outcome.completed)} is complete.")


def _necessary(stage: Stage) -> Proof:
    for node in stage.task.dag.ids if len(stage.task.nodes) > 1 else ():
        outcome = stage.play(stage.oracle(leave_out=(node,), forgive=True))
        if node in outcome.completed:
            return Proof("necessary", False, f"Node {node!r} is complete though its oracle was left out.")
    return Proof("necessary", True)


def _specific(stage: Stage, strangers: Sequence[Task]) -> Proof:
    for other in _others(stage.task, strangers):
        outcome = stage.play(stage.oracle(other, forgive=True))
        if outcome.coverage == 1.0:
            return Proof("specific", False, f"The oracle of {other.id!r} scores 1.0.")
    return Proof("specific", True)


def _others(task: Task, strangers: Sequence[Task]) -> Iterator[Task]:
    """Some other tasks: those in the same apps first, as they come closest; the same ones at each run."""
    own = {_identity(n.subtask, n.parameters) for n in task.nodes}
    ranked = sorted(
        (t for t in strangers if not own & {_identity(n.subtask, n.parameters) for n in t.nodes}),
        key=lambda t: (not set(t.apps) & set(task.apps), stable_hash([task.id, t.id])),
    )
    yield from ranked[:_OTHERS]


def _identity(subtask: str, parameters: Any) -> str:
    return f"{subtask} {sorted(parameters.items())}"
